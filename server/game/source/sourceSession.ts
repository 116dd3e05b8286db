import type { Socket } from 'node:net'
import { Rcon } from 'rcon-client'
import { ActionError } from '../actionLink.ts'
import type { Clock } from '../clock.ts'
import { LinkError } from '../link.ts'
import { networkReason } from '../linkState.ts'
import { createPacketGate, type PacketGate } from './sourcePackets.ts'

interface SourceSessionOptions {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly clock: Clock
  readonly timings: SourceTimings
  /** How many commands may be under way at once. */
  readonly width: number
}

export interface SourceSession {
  /** Settles when the server has taken the password; what went wrong is told to `ended`. */
  readonly ready: Promise<void>
  /** @throws ActionError notSent, or lost */
  ask(command: string): Promise<string>
  end(): void
}

/** One connection, from opening it to losing it. `ended` is told once, unless it was ended by us. */
export function createSourceSession(options: SourceSessionOptions, ended: (error: LinkError) => void): SourceSession {
  const { clock, timings, host, port, password, width } = options
  const gate = createPacketGate(clock, timings.quietMs)
  const rcon = new Rcon({ host, port, password, timeout: timings.replyMs, maxPending: width })
  let why: Error | null = null
  let isOver = false

  const stop = () => {
    isOver = true
    callOff()
    gate.stream.destroy()
    socket?.destroy()
  }
  const fail = (error: Error) => {
    if (isOver) return
    stop()
    ended(
      gate.isRefused() ? new LinkError('refused', 'password refused') : new LinkError('down', downWords(why ?? error)),
    )
  }
  // Each waiting command listens for the end.
  rcon.emitter.setMaxListeners(0)
  rcon.on('error', (error: Error) => {
    why ??= error
  })
  rcon.on('end', () => fail(new Error('the server closed the connection')))
  gate.stream.on('error', (error) => fail(error))
  const opening = rcon.connect()
  const socket = rcon.socket
  const callOff = clock.after(timings.connectMs, () => fail(new Error('the host does not answer')))
  if (socket) leadThrough(socket, gate)

  return {
    ready: opening.then(callOff, (error: Error) => {
      fail(error)
      throw error
    }),
    end: stop,
    async ask(command) {
      if (isOver || !rcon.authenticated || !socket?.writable) throw new ActionError('notSent', 'not connected')
      // From here on bytes may have left: it writes before it waits, as no more than `width` are under way.
      return rcon.send(command).catch((error: Error) => {
        fail(error)
        throw new ActionError('lost', lossWords(error), { cause: error })
      })
    },
  }
}

/** The library pipes the socket into its own reader once it is connected; what it reads comes through the gate. */
function leadThrough(socket: Socket, { stream }: PacketGate): void {
  socket.setKeepAlive(true, 30_000)
  const pipe = socket.pipe.bind(socket)
  socket.pipe = (reader, options) => {
    pipe(stream)
    return stream.pipe(reader, options)
  }
}

const downWords = (error: Error) =>
  error.message.startsWith('Timeout') ? 'the server does not answer the login' : networkReason(error)
const lossWords = ({ message }: Error) =>
  message.startsWith('Timeout') ? 'no answer came in time' : 'the connection was lost before an answer came'

/** How patient the link is, in milliseconds. */
export interface SourceTimings {
  readonly connectMs: number
  readonly replyMs: number
  /** After a part that is as long as parts can be, the reply is over when nothing more came for this long. */
  readonly quietMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** A wrong password is only put right by people, and asking often looks like guessing. */
  readonly refusedRetryMs: number
}

export const sourceTimings: SourceTimings = {
  connectMs: 5_000,
  replyMs: 5_000,
  quietMs: 250,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  refusedRetryMs: 30_000,
}
