/** The known commands of Evrima's RCON, named as in its log; each is one byte. */
export const opcodes = {
  announce: 0x10,
  directmessage: 0x11,
  serverdetails: 0x12,
  wipecorpses: 0x13,
  getplayables: 0x14,
  updateplayables: 0x15,
  togglemigrations: 0x19,
  addplayable: 0x1a,
  removeplayable: 0x1b,
  ban: 0x20,
  togglegrowthmultiplier: 0x21,
  setgrowthmultiplier: 0x22,
  togglenetupdatedistancechecks: 0x23,
  kick: 0x30,
  playerlist: 0x40,
  save: 0x50,
  pause: 0x60,
  custom: 0x70,
  getplayerdata: 0x77,
  togglewhitelist: 0x81,
  addwhitelist: 0x82,
  removewhitelist: 0x83,
  toggleglobalchat: 0x84,
  togglehumans: 0x86,
  toggleai: 0x90,
  disableaiclasses: 0x91,
  aidensity: 0x92,
  getqueuestatus: 0x93,
  toggleailearning: 0x94,
} as const

export type Opcode = keyof typeof opcodes

const AUTH = 0x01
const EXECUTE = 0x02

/** Builds accept frames with and without it, but frames without it cannot be told apart. */
const NUL = 0x00

export const encodeLogin = (password: string): Buffer =>
  Buffer.concat([Buffer.of(AUTH), Buffer.from(password, 'utf8'), Buffer.of(NUL)])

/** The opcode is one raw byte: as UTF-8 text those from 0x80 would become two. */
export const encodeCommand = (command: Opcode, argument = ''): Buffer =>
  Buffer.concat([Buffer.of(EXECUTE, opcodes[command]), Buffer.from(argument, 'utf8'), Buffer.of(NUL)])
