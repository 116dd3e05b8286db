export interface TimeLimit {
  /** Says what is being done. Rejects when all steps together have taken too long: what is waited for may never come. */
  step<T>(what: string, work: () => Promise<T>): Promise<T>
  /** The same for what brings a figure, which is said too. */
  measured(what: string, work: () => Promise<number>): Promise<number>
}

/** A bench ends, and tells meanwhile where it is. */
export function createTimeLimit(minutes: number, say: (line: string) => void = console.log): TimeLimit {
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`
  const within = async <T>(what: string, work: () => Promise<T>) => {
    const limit = Promise.withResolvers<never>()
    const why = new Error(`The bench was given up after ${minutes} minutes, at: ${what}.`)
    const timer = setTimeout(() => limit.reject(why), startedAt + minutes * 60_000 - performance.now())
    try {
      return await Promise.race([work(), limit.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    step(what, work) {
      say(`  ${elapsed()}: ${what}`)
      return within(what, work)
    },
    async measured(what, work) {
      const figure = await within(what, work)
      say(`  ${elapsed()}: ${what} ${figure.toFixed(2)} ms`)
      return figure
    },
  }
}
