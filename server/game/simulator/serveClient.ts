import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { answers } from './answers.ts'
import type { Faults } from './faults.ts'
import type { Game } from './game.ts'
import type { Random } from './random.ts'
import { type Request, readFrames } from './readFrames.ts'
import type { RequestLog } from './requestLog.ts'

export interface Desk {
  readonly game: Game
  readonly faults: Faults
  readonly password: string
  readonly clock: Clock
  readonly log: RequestLog
  /** For the bytes of faults: the world's own dice are not touched by what clients do. */
  readonly noise: Random
}

/** Answers one connection, each request after the other. */
export function serveClient(socket: Socket, desk: Desk): void {
  let isLoggedIn = false
  let turn: Promise<void> = Promise.resolve()

  const respond = (request: Request): Buffer | null => {
    if (desk.faults.silence) return null
    if (request.type === 'login') {
      isLoggedIn = !desk.faults.refusePassword && request.password === desk.password
      return Buffer.from(isLoggedIn ? 'Password Accepted' : 'Incorrect Password')
    }
    if (request.type === 'unknown' || !isLoggedIn) return null
    return spoiled(desk, socket, answers[request.command](desk.game, request.argument))
  }

  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    for (const request of readFrames(chunk)) {
      turn = turn.then(async () => {
        if (request.type === 'command' && isLoggedIn && isDroppedUnheard(socket, desk.faults)) return
        desk.log.note(request, isLoggedIn)
        const reply = respond(request)
        if (reply) await send(socket, reply, desk)
        if (request.type === 'command' && isLoggedIn) dropAfter(socket, desk.faults)
      })
    }
  })
}

/** What is lost on its way is in no log. */
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

/** The reply as the faults that were asked for leave it. */
function spoiled({ faults, noise }: Desk, socket: Socket, reply: string | null): Buffer | null {
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

async function send(socket: Socket, reply: Buffer, { faults, clock }: Desk): Promise<void> {
  if (faults.delay > 0) await pause(clock, faults.delay)
  for (let sent = 0; sent < reply.length && !socket.destroyed; sent += faults.segmentBytes) {
    if (sent > 0 && faults.segmentDelay > 0) await pause(clock, faults.segmentDelay)
    if (!socket.destroyed) socket.write(reply.subarray(sent, sent + faults.segmentBytes))
  }
}

const pause = (clock: Clock, ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
