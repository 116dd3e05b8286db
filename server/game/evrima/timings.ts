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
  readonly wholeReplyMs: number
  readonly firstRetryMs: number
  readonly maxRetryMs: number
  /** Long, since only a person can correct a wrong password, and frequent attempts look like guessing. */
  readonly refusedRetryMs: number
}

export const defaultTimings: Timings = {
  connectMs: 5_000,
  firstByteMs: 5_000,
  silentMs: 1_500,
  quietMs: 250,
  unfinishedMs: 1_000,
  wholeReplyMs: 15_000,
  firstRetryMs: 500,
  maxRetryMs: 30_000,
  refusedRetryMs: 30_000,
}
