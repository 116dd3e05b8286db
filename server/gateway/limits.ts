import { type BudgetLimits, fullBucket, type Rate, type TokenBucket, takeToken } from '../engine/budgets.ts'
import type { Clock } from '../engine/clock.ts'

/** The limits of accounts, networks and connections, and the gateway's own timings. */
export interface Limits extends BudgetLimits {
  /** Malformed messages: unknown events, wrong arity, input that no schema accepts. Beyond this rate the socket is closed. */
  readonly malformed: Rate
  /** Messages above the other rates that are still answered with "too fast". Beyond this rate the socket is closed. */
  readonly excess: Rate
  /** Connections that one network asks this node for, whatever the answer. Loopback counts as well; perSecond 0 for no limit. */
  readonly handshakes: Rate
  /** The largest message, in bytes. */
  readonly messageBytes: number
  /** Documents and streams that one socket may watch. */
  readonly watched: number
  /** Unsent bytes above which a connection gets no positions until it has caught up. */
  readonly slowBytes: number
  /** Unsent bytes above which a connection is closed. */
  readonly tooSlowBytes: number
  /** A stream sends one connection at most one key frame in this time. */
  readonly keyEveryMs: number
  /** How often every connection's session is checked again, for sessions that end by time alone. */
  readonly reauthorizeEveryMs: number
  /** How long sockets have to close cleanly when the gateway closes. */
  readonly closeWithinMs: number
  readonly pingEveryMs: number
  readonly pongWithinMs: number
}

/** The rates of an account: enough for 20 pages that load at once after a restart. */
export const ratesOf = (perSecond: number) => ({
  commands: { perSecond, burst: perSecond * 5 },
  queries: { perSecond, burst: perSecond * 5 },
  watches: { perSecond, burst: perSecond * 10 },
})

/** A hub that starts again gets the pages of everyone behind an address at once. */
export const handshakesOf = (perSecond: number): Rate => ({ perSecond, burst: perSecond * 20 })

/** How fast an account opens connections. One that may have any number of them may open them at any rate. @param most 0 for any number */
export const socketsOf = (most: number): Rate =>
  most === 0 ? { perSecond: 1e6, burst: 1e6 } : { perSecond: 2, burst: 40 }

export const defaultLimits: Limits = {
  ...ratesOf(20),
  sockets: socketsOf(20),
  networkFactor: 10,
  malformed: { perSecond: 0.2, burst: 10 },
  excess: { perSecond: 2, burst: 100 },
  handshakes: handshakesOf(50),
  messageBytes: 64 * 1024,
  watched: 200,
  socketsPerAccount: 20,
  socketsPerAddress: 200,
  slowBytes: 64 * 1024,
  tooSlowBytes: 1024 * 1024,
  keyEveryMs: 1_000,
  reauthorizeEveryMs: 30_000,
  closeWithinMs: 1_000,
  pingEveryMs: 10_000,
  pongWithinMs: 6_000,
}

export type RateName = 'commands' | 'queries' | 'watches' | 'malformed' | 'excess'

/** The buckets of the rates that are a connection's own, as far as it has used them; empty for a connection that only receives. */
export type UsedRates = { [Name in RateName]?: TokenBucket }

/** The WebSocket of a connection, as far as it says that a frame has arrived: also one that no other code sees. */
interface FrameSource {
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown
  terminate(): void
}

const countedRates = ['commands', 'queries', 'watches', 'malformed', 'excess'] as const
/** Answers to the hub's own pings. */
const besides: Rate = { perSecond: 10, burst: 100 }

/** All messages that the rates of a connection admit together, or tolerate. */
function frameRateOf(limits: Pick<Limits, (typeof countedRates)[number]>): Rate {
  const rates = [besides, ...countedRates.map((name) => limits[name])]
  const sum = (of: (rate: Rate) => number) => rates.reduce((total, rate) => total + of(rate), 0)
  return { perSecond: sum(({ perSecond }) => perSecond), burst: sum(({ burst }) => burst) }
}

/**
 * Makes the function that ends a connection which sends more frames than all its rates allow. Pings of the WebSocket, heartbeats and
 * empty packets are answered or ignored by the libraries, and counted nowhere else.
 */
export function createFrameLimit(limits: Pick<Limits, (typeof countedRates)[number]>, clock: Pick<Clock, 'monotonic'>) {
  const rate = frameRateOf(limits)
  return (socket: FrameSource) => {
    const bucket = fullBucket(rate, clock.monotonic())
    const count = () => {
      if (!takeToken(bucket, rate, clock.monotonic())) socket.terminate()
    }
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, count)
  }
}
