import type { ReplaySegment, ReplayStep } from '../../../shared/features/replay/queries.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import { applyPatches } from '../../../shared/protocol/applyPatches.ts'
import { createPositionsDecoder, type PositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import type { PositionReading } from '../../map/tracks.ts'
import { degreesOf } from '../map/positionStream.ts'

/** The state that the hub read from the game at one moment. */
export interface Reading {
  /** Epoch ms. */
  readonly at: number
  /** Time until the next reading was due, ms: the game is read less often while there are no viewers. */
  readonly everyMs: number
  readonly players: Roster['players']
  /** By slot. */
  readonly places: ReadonlyMap<number, PositionReading>
}

/** A reading, and the previous one in the same segment. */
interface ReadingPair {
  readonly before: Reading | null
  readonly reading: Reading
}

export interface SegmentReader {
  /** The number of readings; the first is the key frame's. */
  readonly length: number
  /** The index of the last reading at or before a moment; -1 before the first. */
  indexAt(at: number): number
  /**
   * Reads a reading: forwards from the current one, backwards from the key frame. If a frame is unreadable, returns the
   * last reading before it; null if the key frame is.
   */
  read(index: number): ReadingPair | null
  /** Epoch ms of the first unreadable reading; null if none was found. */
  brokenAt(): number | null
}

const timesOf = ({ from, steps }: ReplaySegment) => [from, ...steps.map(({ at }) => at)]

/** Reads a segment with the same frames and patches that a live page received. */
export function createSegmentReader(segment: ReplaySegment): SegmentReader {
  const times = timesOf(segment)
  let decoder: PositionsDecoder = createPositionsDecoder()
  let document: Roster
  let index = -1
  let pair: ReadingPair | null = null
  let brokenAt: number | null = null

  const restart = () => {
    decoder = createPositionsDecoder()
    document = { players: segment.players, readAt: segment.from, everyMs: segment.everyMs }
    const isRead = isApplied(decoder, segment.key)
    if (!isRead) brokenAt = segment.from
    index = 0
    pair = isRead ? { before: null, reading: readingOf(decoder, segment.from, document) } : null
  }
  const step = ({ at, patches, frame }: ReplayStep): boolean => {
    const next = patched(document, patches)
    if (!next || !pair || !isApplied(decoder, frame)) {
      brokenAt = at
      return false
    }
    document = next
    pair = { before: pair.reading, reading: readingOf(decoder, at, document) }
    return true
  }
  const isReadable = (wanted: number) => brokenAt === null || (times[wanted] ?? 0) < brokenAt

  return {
    length: times.length,
    indexAt: (at) => lastNotAfter(times, at),
    read(wanted) {
      if (index < 0 || wanted < index) restart()
      for (; index < wanted && isReadable(index + 1); index++) {
        const next = segment.steps[index]
        if (!next || !step(next)) break
      }
      return pair
    },
    brokenAt: () => brokenAt,
  }
}

function isApplied(decoder: PositionsDecoder, frame: string): boolean {
  const bytes = decodeFrame(frame)
  return bytes !== null && decoder.apply(bytes) === 'ok'
}

function readingOf(decoder: PositionsDecoder, at: number, { players, everyMs }: Roster): Reading {
  const places = new Map<number, PositionReading>()
  decoder.visit((slot, x, y, heading) => void places.set(slot, { x, y, heading: degreesOf(heading) }))
  return { at, everyMs, players, places }
}

function patched(document: Roster, patches: ReplayStep['patches']): Roster | null {
  try {
    return applyPatches(document, patches)
  } catch {
    return null
  }
}

/** Binary search; the times are sorted. */
function lastNotAfter(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Decodes a base64 frame; null if it is invalid. */
function decodeFrame(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
