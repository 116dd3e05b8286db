/** The thread does nothing else during a piece: an append waits for at most about this long, and for the disk. */
const AT_MOST_MS = 10
const SMALLEST_SHARE = 1 / 64

export type Pace = ReturnType<typeof createPace>

/**
 * How much the pieces of an erasure may look at. Their limits of rows and bytes hold on any machine; on a slow or busy one a piece ends
 * earlier, and the next ones are smaller, so that appends never wait for long. @param now in ms, never set back
 */
export const createPace = (now: () => number) => {
  let share = 1
  let begunAt = now()
  return {
    /** Called before each piece. */
    begin() {
      begunAt = now()
    },
    /** Called after each piece: one that took too long makes the next one half as large. */
    end() {
      const tookMs = now() - begunAt
      if (tookMs > AT_MOST_MS) share = Math.max(share / 2, SMALLEST_SHARE)
      else if (tookMs < AT_MOST_MS / 2) share = Math.min(share * 1.25, 1)
    },
    /** @param most on a quick machine @returns at least 1 */
    limit: (most: number) => Math.max(1, Math.floor(most * share)),
    /** Whether the piece may go on, as far as time goes. */
    hasTime: () => now() - begunAt < AT_MOST_MS,
  }
}
