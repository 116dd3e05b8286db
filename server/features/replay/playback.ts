import type { Stretch } from '../../../shared/features/replay/queries.ts'
import type { Shelf } from './shelf.ts'

/** A segment that can be played. */
export interface Playable extends Stretch {
  /** A ReplaySegment as JSON. */
  text(): string
}
export type Playback = ReturnType<typeof createPlayback>

/** What can be played of a shelf, and why there is not more. */
export function createPlayback(shelf: Shelf) {
  /** Epoch ms of each file that should have held a segment and did not. */
  let unfit: number[] = []

  /** Oldest first. */
  const playable = (): readonly Playable[] => {
    const shelved = shelf
      .segments()
      .map(({ from, until, packed }) => ({ from, until, text: () => shelf.unpack(packed) }))
    const open = shelf.open()
    if (!open || shelf.isOld(open.until())) return shelved
    return [...shelved, { from: open.from, until: open.until(), text: () => shelf.textOf(open) }]
  }
  return {
    keptMs: shelf.keptMs,
    unfit: (at: number) => void unfit.push(at),
    stretches: () => joined(playable()),
    /** The segment in which this moment lies, or else the first after it; of two that meet there, the later. */
    find(at: number): Playable | null {
      const all = playable()
      return all.findLast(({ from, until }) => from <= at && at <= until) ?? all.find(({ from }) => from > at) ?? null
    },
    truncated(): string | null {
      unfit = unfit.filter((at) => !shelf.isOld(at))
      const reasons = [
        ...(shelf.keptMs > 0 ? [] : ['The replay is off: the hub was started with REPLAY_MINUTES=0.']),
        ...(shelf.hasDropped() ? [`The oldest part was dropped: ${megabytes(shelf.mostBytes)} at most are kept.`] : []),
        ...(unfit.length > 0 ? [`${unfitWords(unfit.length)} left out: the log of the hub says which and why.`] : []),
      ]
      return reasons.length > 0 ? reasons.join(' ') : null
    },
  }
}

/** A segment begins where the one before it ended, unless nobody read the game meanwhile. */
function joined(segments: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { from, until } of segments) {
    const last = stretches.at(-1)
    if (last && from <= last.until) last.until = Math.max(until, last.until)
    else stretches.push({ from, until })
  }
  return stretches
}

const megabytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024 / 1024))} MB`
const unfitWords = (count: number) =>
  count === 1 ? 'One damaged or foreign file was' : `${count} damaged or foreign files were`
