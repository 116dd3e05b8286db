/** So many things at once, the others in the order in which they came. */
export function createLanes(width: number) {
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (busy === width) await new Promise<void>((resolve) => void waiting.push(resolve))
      else busy++
      return work().finally(() => {
        const next = waiting.shift()
        if (next) next()
        else busy--
      })
    },
  }
}
