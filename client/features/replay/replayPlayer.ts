import type { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import { createSegmentReader, type Reading, type SegmentReader } from './segmentReader.ts'

/** What is to be seen at a moment. */
export interface ShownReading {
  readonly reading: Reading
  /** Where the animals walk from; null where nothing tells: at the beginning, and after a gap. */
  readonly before: Reading | null
  /** Epoch ms from which on this segment cannot be read; null when all of it can. */
  readonly brokenAt: number | null
}

export interface ReplayPlayer {
  /** Takes a segment; one that begins at the same moment is replaced, as the last one grows. */
  add(segment: ReplaySegment): void
  /** The segment that holds a moment, if it is here. */
  holding(at: number): ReplaySegment | null
  /** What is seen at a moment; null in a gap, or while its segment is not here. Depends on nothing that was shown before. */
  show(at: number): ShownReading | null
  clear(): void
}

/** Segments are kept this many: some behind, some ahead. */
const mostSegments = 12
/** Readings further apart than this many intervals have a gap between them: nobody knows what happened there. */
const gapIntervals = 3
const leastGapMs = 5_000

const isGap = (from: number, to: number, everyMs: number) => to - from > Math.max(leastGapMs, gapIntervals * everyMs)
const isGapBetween = (before: Reading, next: Reading) =>
  isGap(before.at, next.at, Math.max(before.everyMs, next.everyMs))

interface Kept {
  readonly segment: ReplaySegment
  /** Made when it is first looked into. */
  reader: SegmentReader | null
}

const readerOf = (kept: Kept): SegmentReader => {
  kept.reader ??= createSegmentReader(kept.segment)
  return kept.reader
}

/** The moments that were recorded, as they were shown: segments go in, what is seen at a moment comes out. */
export function createReplayPlayer(): ReplayPlayer {
  let kept: Kept[] = []

  const holder = (at: number): Kept | undefined => {
    const last = kept.findLast(({ segment }) => segment.from <= at)
    return last && !isGap(last.segment.until, at, last.segment.everyMs) ? last : undefined
  }
  /** The last reading before a segment begins. */
  const lastBefore = ({ segment }: Kept): Reading | null => {
    const earlier = kept.findLast((other) => other.segment.from < segment.from)
    if (!earlier) return null
    const reader = readerOf(earlier)
    return reader.read(reader.indexAt(segment.from - 1))?.reading ?? null
  }
  /** What is far from the moment goes. */
  const forgetFar = (at: number) => {
    const distance = ({ segment }: Kept) => Math.abs(segment.from - at)
    const near = [...kept].sort((a, b) => distance(a) - distance(b)).slice(0, mostSegments)
    kept = near.sort((a, b) => a.segment.from - b.segment.from)
  }

  return {
    add(segment) {
      kept = [...kept.filter((other) => other.segment.from !== segment.from), { segment, reader: null }]
      forgetFar(segment.from)
    },
    holding: (at) => holder(at)?.segment ?? null,
    show(at) {
      const held = holder(at)
      if (!held) return null
      const reader = readerOf(held)
      const pair = reader.read(reader.indexAt(at))
      if (!pair) return null
      const { reading } = pair
      const before = pair.before ?? (reading.at === held.segment.from ? lastBefore(held) : null)
      const isNew = before === null || isGapBetween(before, reading)
      return { reading, before: isNew ? null : before, brokenAt: reader.brokenAt() }
    },
    clear() {
      kept = []
    },
  }
}
