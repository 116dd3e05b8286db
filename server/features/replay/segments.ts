import { bytesInWords } from '../../../shared/engine/bytes.ts'
import type { ReplayStep, TimeSpan } from '../../../shared/features/replay/queries.ts'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'

export interface Compression {
  compress(text: string): Uint8Array
  decompress(packed: Uint8Array): string
}

/** A complete segment. */
export interface StoredSegment extends TimeSpan {
  /** A ReplaySegment as compressed JSON: an hour of 300 animals takes a few megabytes. */
  packed: Uint8Array
  /** Whether the file on the disk is the same. */
  isSaved: boolean
  /** False if its positions are of another format. It is kept all the same: persons are erased from it, and it is removed in its time. */
  readonly isPlayable: boolean
}

interface SegmentBufferOptions {
  /** How far back segments are kept; 0 keeps nothing. */
  readonly keptMs: number
  /** Limit of all segments together. */
  readonly mostBytes: number
  readonly compression: Compression
  /** Applied to each segment before it is kept or shown. @param text a ReplaySegment as JSON */
  readonly redact?: (text: string) => string
  now(): number
}
export type SegmentBuffer = ReturnType<typeof createSegmentBuffer>

/** The recorded segments, limited by time and bytes; the oldest are removed first. */
export function createSegmentBuffer({
  keptMs,
  mostBytes,
  compression,
  redact = (text) => text,
  now,
}: SegmentBufferOptions) {
  let segments: StoredSegment[] = []
  let open: OpenSegment | null = null
  let removed: StoredSegment[] = []
  /** Epoch ms up to which segments were removed for the byte limit before their time. */
  let droppedUntil = Number.NEGATIVE_INFINITY

  const bytes = () => segments.reduce((sum, { packed }) => sum + packed.length, open?.bytes() ?? 0)
  const isOld = (at: number) => keptMs === 0 || at < now() - keptMs

  const removeOld = () => {
    removed.push(...segments.filter(({ until }) => isOld(until)))
    segments = segments.filter(({ until }) => !isOld(until))
    while (bytes() > mostBytes && segments.length > 0) {
      const dropped = segments.splice(0, 1)
      removed.push(...dropped)
      for (const { until } of dropped) droppedUntil = Math.max(droppedUntil, until)
    }
  }
  const add = (segment: StoredSegment) => {
    segments.push(segment)
    segments.sort((a, b) => a.from - b.from)
    removeOld()
  }
  return {
    keptMs,
    mostBytes,
    bytes,
    isOld,
    add: add,
    decompress: compression.decompress,
    open: () => open,
    /** The text of the segment being recorded, redacted. */
    textOf: (segment: OpenSegment) => redact(segment.text()),
    /** Sets the segment being recorded; null for none. */
    setOpen(segment: OpenSegment | null) {
      open = segment
    },
    storeRecording: (segment: OpenSegment) =>
      add({
        from: segment.from,
        until: segment.until(),
        packed: compression.compress(redact(segment.text())),
        isSaved: false,
        isPlayable: true,
      }),
    segments(): readonly StoredSegment[] {
      removeOld()
      return segments
    },
    /** Whether a segment younger than `keptMs` was removed. */
    hasDropped: () => !isOld(droppedUntil),
    /** The segments removed since the last call. */
    takeRemoved() {
      removeOld()
      const taken = removed
      removed = []
      return taken
    },
  }
}

/** A playable segment. */
interface Playable extends TimeSpan {
  /** A ReplaySegment as JSON. */
  text(): string
}
export type Playback = ReturnType<typeof createPlayback>

/** The playable part of the buffer, and why it is incomplete. */
export function createPlayback(buffer: SegmentBuffer) {
  /** Epoch ms of each file that held no usable segment. */
  let unreadable: number[] = []

  /** Oldest first. */
  const playable = (): readonly Playable[] => {
    const stored = buffer
      .segments()
      .filter(({ isPlayable }) => isPlayable)
      .map(({ from, until, packed }) => ({ from, until, text: () => buffer.decompress(packed) }))
    const open = buffer.open()
    if (!open || buffer.isOld(open.until())) return stored
    return [...stored, { from: open.from, until: open.until(), text: () => buffer.textOf(open) }]
  }
  return {
    keptMs: buffer.keptMs,
    noteUnreadable: (at: number) => void unreadable.push(at),
    spans: () => joined(playable()),
    /** The segment that contains this time, otherwise the first after it; where two meet, the later one. */
    find(at: number): Playable | null {
      const all = playable()
      return all.findLast(({ from, until }) => from <= at && at <= until) ?? all.find(({ from }) => from > at) ?? null
    },
    truncated(): string | null {
      unreadable = unreadable.filter((at) => !buffer.isOld(at))
      const reasons = [
        ...(buffer.keptMs > 0 ? [] : ['The replay is off: the hub was started with REPLAY_MINUTES=0.']),
        ...(buffer.hasDropped()
          ? [`The oldest part was dropped: ${bytesInWords(buffer.mostBytes)} at most are kept.`]
          : []),
        ...(unreadable.length > 0
          ? [`${unreadableText(unreadable.length)} left out: the hub's log says which and why.`]
          : []),
      ]
      return reasons.length > 0 ? reasons.join(' ') : null
    },
  }
}

/** Joins adjacent segments. There is a gap where the game was not read. */
function joined(segments: readonly TimeSpan[]): TimeSpan[] {
  const spans: TimeSpan[] = []
  for (const { from, until } of segments) {
    const last = spans.at(-1)
    if (last && from <= last.until) last.until = Math.max(until, last.until)
    else spans.push({ from, until })
  }
  return spans
}

const unreadableText = (count: number) =>
  count === 1 ? 'One damaged or foreign file was' : `${count} damaged or foreign files were`

interface SegmentStart {
  readonly from: number
  readonly everyMs: number
  readonly players: Readonly<Record<string, RosterEntry>>
  /** The key frame of the stream at `from`. */
  readonly key: Uint8Array
}

/** The segment being recorded. Each reading is serialized once, so that the text is a concatenation. */
export interface OpenSegment {
  readonly from: number
  until(): number
  /** The size of the text, and of its steps alone. */
  bytes(): number
  stepBytes(): number
  add(step: Pick<ReplayStep, 'at' | 'patches'> & { readonly frame: Uint8Array }): void
  /** A ReplaySegment as JSON. */
  text(): string
}

export function createOpenSegment({ from, everyMs, players, key }: SegmentStart): OpenSegment {
  const head = `{"from":${from},"everyMs":${everyMs},"players":${JSON.stringify(players)},"key":"${base64(key)}"`
  const steps: string[] = []
  let until = from
  let stepBytes = 0
  return {
    from,
    until: () => until,
    bytes: () => head.length + stepBytes,
    stepBytes: () => stepBytes,
    add({ at, patches, frame }) {
      const step = `{"at":${at},"patches":${JSON.stringify(patches)},"frame":"${base64(frame)}"}`
      steps.push(step)
      stepBytes += step.length
      until = at
    },
    text: () => `${head},"until":${until},"steps":[${steps.join(',')}]}`,
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
