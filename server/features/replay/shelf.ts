import type { Stretch } from '../../../shared/features/replay/queries.ts'
import type { OpenSegment } from './openSegment.ts'

/** Makes a text small, and gives it back. */
export interface Squeeze {
  pack(text: string): Uint8Array
  unpack(packed: Uint8Array): string
}

/** A segment that is complete. */
export interface Shelved extends Stretch {
  /** A ReplaySegment as JSON, packed: an hour of three hundred animals is a few megabytes so. */
  packed: Uint8Array
  /** It lies on the disk as it is here. */
  isSaved: boolean
}

export interface ShelfParts {
  /** How far back segments are kept; nothing is kept at 0. */
  readonly keptMs: number
  /** Of all segments together. */
  readonly mostBytes: number
  readonly squeeze: Squeeze
  /** What is recorded is kept and shown as this gives it back; left out: as it is. @param text a ReplaySegment as JSON */
  readonly redact?: (text: string) => string
  now(): number
}
export type Shelf = ReturnType<typeof createShelf>

/** The segments of the last while, bounded by time and by bytes; the oldest go first. */
export function createShelf({ keptMs, mostBytes, squeeze, redact = (text) => text, now }: ShelfParts) {
  let segments: Shelved[] = []
  let open: OpenSegment | null = null
  let forgotten: Shelved[] = []
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
  const put = (segment: Shelved) => {
    segments.push(segment)
    segments.sort((a, b) => a.from - b.from)
    forget()
  }
  return {
    ...{ keptMs, mostBytes, bytes, isOld, put, unpack: squeeze.unpack },
    open: () => open,
    /** What is recorded so far, as it is kept and shown. */
    textOf: (segment: OpenSegment) => redact(segment.text()),
    /** The segment that is being recorded; null while none is. */
    setOpen(segment: OpenSegment | null) {
      open = segment
    },
    shelve: (segment: OpenSegment) =>
      put({ from: segment.from, until: segment.until(), packed: squeeze.pack(redact(segment.text())), isSaved: false }),
    segments(): readonly Shelved[] {
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
