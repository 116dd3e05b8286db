import { type Opcode, opcodes } from '../evrima/opcodes.ts'

/** What a client wanted. A frame that makes no sense is `unknown`, and the game answers nothing to it. */
export type Request =
  | { readonly type: 'login'; readonly password: string }
  | { readonly type: 'command'; readonly command: Opcode; readonly argument: string }
  | { readonly type: 'unknown' }

const commandOf = new Map<number, Opcode>(Object.entries(opcodes).map(([name, code]) => [code, name as Opcode]))

/**
 * The frames of one chunk. Each may end with a NUL or with the chunk: nothing else tells where a frame ends, so that a
 * client which leaves the NUL out must not send two at once.
 */
export function readFrames(chunk: Buffer): Request[] {
  const requests: Request[] = []
  for (let start = 0; start < chunk.length; ) {
    const nul = chunk.indexOf(0, start)
    const end = nul < 0 ? chunk.length : nul
    if (end > start) requests.push(readFrame(chunk.subarray(start, end)))
    start = end + 1
  }
  return requests
}

function readFrame(frame: Buffer): Request {
  if (frame[0] === 0x01) return { type: 'login', password: frame.toString('utf8', 1) }
  const command = frame[0] === 0x02 ? commandOf.get(frame[1] ?? -1) : undefined
  return command ? { type: 'command', command, argument: frame.toString('utf8', 2) } : { type: 'unknown' }
}
