import { type Clock, every } from '../../engine/clock.ts'
import type { KeepingLog, SegmentPlace } from './keeping.ts'
import type { Shelf, Squeeze } from './shelf.ts'

/** What a crash may lose of the replay. */
const everyMs = 5_000
/** A disk that took nothing is left in peace for a while. */
const againAfterMs = 60_000

interface SavingParts {
  readonly place: SegmentPlace
  readonly shelf: Shelf
  readonly squeeze: Pick<Squeeze, 'pack'>
  readonly clock: Clock
  readonly log: KeepingLog
}

/** One round of writing. */
function createWriting({ place, shelf, squeeze }: Omit<SavingParts, 'clock' | 'log'>) {
  let savedOpen = ''
  let leaving: number[] = []

  const saveOpen = async () => {
    const open = shelf.open()
    const state = open && `${open.from} ${open.until()}`
    if (!open || state === null || state === savedOpen) return
    await place.write(open.from, squeeze.pack(shelf.textOf(open)))
    savedOpen = state
  }
  const work = async () => {
    leaving.push(...shelf.takeForgotten().map(({ from }) => from))
    for (const from of leaving) await place.remove(from)
    leaving = []
    for (const segment of shelf.segments().filter(({ isSaved }) => !isSaved)) {
      const { packed } = segment
      await place.write(segment.from, packed)
      // It may have been rewritten meanwhile.
      segment.isSaved = segment.packed === packed
    }
    await saveOpen()
  }
  return {
    work,
    /** What is being recorded is to be written again, whether it has grown or not. */
    again() {
      savedOpen = ''
    },
  }
}

/**
 * Writes down what was recorded, the segment under recording as well, and takes away what has had its time. A disk that does
 * not take it is told of once, and tried again each minute; the replay goes on in memory.
 */
export function startSaving({ clock, log, ...parts }: SavingParts) {
  const { place } = parts
  const { work, again } = createWriting(parts)
  let failedAt: number | null = null

  const save = async () => {
    try {
      await work()
      if (failedAt !== null) log.info('replay: written to the disk again')
      failedAt = null
    } catch (error) {
      if (failedAt === null)
        log.error({ err: error }, `replay: ${place.folder} takes nothing, so that it is kept in memory only`)
      failedAt = clock.now()
    }
  }
  let saving = Promise.resolve()
  const saveAfter = () => {
    saving = saving.then(save)
    return saving
  }
  const pace = () => (failedAt === null ? everyMs : againAfterMs)
  const stop = every(clock, pace, saveAfter)
  return {
    /** Resolves when nothing is being written. */
    settled: () => saving,
    /** Writes everything that is to be written, now. @throws when the disk did not take it */
    async now() {
      again()
      await saveAfter()
      if (failedAt !== null)
        throw new Error(`${place.folder} takes nothing: what was to be rewritten there is as it was`)
    },
    /** Writes what is not written yet, and no more after that. */
    async close() {
      stop()
      await saveAfter()
    },
  }
}
