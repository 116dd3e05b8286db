import type { Socket } from 'node:net'
import type { Clock } from '../../engine/clock.ts'
import { type Opcode, opcodes } from '../evrima/channel.ts'
import { answers } from './answers.ts'
import type { Faults } from './faults.ts'
import type { Game } from './game.ts'
import type { Random } from './random.ts'

interface ClientContext {
  readonly game: Game
  readonly faults: Faults
  readonly password: string
  readonly clock: Clock
  readonly log: RequestLog
  /** Random bytes of faults, separate from the world's generator, which clients must not affect. */
  readonly noise: Random
}

/** Serves one connection, one request after the other. */
export function serveClient(socket: Socket, context: ClientContext): void {
  let isLoggedIn = false
  let turn: Promise<void> = Promise.resolve()

  const respond = (request: Request): Buffer | null => {
    if (context.faults.silence) return null
    if (request.type === 'login') {
      isLoggedIn = !context.faults.refusePassword && request.password === context.password
      return Buffer.from(isLoggedIn ? 'Password Accepted' : 'Incorrect Password')
    }
    if (request.type === 'unknown' || !isLoggedIn) return null
    context.game.world.onEvent({ kind: 'rcon', command: request.command, argument: request.argument })
    return spoiled(context, socket, answers[request.command](context.game, request.argument))
  }

  socket.on('error', () => socket.destroy())
  const frames = createFrameReader(context.clock, (request) => {
    turn = turn.then(async () => {
      if (request.type === 'command' && isLoggedIn && isDroppedUnheard(socket, context.faults)) return
      context.log.note(request, isLoggedIn)
      const reply = respond(request)
      if (reply) await send(socket, reply, context)
      if (request.type === 'command' && isLoggedIn) dropAfter(socket, context.faults)
    })
  })
  socket.on('data', frames.receive)
  socket.once('end', frames.end)
  socket.once('close', frames.stop)
}

/** A dropped request is not logged. */
function isDroppedUnheard(socket: Socket, faults: Faults): boolean {
  if (faults.unheardNext === 0 || socket.destroyed) return false
  faults.unheardNext--
  socket.destroy()
  return true
}

function dropAfter(socket: Socket, faults: Faults): void {
  if (faults.dropAfterNext === 0) return
  faults.dropAfterNext--
  socket.end()
}

/** The reply after the requested faults. */
function spoiled({ faults, noise }: ClientContext, socket: Socket, reply: string | null): Buffer | null {
  if (faults.dropNext > 0) {
    faults.dropNext--
    socket.destroy()
    return null
  }
  if (faults.garbageNext > 0) {
    faults.garbageNext--
    return Buffer.from(Array.from({ length: 200 }, () => Math.floor(noise() * 256)))
  }
  if (faults.muteNext > 0) {
    faults.muteNext--
    return null
  }
  if (reply === null) return null
  const whole = Buffer.from(reply)
  if (faults.halfNext === 0) return whole
  faults.halfNext--
  return whole.subarray(0, Math.ceil(whole.length / 2))
}

async function send(socket: Socket, reply: Buffer, { faults, clock }: ClientContext): Promise<void> {
  if (faults.delay > 0) await pause(clock, faults.delay)
  for (let sent = 0; sent < reply.length && !socket.destroyed; sent += faults.segmentBytes) {
    if (sent > 0 && faults.segmentDelay > 0) await pause(clock, faults.segmentDelay)
    if (!socket.destroyed) socket.write(reply.subarray(sent, sent + faults.segmentBytes))
  }
}

const pause = (clock: Clock, ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

/** A parsed request. The game does not answer an `unknown` frame. */
type Request =
  | { readonly type: 'login'; readonly password: string }
  | { readonly type: 'command'; readonly command: Opcode; readonly argument: string }
  | { readonly type: 'unknown' }

const commandOf = new Map<number, Opcode>(Object.entries(opcodes).map(([name, code]) => [code, name as Opcode]))

/** A frame without a NUL ends when nothing has followed it for so long. */
export const frameSilenceMs = 50
/** More than any frame has; bytes without a NUL are not kept beyond it. */
const longestFrame = 65_536

/**
 * Reads frames from a stream, whose chunks may hold several frames or a part of one. A NUL ends a frame at once; a client that omits it
 * must not send the next frame before it has the reply.
 */
function createFrameReader(clock: Pick<Clock, 'after'>, onRequest: (request: Request) => void) {
  let pending = Buffer.alloc(0)
  let cancel = () => {}

  const end = () => {
    cancel()
    const last = pending
    pending = Buffer.alloc(0)
    for (const request of readFrames(last)) onRequest(request)
  }
  return {
    receive(chunk: Buffer) {
      cancel()
      const bytes = Buffer.concat([pending, chunk])
      const complete = bytes.lastIndexOf(0) + 1
      pending = bytes.subarray(complete)
      for (const request of readFrames(bytes.subarray(0, complete))) onRequest(request)
      if (pending.length > longestFrame) end()
      else if (pending.length > 0) cancel = clock.after(frameSilenceMs, end)
    },
    /** The client sends nothing more. */
    end,
    stop: () => cancel(),
  }
}

/** The frames of these bytes. Each ends with a NUL; the last one may end without it. */
export function readFrames(bytes: Buffer): Request[] {
  const requests: Request[] = []
  for (let start = 0; start < bytes.length; ) {
    const nul = bytes.indexOf(0, start)
    const end = nul < 0 ? bytes.length : nul
    if (end > start) requests.push(readFrame(bytes.subarray(start, end)))
    start = end + 1
  }
  return requests
}

function readFrame(frame: Buffer): Request {
  if (frame[0] === 0x01) return { type: 'login', password: frame.toString('utf8', 1) }
  const command = frame[0] === 0x02 ? commandOf.get(frame[1] ?? -1) : undefined
  return command ? { type: 'command', command, argument: frame.toString('utf8', 2) } : { type: 'unknown' }
}

export interface LoggedRequest {
  /** From 1 over all connections, in order of arrival. */
  readonly number: number
  readonly at: number
  readonly command: Opcode | 'login' | 'unknown'
  /** Empty for a login, since passwords are not kept. */
  readonly argument: string
  /** Whether the connection had logged in; otherwise the game ignores the request. */
  readonly isLoggedIn: boolean
}

interface RequestLog {
  /** In order of arrival, without the oldest. */
  readonly entries: readonly LoggedRequest[]
  note(request: Request, isLoggedIn: boolean): void
}

const MOST = 50_000

export function createRequestLog(clock: Clock): RequestLog {
  const entries: LoggedRequest[] = []
  let number = 0
  return {
    entries,
    note(request, isLoggedIn) {
      const isCommand = request.type === 'command'
      const [command, argument] = isCommand ? [request.command, request.argument] : [request.type, '']
      entries.push({ number: ++number, at: clock.now(), command, argument, isLoggedIn })
      if (entries.length > MOST) entries.splice(0, MOST / 10)
    },
  }
}
