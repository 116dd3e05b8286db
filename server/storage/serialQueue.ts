/** One after the other, in the order in which it was asked for, whatever becomes of each. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
export type SerialQueue = ReturnType<typeof createSerialQueue>
