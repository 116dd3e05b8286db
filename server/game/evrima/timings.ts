/** Timeouts and intervals in ms. The reply limits are those of independent clients. */
export interface Timings {
  readonly connectMs: number
  readonly firstByteMs: number
  /** For commands to which the game sometimes gives no reply. */
  readonly silentMs: number
  /** A reply that looks complete is accepted when nothing more has arrived for this long. */
  readonly quietMs: number
  /** The same for a reply that does not look complete. */
  readonly unfinishedMs: number
  /** A longer reply is skipped to its end. */
  readonly wholeReplyMs: number
  /** A game that is still sending then has no end: the connection is closed. */
  readonly floodMs: number
  /** The delay before the next attempt while nothing listens: doubled each time, up to the longest. */
  readonly firstRetryMs: number
  readonly maxRetryMs: number
  /** The least delay after a refused password, since only a person can correct it, and frequent attempts look like guessing. */
  readonly refusedRetryMs: number
  /**
   * The delays after a fault of an open connection that occurs again within ten minutes. The game leaks a socket for each connection:
   * with these a lasting fault causes at most ten connections in its first hour, and six in each further one.
   */
  readonly faultRetriesMs: readonly number[]
  /** After so long without one byte in spite of requests a new connection is tried, since this one may be dead; then after twice as long. */
  readonly silenceMs: number
}

export const defaultTimings: Timings = {
  connectMs: 5_000,
  firstByteMs: 5_000,
  silentMs: 1_500,
  quietMs: 250,
  unfinishedMs: 1_000,
  wholeReplyMs: 15_000,
  floodMs: 60_000,
  firstRetryMs: 500,
  maxRetryMs: 30_000,
  refusedRetryMs: 30_000,
  faultRetriesMs: [500, 10_000, 60_000, 300_000, 600_000],
  silenceMs: 600_000,
}
