import type { Clock } from '../../engine/clock.ts'
import { LinkError, type LinkLog, type LinkState } from '../link.ts'
import { backOffMs, createLinkState } from '../linkState.ts'
import type { ChannelEnded, FaultKind, Opcode } from './channel.ts'
import type { Reply } from './replyReader.ts'
import { createSession, type Session, type SessionOptions } from './session.ts'
import type { Timings } from './timings.ts'

interface ConnectionOptions extends SessionOptions {
  /** For the log. */
  readonly address: string
  readonly log: LinkLog
  /** 0 to 1. */
  readonly random: () => number
}

export interface Connection {
  state(): LinkState
  onState(listener: (state: LinkState) => void): () => void
  /**
   * Rejects at once while not connected, so that requests do not pile up. `leaving` is called right before the first byte is sent:
   * without that call the game has received nothing.
   */
  ask(command: Opcode, argument?: string, leaving?: () => void): Promise<Reply>
  /** Tells whether a reply could be read. A connection that is up without legible replies says so in its state. */
  legible(isLegible: boolean): void
  /** A reply did not belong to its request. */
  distrust(): void
  reconnects(): number
  close(): void
}

/** A delay from which the state says when the next attempt follows. */
const longDelayMs = 60_000
/** The longest silence before another connection is tried. */
const maxSilenceMs = 6 * 3_600_000

/** Keeps one session alive for days, since the game leaks a socket for each connection. */
export function createConnection(options: ConnectionOptions): Connection {
  const { clock } = options
  const board = createLinkState(clock, options.log, options.address)
  const retries = createRetries(options)
  const silence = createSilence(options)
  let session: Session
  let logins = 0
  /** Monotonic time of the last legible reply on this connection. */
  let legibleAt = Number.NEGATIVE_INFINITY
  let closed = false
  let cancelRetry = () => {}

  const connect = () => {
    session = createSession(options, onEnd)
    session.ready.then(onReady, () => {})
  }
  const onReady = () => {
    logins++
    legibleAt = Number.NEGATIVE_INFINITY
    silence.broken()
    board.set('up', null)
  }
  const onEnd: ChannelEnded = (error, kind) => {
    if (closed) return
    const delayMs = retries.delayAfter(kind)
    cancelRetry = clock.after(delayMs, connect)
    const next = delayMs < longDelayMs ? '' : `; the next attempt follows in ${Math.round(delayMs / 60_000)} min`
    board.set(error.code === 'refused' ? 'refused' : 'down', `${error.message}${next}`)
  }
  const ask = async (command: Opcode, argument?: string, leaving?: () => void) => {
    if (closed) throw new LinkError('closed', 'the link is closed')
    const { name, why } = board.state()
    if (name === 'connecting') throw new LinkError('down', 'not connected yet')
    if (name !== 'up') throw new LinkError(name, why ?? name)
    const asked = session
    const reply = await asked.ask(command, argument, leaving).catch((error: unknown) => {
      const silentMs = silence.kept(error)
      if (silentMs !== null) asked.end(new LinkError('timeout', silenceText(silentMs)), 'silent')
      throw error
    })
    if (reply.latencyMs !== null) silence.answered()
    return reply
  }
  const close = () => {
    closed = true
    cancelRetry()
    session.end(new LinkError('closed', 'the link is closed'))
    board.set('down', 'closed')
  }
  const legible = (isLegible: boolean) => {
    if (isLegible) legibleAt = clock.monotonic()
    if (board.state().name !== 'up') return
    if (isLegible) board.set('up', null)
    else if (clock.monotonic() - legibleAt >= illegibleMs) board.set('up', illegibleText(legibleAt))
  }

  connect()
  return {
    state: board.state,
    onState: board.onState,
    ask,
    legible,
    distrust: () => session.distrust(),
    reconnects: () => Math.max(0, logins - 1),
    close,
  }
}

/** A connection without a legible reply for so long says so in its state. */
const illegibleMs = 30_000
const illegibleText = (legibleAt: number) =>
  legibleAt === Number.NEGATIVE_INFINITY
    ? 'signed in, but nothing readable has arrived yet'
    : 'signed in, but nothing readable has arrived for more than 30 s'
const silenceText = (ms: number) => `the game server has sent nothing for ${Math.round(ms / 60_000)} min`

/**
 * Measures how long the game has sent nothing in spite of requests. An empty server may be silent, which is not a fault; but so is a dead
 * connection, which only a new one can show.
 */
function createSilence({ clock, timings }: Pick<ConnectionOptions, 'clock' | 'timings'>) {
  let since = clock.monotonic()
  let limitMs = timings.silenceMs
  return {
    /** A connection has signed in. */
    broken() {
      since = clock.monotonic()
    },
    answered() {
      since = clock.monotonic()
      limitMs = timings.silenceMs
    },
    /** The length of the silence where it is too long. */
    kept(error: unknown): number | null {
      const ms = clock.monotonic() - since
      if (!(error instanceof LinkError) || error.code !== 'timeout' || ms < limitMs) return null
      limitMs = Math.min(maxSilenceMs, 2 * limitMs)
      return ms
    },
  }
}

/** So many opened connections in an hour are enough, whatever ended them: then the longest delay holds. */
const mostInAnHour = 10
const hourMs = 3_600_000

/** The same fault counts as the same again this long after the connection was tried again. */
const rememberedMs = 600_000

interface RetriesOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly timings: Timings
  /** 0 to 1. */
  readonly random: () => number
}

/**
 * Decides when to connect again. Each kind of fault is remembered by itself, whatever succeeded in between: a server that accepts each
 * login and closes each connection would otherwise be connected to every second, and the game leaks a socket each time.
 */
function createRetries({ clock, timings, random }: RetriesOptions) {
  const faults = new Map<FaultKind, { readonly times: number; readonly retriedAt: number }>()
  let unreachable = 0
  /** When the latest opened connections ended. */
  let ended: readonly number[] = []

  const isOften = () => {
    const now = clock.monotonic()
    ended = [...ended, now].filter((at) => now - at < hourMs).slice(-mostInAnHour)
    return ended.length === mostInAnHour
  }
  const again = (kind: FaultKind): number => {
    const last = faults.get(kind)
    const times = last && clock.monotonic() - last.retriedAt <= rememberedMs ? last.times + 1 : 0
    const steps = timings.faultRetriesMs
    const least = Math.max(kind === 'refused' ? timings.refusedRetryMs : 0, isOften() ? (steps.at(-1) ?? 0) : 0)
    // Later at random, and never earlier, so that hubs that lost a server together do not return together.
    const delayMs = Math.max(least, steps[Math.min(times, steps.length - 1)] ?? 0) * (1 + random() / 5)
    faults.set(kind, { times, retriedAt: clock.monotonic() + delayMs })
    return delayMs
  }
  return {
    /** Ms until the next attempt. */
    delayAfter(kind: FaultKind): number {
      // Where nothing was opened the game has leaked nothing.
      if (kind === 'unreachable') return backOffMs(unreachable++, random(), timings)
      unreachable = 0
      return again(kind)
    },
  }
}
