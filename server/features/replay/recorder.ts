import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import type { Patch } from '../../../shared/protocol/down.ts'
import type { Published } from '../../engine/hub.ts'
import { createOpenSegment, type OpenSegment, type SegmentBuffer } from './segments.ts'

/** Whoever seeks a moment reads one segment from its beginning. */
const longestMs = 60_000
/** An answer goes down a socket that is let go at a megabyte unsent, and holds up its positions meanwhile. */
const mostStepBytes = 192 * 1024
/** One reading may be late and one may fail before people are told that nobody read the game; nor are a few seconds a gap. */
const readingsToGap = 3
const leastGapMs = 5_000

interface RecorderParts {
  readonly shelf: SegmentBuffer
  /** The document whose patches are recorded. */
  readonly rosterId: DocumentId
  /** The roster as everyone sees it. */
  roster(): Roster
  /** Key frame of the stream as of its last delta. */
  key(at: number): Uint8Array
}
export type Recorder = ReturnType<typeof createRecorder>

/**
 * Keeps what was shown: each reading is the patches of the roster since the last one, and the frame of the stream as it was
 * sent. A segment begins with what stands after a reading, so that it is played without those before.
 */
export function createRecorder({ shelf, rosterId, roster, key }: RecorderParts) {
  let patches: Patch[] = []
  let last = nothingBefore
  /** Begins where the last segment ended, and is nothing to play before it has a reading of its own. */
  let next: OpenSegment | null = null

  const begun = (at: number) => {
    const { players, everyMs } = roster()
    return createOpenSegment({ from: at, everyMs, players, key: key(at) })
  }
  const end = () => {
    const open = shelf.open()
    if (open) shelf.shelve(open)
    shelf.setOpen(null)
    next = null
  }
  const startAnew = (at: number) => {
    end()
    shelf.setOpen(begun(at))
  }
  const goOn = (open: OpenSegment, at: number, step: { patches: Patch[]; frame: Uint8Array }) => {
    open.add({ at, ...step })
    shelf.setOpen(open)
    next = null
    if (!isFull(open, roster().everyMs)) return
    end()
    next = begun(at)
  }
  return {
    /** To be told of everything that is published, in its order. */
    published(changes: readonly Published[]) {
      for (const change of changes) if (change.id === rosterId) patches.push(...change.patches)
    },
    /** A reading was shown: its frame, and all patches since the one before. @param at epoch ms */
    tick(at: number, frame: Uint8Array) {
      const reading = { at, everyMs: roster().everyMs }
      const step = { patches, frame }
      const open = next ?? shelf.open()
      const isNext = follows(reading, last)
      patches = []
      // Until this one is taken whole nothing may follow it.
      last = nothingBefore
      if (open && isNext) goOn(open, at, step)
      else startAnew(at)
      last = reading
    },
    /** Nothing more comes: what was recorded goes on the shelf. */
    end,
  }
}

const isFull = (segment: OpenSegment, everyMs: number) =>
  segment.until() + everyMs - segment.from > longestMs || segment.stepBytes() >= mostStepBytes

interface Moment {
  readonly at: number
  /** How long after it the next one was due: less often while nobody watches. */
  readonly everyMs: number
}
const nothingBefore: Moment = { at: Number.NEGATIVE_INFINITY, everyMs: 0 }

const follows = (reading: Moment, last: Moment) =>
  reading.at > last.at &&
  reading.at - last.at <= Math.max(leastGapMs, readingsToGap * Math.max(reading.everyMs, last.everyMs))
