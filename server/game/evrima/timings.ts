/** How patient the link is, in milliseconds. The reply limits are those that independent clients have settled on. */
export interface Timings {
  readonly connectMs: number
  readonly firstByteMs: number
  /** For commands that the game sometimes leaves unanswered. */
  readonly silentMs: number
  /** A reply that looks finished is taken when nothing more came for this long. */
  readonly quietMs: number
  /** The same for a reply that does not look finished. */
  readonly unfinishedMs: number
  readonly wholeReplyMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** A wrong password is only put right by people, and asking often looks like guessing. */
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
  longestRetryMs: 30_000,
  refusedRetryMs: 30_000,
}
