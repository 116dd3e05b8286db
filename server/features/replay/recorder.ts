import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import type { Patch } from '../../../shared/protocol/down.ts'
import type { Published } from '../../engine/hub.ts'
import { createOpenSegment, type OpenSegment, type SegmentBuffer } from './segments.ts'

/** The longest segment: seeking reads one segment from its start. */
const maxSegmentMs = 60_000
/** A larger answer would delay the positions of its socket, which is closed at 1 MB unsent. */
const maxStepBytes = 192 * 1024
/** A gap is longer than a late and a failed reading, and at least this long. */
const readingsToGap = 3
const minGapMs = 5_000

interface RecorderOptions {
  readonly buffer: SegmentBuffer
  /** The document whose patches are recorded. */
  readonly rosterId: DocumentId
  /** The roster as published. */
  roster(): Roster
  /** The key frame of the stream after its last delta. */
  key(at: number): Uint8Array
}
export type Recorder = ReturnType<typeof createRecorder>

/**
 * Records what was shown: each reading as the roster's patches since the last one and the stream's frame as sent. A segment begins with
 * the full state after a reading, so that it plays without earlier ones.
 */
export function createRecorder({ buffer, rosterId, roster, key }: RecorderOptions) {
  let patches: Patch[] = []
  let last = nothingBefore
  /** The next segment, from the end of the last one. It is playable after its first reading. */
  let next: OpenSegment | null = null

  const newSegment = (at: number) => {
    const { players, everyMs } = roster()
    return createOpenSegment({ from: at, everyMs, players, key: key(at) })
  }
  const end = () => {
    const open = buffer.open()
    if (open) buffer.storeRecording(open)
    buffer.setOpen(null)
    next = null
  }
  const restart = (at: number) => {
    end()
    buffer.setOpen(newSegment(at))
  }
  const append = (open: OpenSegment, at: number, step: { patches: Patch[]; frame: Uint8Array }) => {
    open.add({ at, ...step })
    buffer.setOpen(open)
    next = null
    if (!isFull(open, roster().everyMs)) return
    end()
    next = newSegment(at)
  }
  return {
    /** Pass everything published, in order. */
    published(changes: readonly Published[]) {
      for (const change of changes) if (change.id === rosterId) patches.push(...change.patches)
    },
    /** Records a reading with its frame. @param at epoch ms */
    tick(at: number, frame: Uint8Array) {
      const reading = { at, everyMs: roster().everyMs }
      const step = { patches, frame }
      const open = next ?? buffer.open()
      const isNext = follows(reading, last)
      patches = []
      // Until this one is recorded completely nothing may follow it.
      last = nothingBefore
      if (open && isNext) append(open, at, step)
      else restart(at)
      last = reading
    },
    /** Ends the recording and stores the open segment. */
    end,
  }
}

const isFull = (segment: OpenSegment, everyMs: number) =>
  segment.until() + everyMs - segment.from > maxSegmentMs || segment.stepBytes() >= maxStepBytes

interface Moment {
  readonly at: number
  /** Ms until the next one was due, longer while nothing is watched. */
  readonly everyMs: number
}
const nothingBefore: Moment = { at: Number.NEGATIVE_INFINITY, everyMs: 0 }

const follows = (reading: Moment, last: Moment) =>
  reading.at > last.at &&
  reading.at - last.at <= Math.max(minGapMs, readingsToGap * Math.max(reading.everyMs, last.everyMs))
