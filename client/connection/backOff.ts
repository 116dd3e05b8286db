const firstMs = 400
const longestMs = 10_000

/**
 * How long to wait before the next attempt, in ms: doubles up to ten seconds, and is spread from half to the whole of
 * that, so that a hub that comes back is not met by everyone at once.
 * @param failures attempts that failed so far, from 0 @param random 0 to 1
 */
export const backOff = (failures: number, random: number) =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures, 20)) * (0.5 + random / 2)

const longestMoveMs = 250

/** How long somebody waits whom a hub has sent away in order, in ms: only so long that not all of them arrive at once. @param random 0 to 1 */
export const movingMs = (random: number) => longestMoveMs * random
