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
