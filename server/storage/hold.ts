import type { Hold } from '../engine/storage.ts'
import type { SerialQueue } from './serialQueue.ts'

interface HoldDeps {
  /** What runs in it waits while the store is held. */
  readonly queue: SerialQueue
  begin(): Promise<void>
  isKept(): Promise<boolean>
  end(): Promise<void>
}

/** Holds a store by keeping its queue busy: checkpoints, erasures and prunings wait until the reader is done. */
export function createHolding({ queue, begin, isKept, end }: HoldDeps) {
  const holds = new Set<() => void>()
  const hold = async (): Promise<Hold> => {
    const over = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let isOver = false
    const own = () => {
      isOver = true
      over.resolve()
    }
    holds.add(own)
    const ended = queue(async () => {
      try {
        await begin().then(begun.resolve, begun.reject)
        await over.promise
      } finally {
        holds.delete(own)
        await end()
      }
    })
    await begun.promise.catch((error: unknown) => {
      own()
      throw error
    })
    return {
      isKept: async () => !isOver && (await isKept()),
      async letGo() {
        own()
        await ended.catch(() => {})
      },
    }
  }
  return {
    hold,
    /** Before the store is closed, or its lease given back. */
    letGo() {
      for (const own of holds) own()
    },
  }
}
