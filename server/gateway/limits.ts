/** A sustained rate with a burst allowance. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** The limits of one connection, and the gateway's own timings. */
export interface Limits {
  readonly commands: Rate
  readonly queries: Rate
  readonly watches: Rate
  /** Malformed messages: unknown events, wrong arity, input that no schema accepts. Beyond this rate the socket is closed. */
  readonly malformed: Rate
  /** Messages above the other rates that are still answered with "too fast". Beyond this rate the socket is closed. */
  readonly excess: Rate
  /** The largest message, in bytes. */
  readonly messageBytes: number
  /** Documents and streams that one socket may watch. */
  readonly watched: number
  /** Open connections of one address (IPv6: of one /64); 0 for no limit. Loopback addresses are not limited. */
  readonly socketsPerAddress: number
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

export const defaultLimits: Limits = {
  commands: { perSecond: 20, burst: 60 },
  queries: { perSecond: 10, burst: 40 },
  watches: { perSecond: 10, burst: 60 },
  malformed: { perSecond: 0.2, burst: 10 },
  excess: { perSecond: 2, burst: 100 },
  messageBytes: 64 * 1024,
  watched: 200,
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

/** The buckets of the rates that a connection has used so far; empty for a connection that only receives. */
export type UsedRates = { [Name in RateName]?: TokenBucket }

interface TokenBucket {
  tokens: number
  /** When `tokens` was computed, epoch ms. */
  at: number
}

export const fullBucket = ({ burst }: Rate, now: number): TokenBucket => ({ tokens: burst, at: now })

/** Takes one token. False when the bucket is empty. */
export function takeToken(bucket: TokenBucket, { perSecond, burst }: Rate, now: number): boolean {
  // A clock that is set back must not take tokens away.
  const elapsedMs = Math.max(0, now - bucket.at)
  bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond)
  bucket.at = now
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}
