import { type Opcode, opcodes } from './opcodes.ts'

const AUTH = 0x01
const EXECUTE = 0x02

/** Builds like both endings, but nothing tells two frames without the final NUL apart, so that we send it. */
const NUL = 0x00

export const encodeLogin = (password: string): Buffer =>
  Buffer.concat([Buffer.of(AUTH), Buffer.from(password, 'utf8'), Buffer.of(NUL)])

/** The opcode stays one raw byte: as text, those from 0x80 up would become two. */
export const encodeCommand = (command: Opcode, argument = ''): Buffer =>
  Buffer.concat([Buffer.of(EXECUTE, opcodes[command]), Buffer.from(argument, 'utf8'), Buffer.of(NUL)])
