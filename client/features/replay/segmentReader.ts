import { applyPatches, enablePatches } from 'immer'
import type { ReplaySegment, ReplayStep } from '../../../shared/features/replay/queries.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import { createPositionsDecoder, type PositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import type { PositionReading } from '../../map/tracks.ts'
import { degreesOf } from '../map/positionStream.ts'

enablePatches()

/** What the hub read of the game at one moment. */
export interface Reading {
  /** Epoch ms. */
  readonly at: number
  /** How long until the next one was due, ms: the game is read less often while nobody looks. */
  readonly everyMs: number
  readonly players: Roster['players']
  /** By slot. */
  readonly places: ReadonlyMap<number, PositionReading>
}

/** A reading, and the one before it in the same segment. */
interface ReadingPair {
  readonly before: Reading | null
  readonly reading: Reading
}

export interface SegmentReader {
  /** How many readings it holds; the first is the key's. */
  readonly length: number
  /** Which reading holds at a moment: the last one that is not after it; -1 before the first. */
  indexAt(at: number): number
  /**
   * Goes to a reading: forwards from where it is, backwards from the key anew. Where a frame cannot be read, that is the
   * last one before it. Null if not even the key can be read.
   */
  read(index: number): ReadingPair | null
  /** Epoch ms of the first reading that could not be read; null while all could. */
  brokenAt(): number | null
}

const timesOf = ({ from, steps }: ReplaySegment) => [from, ...steps.map(({ at }) => at)]

/** Walks through a segment. Takes the same frames and patches as a page that watched it live. */
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
    return applyPatches(document, patches as Parameters<typeof applyPatches>[1])
  } catch {
    return null
  }
}

/** By halves: times are in order. */
function lastNotAfter(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The bytes of a frame that came as base64; null if that is not what it is. */
function decodeFrame(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
