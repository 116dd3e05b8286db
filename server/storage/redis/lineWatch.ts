import type { Wire } from './wire.ts'

const LOOK_EVERY_MS = 250

/** Sees to it that nobody waits for ever: a Redis that is paused, or cut off without a word, closes no connection. */
export function createLineWatch(answersWithinMs: number, wire: () => Wire | null) {
  const waits = new Set<{ readonly dueAt: number }>()
  let heardAt = performance.now()
  const isLate = () => {
    const now = performance.now()
    return [...waits].some(({ dueAt }) => dueAt < now)
  }
  const until = async <T>(answer: Promise<T>, withinMs: number): Promise<T> => {
    const wait = { dueAt: performance.now() + answersWithinMs + withinMs }
    waits.add(wait)
    try {
      return await answer
    } finally {
      waits.delete(wait)
      heardAt = performance.now()
    }
  }
  const look = () => {
    // What came while this process stood still is heard first.
    if (isLate())
      setImmediate(() => {
        if (isLate()) wire()?.destroy(new Error(`it did not answer within ${answersWithinMs} ms`))
      })
    else if (waits.size === 0 && performance.now() - heardAt > answersWithinMs / 2) void ping(wire())
  }
  const ping = async (quiet: Wire | null) => {
    if (quiet) await until(quiet.call(['PING']), 0).catch(() => {})
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    /** The same answer; the connection is given up when it does not come in time. @param withinMs beside the usual */
    until,
    forget: () => waits.clear(),
    stop: () => clearInterval(timer),
  }
}
