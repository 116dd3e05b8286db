import type { ReplayStep, TimeSpan } from '../../../shared/features/replay/queries.ts'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'

/** Makes a text small, and gives it back. */
export interface Compression {
  pack(text: string): Uint8Array
  unpack(packed: Uint8Array): string
}

/** A segment that is complete. */
export interface StoredSegment extends TimeSpan {
  /** A ReplaySegment as JSON, packed: an hour of three hundred animals is a few megabytes so. */
  packed: Uint8Array
  /** It lies on the disk as it is here. */
  isSaved: boolean
}

interface ShelfParts {
  /** How far back segments are kept; nothing is kept at 0. */
  readonly keptMs: number
  /** Of all segments together. */
  readonly mostBytes: number
  readonly squeeze: Compression
  /** What is recorded is kept and shown as this gives it back; left out: as it is. @param text a ReplaySegment as JSON */
  readonly redact?: (text: string) => string
  now(): number
}
export type SegmentBuffer = ReturnType<typeof createSegmentBuffer>

/** The segments of the last while, bounded by time and by bytes; the oldest go first. */
export function createSegmentBuffer({ keptMs, mostBytes, squeeze, redact = (text) => text, now }: ShelfParts) {
  let segments: StoredSegment[] = []
  let open: OpenSegment | null = null
  let forgotten: StoredSegment[] = []
  /** Epoch ms up to which segments were dropped for their bytes, before their time. */
  let droppedUntil = Number.NEGATIVE_INFINITY

  const bytes = () => segments.reduce((sum, { packed }) => sum + packed.length, open?.bytes() ?? 0)
  const isOld = (at: number) => keptMs === 0 || at < now() - keptMs

  const forget = () => {
    forgotten.push(...segments.filter(({ until }) => isOld(until)))
    segments = segments.filter(({ until }) => !isOld(until))
    while (bytes() > mostBytes && segments.length > 0) {
      const dropped = segments.splice(0, 1)
      forgotten.push(...dropped)
      for (const { until } of dropped) droppedUntil = Math.max(droppedUntil, until)
    }
  }
  const put = (segment: StoredSegment) => {
    segments.push(segment)
    segments.sort((a, b) => a.from - b.from)
    forget()
  }
  return {
    keptMs,
    mostBytes,
    bytes,
    isOld,
    put,
    unpack: squeeze.unpack,
    open: () => open,
    /** What is recorded so far, as it is kept and shown. */
    textOf: (segment: OpenSegment) => redact(segment.text()),
    /** The segment that is being recorded; null while none is. */
    setOpen(segment: OpenSegment | null) {
      open = segment
    },
    shelve: (segment: OpenSegment) =>
      put({ from: segment.from, until: segment.until(), packed: squeeze.pack(redact(segment.text())), isSaved: false }),
    segments(): readonly StoredSegment[] {
      forget()
      return segments
    },
    /** Whether something younger than `keptMs` had to go. */
    hasDropped: () => !isOld(droppedUntil),
    /** What has gone since this was asked last. */
    takeForgotten() {
      forget()
      const taken = forgotten
      forgotten = []
      return taken
    },
  }
}

/** A segment that can be played. */
interface Playable extends TimeSpan {
  /** A ReplaySegment as JSON. */
  text(): string
}
export type Playback = ReturnType<typeof createPlayback>

/** What can be played of a shelf, and why there is not more. */
export function createPlayback(shelf: SegmentBuffer) {
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
    spans: () => joined(playable()),
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
function joined(segments: readonly TimeSpan[]): TimeSpan[] {
  const spans: TimeSpan[] = []
  for (const { from, until } of segments) {
    const last = spans.at(-1)
    if (last && from <= last.until) last.until = Math.max(until, last.until)
    else spans.push({ from, until })
  }
  return spans
}

const megabytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024 / 1024))} MB`
const unfitWords = (count: number) =>
  count === 1 ? 'One damaged or foreign file was' : `${count} damaged or foreign files were`

interface SegmentStart {
  readonly from: number
  readonly everyMs: number
  readonly players: Readonly<Record<string, RosterEntry>>
  /** Key frame of the stream as of `from`. */
  readonly key: Uint8Array
}

/** The segment that is being recorded: every reading written out once, as it comes, so that the whole is only put together. */
export interface OpenSegment {
  readonly from: number
  until(): number
  /** Of the whole text, and of its steps alone. */
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
