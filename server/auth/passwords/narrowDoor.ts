/** There is no room to wait any more. */
export class DoorCrowded extends Error {}

/**
 * Lets so many pieces of work go on at the same time, and so many wait, in the order in which they came. scrypt is worked out
 * on the few threads that also read and write files: all of them at once would hold up the hub.
 */
export function createNarrowDoor(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let inside = 0

  const enter = async () => {
    if (inside < atOnce) {
      inside += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new DoorCrowded('Too many are waiting.')
    // Who goes gives their place to the next: nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }
  /** @throws DoorCrowded, or what the work throws */
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await enter()
    return work().finally(leave)
  }
}
