import type { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import { createSegmentReader, type Reading, type SegmentReader } from './segmentReader.ts'

/** The state that is shown at a moment. */
export interface ShownReading {
  readonly reading: Reading
  /** The reading from which animals move; null at the beginning and after a gap. */
  readonly before: Reading | null
  /** Epoch ms from which this segment is unreadable; null if all of it is readable. */
  readonly brokenAt: number | null
}

export interface ReplayPlayer {
  /** Adds a segment; one with the same start is replaced, since the last one grows. */
  add(segment: ReplaySegment): void
  /** The loaded segment that contains a moment. */
  holding(at: number): ReplaySegment | null
  /** The state that is shown at a moment; null in a gap or if its segment is not loaded. Independent of earlier calls. */
  show(at: number): ShownReading | null
  clear(): void
}

/** Maximum number of loaded segments. */
const mostSegments = 12
/** Readings further apart than this many intervals have a gap between them. */
const gapIntervals = 3
const leastGapMs = 5_000

const isGap = (from: number, to: number, everyMs: number) => to - from > Math.max(leastGapMs, gapIntervals * everyMs)
const isGapBetween = (before: Reading, next: Reading) =>
  isGap(before.at, next.at, Math.max(before.everyMs, next.everyMs))

interface LoadedSegment {
  readonly segment: ReplaySegment
  /** Created on first use. */
  reader: SegmentReader | null
}

const readerOf = (loaded: LoadedSegment): SegmentReader => {
  loaded.reader ??= createSegmentReader(loaded.segment)
  return loaded.reader
}

/** Holds loaded segments and returns the state that was shown at a moment. */
export function createReplayPlayer(): ReplayPlayer {
  let loaded: LoadedSegment[] = []

  const holder = (at: number): LoadedSegment | undefined => {
    const last = loaded.findLast(({ segment }) => segment.from <= at)
    return last && !isGap(last.segment.until, at, last.segment.everyMs) ? last : undefined
  }
  /** The last reading before a segment begins. */
  const lastBefore = ({ segment }: LoadedSegment): Reading | null => {
    const earlier = loaded.findLast((other) => other.segment.from < segment.from)
    if (!earlier) return null
    const reader = readerOf(earlier)
    return reader.read(reader.indexAt(segment.from - 1))?.reading ?? null
  }
  /** Drops the segments that are furthest from a moment. */
  const forgetFar = (at: number) => {
    const distance = ({ segment }: LoadedSegment) => Math.abs(segment.from - at)
    const near = [...loaded].sort((a, b) => distance(a) - distance(b)).slice(0, mostSegments)
    loaded = near.sort((a, b) => a.segment.from - b.segment.from)
  }

  return {
    add(segment) {
      loaded = [...loaded.filter((other) => other.segment.from !== segment.from), { segment, reader: null }]
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
      loaded = []
    },
  }
}
