import type { Clock } from './clock.ts'

/** Delays that end early when the worker stops. */
export function createDelays(clock: Clock) {
  const pending = new Set<() => void>()
  let isStopped = false
  return {
    isStopped: () => isStopped,
    delay: (ms: number) =>
      new Promise<void>((resolve) => {
        if (isStopped) return resolve()
        const end = () => {
          pending.delete(end)
          cancel()
          resolve()
        }
        const cancel = clock.after(ms, end)
        pending.add(end)
      }),
    /** The result of the work, or null after `ms`. An error of the work is thrown unless it comes after that. */
    within: async <T>(ms: number, work: Promise<T>): Promise<{ readonly result: T } | null> => {
      let cancel = () => {}
      const timeout = new Promise<null>((resolve) => {
        cancel = clock.after(ms, () => resolve(null))
      })
      const done = work.then((result) => ({ result }))
      done.catch(() => {})
      return Promise.race([done, timeout]).finally(cancel)
    },
    stop() {
      isStopped = true
      for (const end of [...pending]) end()
    },
  }
}
export type Delays = ReturnType<typeof createDelays>
