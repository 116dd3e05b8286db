import { isFull } from './problem.ts'
import type { Standing } from './standing.ts'

/** Frames (4 kB each) in the log from which a quiet moment is used to carry them over into the database. */
const QUIET_FRAMES = 250
/** Frames from which it is done even under load: bounds the log, and the time a restart takes. */
const BUSY_FRAMES = 4000
/** Long enough to be a pause between commands, short enough to come often on a busy evening. */
const QUIET_MS = 10

/**
 * Empties SQLite's log between batches. Left to itself SQLite does that inside of a commit, and whoever waits for that
 * commit pays for a thousand others.
 */
export const createTidying = (standing: Standing) => {
  const { database } = standing
  const look = database.prepare('PRAGMA wal_checkpoint(NOOP)')
  const carryOver = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let timer: NodeJS.Timeout | undefined
  /** After a failure for want of room the log may grow by as much again before the next try. */
  let limit = BUSY_FRAMES

  const waiting = () => {
    const row = look.get()
    return Number(row?.log ?? 0) - Number(row?.checkpointed ?? 0)
  }

  /** What goes wrong here went wrong for nobody's write; but a store that cannot do this must not go on. */
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (isFull(error)) limit += BUSY_FRAMES
      else standing.broken ??= `The journal stopped, because its log could not be carried over: ${error}`
    }
  }

  const tidy = () =>
    guarded(() => {
      carryOver.get()
      limit = BUSY_FRAMES
    })

  const tidyOrWait = () =>
    guarded(() => {
      const frames = waiting()
      if (frames >= limit) tidy()
      else if (frames >= QUIET_FRAMES) timer = setTimeout(tidy, QUIET_MS)
    })

  return {
    afterWrites() {
      clearTimeout(timer)
      tidyOrWait()
    },
    stop: () => clearTimeout(timer),
  }
}
