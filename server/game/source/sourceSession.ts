import type { Socket } from 'node:net'
import { Rcon } from 'rcon-client'
import type { Clock } from '../../engine/clock.ts'
import { ActionError } from '../actionLink.ts'
import { LinkError } from '../link.ts'
import { networkReason } from '../linkState.ts'
import { createPacketGate, type PacketGate } from './sourcePackets.ts'

interface SourceSessionOptions {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly clock: Clock
  readonly timings: SourceTimings
  /** How many commands may be in flight at once. */
  readonly width: number
}

export interface SourceSession {
  /** Settles when the server has accepted the password. The reason of a failure is passed to `ended`. */
  readonly ready: Promise<void>
  /** @throws ActionError notSent, or lost */
  ask(command: string): Promise<string>
  end(): void
}

/** One connection. `ended` is called once, unless `end` was called. */
export function createSourceSession(options: SourceSessionOptions, ended: (error: LinkError) => void): SourceSession {
  const { clock, timings, host, port, password, width } = options
  const gate = createPacketGate(clock, timings.quietMs)
  const rcon = new Rcon({ host, port, password, timeout: timings.replyMs, maxPending: width })
  let why: Error | null = null
  let isOver = false

  const stop = () => {
    isOver = true
    cancel()
    gate.stream.destroy()
    socket?.destroy()
  }
  const fail = (error: Error) => {
    if (isOver) return
    stop()
    ended(
      gate.isRefused() ? new LinkError('refused', 'password refused') : new LinkError('down', downReason(why ?? error)),
    )
  }
  // Each command in flight adds a listener.
  rcon.emitter.setMaxListeners(0)
  rcon.on('error', (error: Error) => {
    why ??= error
  })
  rcon.on('end', () => fail(new Error('the server closed the connection')))
  gate.stream.on('error', (error) => fail(error))
  const opening = rcon.connect()
  const socket = rcon.socket
  const cancel = clock.after(timings.connectMs, () => fail(new Error('the host does not answer')))
  if (socket) pipeThrough(socket, gate)

  return {
    ready: opening.then(cancel, (error: Error) => {
      fail(error)
      throw error
    }),
    end: stop,
    async ask(command) {
      if (isOver || !rcon.authenticated || !socket?.writable) throw new ActionError('notSent', 'not connected')
      // From here on bytes may have been sent: it writes at once, since at most `width` commands are in flight.
      return rcon.send(command).catch((error: Error) => {
        fail(error)
        throw new ActionError('lost', lossReason(error), { cause: error })
      })
    },
  }
}

/** The library pipes the socket into its own reader once connected; this inserts the gate. */
function pipeThrough(socket: Socket, { stream }: PacketGate): void {
  socket.setKeepAlive(true, 30_000)
  const pipe = socket.pipe.bind(socket)
  socket.pipe = (reader, options) => {
    pipe(stream)
    return stream.pipe(reader, options)
  }
}

const downReason = (error: Error) =>
  error.message.startsWith('Timeout') ? 'the server does not answer the login' : networkReason(error)
const lossReason = ({ message }: Error) =>
  message.startsWith('Timeout') ? 'no answer came in time' : 'the connection was lost before an answer came'

/** Timeouts and intervals in ms. */
export interface SourceTimings {
  readonly connectMs: number
  readonly replyMs: number
  /** After a part of maximal length, the reply is complete when nothing more has arrived for this long. */
  readonly quietMs: number
  readonly firstRetryMs: number
  readonly maxRetryMs: number
  /** Long, since only a person can correct a wrong password, and frequent attempts look like guessing. */
  readonly refusedRetryMs: number
}

export const sourceTimings: SourceTimings = {
  connectMs: 5_000,
  replyMs: 5_000,
  quietMs: 250,
  firstRetryMs: 500,
  maxRetryMs: 30_000,
  refusedRetryMs: 30_000,
}
