import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * About so long at a time, ms. Linux lets a thread of any priority run for a few milliseconds before a more urgent one gets its processor: an
 * answer of the hub may wait for a whole piece.
 */
const WORK_MS = 1
/** Rests three times as long as the work took, on a busy machine too: there both take longer. */
const REST_SHARE = 3
const LONGEST_REST_MS = 250

/**
 * When a process that works beside the hub rests, and how long: a wake-up or a write of the hub then finds processor and disk free most
 * of the time, and waits for a small piece of work otherwise. @param now ms, never set back
 */
export function createRests(now: () => number) {
  let since = now()
  return {
    isDue: () => now() - since >= WORK_MS,
    /** How long to rest now, ms. To be called when the piece of work is over, with its writes. */
    length: () => Math.min((now() - since) * REST_SHARE, LONGEST_REST_MS),
    /** The rest is over. */
    goOn() {
      since = now()
    },
  }
}
export type Rests = ReturnType<typeof createRests>

/** Above the priority of what only fills idle time, below that of everything else. */
const NICE = 10

/**
 * Gives way to the hub on the processor with all threads that there are; later ones are as the one that starts them. Linux keeps a priority
 * for each thread, and those that compress and collect garbage are there before the first line runs.
 */
export function giveWay() {
  for (const thread of threads())
    try {
      setPriority(thread, NICE)
    } catch {
      // Where the system does not allow it, or the thread has ended, it runs like any other.
    }
}

/** 0 is this process. */
const threads = (): readonly number[] => {
  try {
    return [0, ...readdirSync('/proc/self/task').map(Number)]
  } catch {
    return [0]
  }
}
