import type { Clock } from '../../engine/clock.ts'

/** Waiting that ends early when the work is stopped. */
export function createPauses(clock: Clock) {
  const waking = new Set<() => void>()
  let isStopped = false
  return {
    isStopped: () => isStopped,
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        if (isStopped) return resolve()
        const wake = () => {
          waking.delete(wake)
          cancel()
          resolve()
        }
        const cancel = clock.after(ms, wake)
        waking.add(wake)
      }),
    /** What the work brings, or null when it takes longer. Its failure is thrown, unless it comes too late. */
    within: async <T>(ms: number, work: Promise<T>): Promise<{ readonly brought: T } | null> => {
      let cancel = () => {}
      const tooLong = new Promise<null>((resolve) => {
        cancel = clock.after(ms, () => resolve(null))
      })
      const done = work.then((brought) => ({ brought }))
      done.catch(() => {})
      return Promise.race([done, tooLong]).finally(cancel)
    },
    stop() {
      isStopped = true
      for (const wake of [...waking]) wake()
    },
  }
}
export type Pauses = ReturnType<typeof createPauses>
