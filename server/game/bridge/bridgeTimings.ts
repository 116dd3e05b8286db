/** How patient the link is, in milliseconds. */
export interface BridgeTimings {
  readonly connectMs: number
  readonly answerMs: number
  /** Between two looks whether it is there. */
  readonly lookEveryMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
}

export const bridgeTimings: BridgeTimings = {
  connectMs: 3_000,
  answerMs: 10_000,
  lookEveryMs: 30_000,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
}
