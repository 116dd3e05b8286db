import type { Rate } from './tokenBucket.ts'

/** What one socket may do, and when the gateway loses patience with it. */
export interface Limits {
  readonly commands: Rate
  readonly queries: Rate
  readonly watches: Rate
  /** Messages that are none: unknown events, wrong arity, what no schema accepts. Beyond it the socket is closed. */
  readonly malformed: Rate
  /** Messages above the other rates that are still answered with "too fast" before the socket is closed. */
  readonly patience: Rate
  /** The largest message, in bytes. */
  readonly messageBytes: number
  /** Documents and streams that one socket may watch. */
  readonly watched: number
  /** Open connections of one address; of IPv6 of one /64. 0 for any number. This machine may hold any number. */
  readonly socketsPerAddress: number
  /** Unsent bytes above which a viewer gets no positions until it has caught up. */
  readonly slowBytes: number
  /** Unsent bytes above which a viewer is let go. */
  readonly stuckBytes: number
  /** A stream gives one viewer at most one key frame in this time. */
  readonly keyEveryMs: number
  /** Every socket's session is asked for anew this often, for those that end by time alone. */
  readonly reauthorizeEveryMs: number
  /** How long sockets have to say goodbye when the gateway closes. */
  readonly closeWithinMs: number
  readonly pingEveryMs: number
  readonly pongWithinMs: number
}

export const defaultLimits: Limits = {
  commands: { perSecond: 20, burst: 60 },
  queries: { perSecond: 10, burst: 40 },
  watches: { perSecond: 10, burst: 60 },
  malformed: { perSecond: 0.2, burst: 10 },
  patience: { perSecond: 2, burst: 100 },
  messageBytes: 64 * 1024,
  watched: 200,
  socketsPerAddress: 200,
  slowBytes: 64 * 1024,
  stuckBytes: 1024 * 1024,
  keyEveryMs: 1_000,
  reauthorizeEveryMs: 30_000,
  closeWithinMs: 1_000,
  pingEveryMs: 10_000,
  pongWithinMs: 6_000,
}
