/** Runs work one after the other, in the order of the calls, whether or not the work before failed. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
export type SerialQueue = ReturnType<typeof createSerialQueue>
