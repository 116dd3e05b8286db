import { z } from 'zod'
import { ReplaySegment, type Stretch } from '../../../shared/features/replay/queries.ts'
import type { Playback } from './playback.ts'
import type { Shelf } from './shelf.ts'

/** Where segments outlast the hub; `server/storage/replay/segmentFolder.ts` is one. */
export interface SegmentPlace {
  readonly folder: string
  /** Without what they hold. */
  find(): Promise<readonly Found[]>
  read(from: number): Promise<Read>
  /** Under the time at which it begins; one that is there already is replaced. */
  write(from: number, body: Uint8Array): Promise<void>
  remove(from: number): Promise<void>
}
/** A `foreign` file is never touched. */
type Found =
  | { readonly kind: 'ours'; readonly name: string; readonly from: number }
  | { readonly kind: 'foreign'; readonly name: string; readonly why: string }
type Read = { readonly kind: 'whole'; readonly body: Uint8Array } | { readonly kind: 'unfit'; readonly why: string }

export interface KeepingLog {
  info(words: string): void
  warn(words: string): void
  error(context: object, words: string): void
}

interface LoadParts {
  readonly place: SegmentPlace
  readonly shelf: Shelf
  readonly playback: Pick<Playback, 'unfit'>
  readonly log: KeepingLog
  readonly startedAt: number
}

/**
 * Puts on the shelf what an earlier run has kept, the latest first, and reads no more than it may hold. What cannot be used is
 * named, counted and left where it is.
 */
export async function loadKept({ place, shelf, playback, log, startedAt }: LoadParts): Promise<void> {
  const found: readonly Found[] = await place.find().catch((error: unknown) => {
    log.error({ err: error }, `replay: ${place.folder} cannot be read; what was recorded before this start is left out`)
    return []
  })
  const leaveOut = (name: string, why: string, at: number) => {
    log.warn(`replay: ${place.folder}/${name} is left out, because ${why}. It may be deleted.`)
    playback.unfit(at)
  }
  for (const file of found) if (file.kind === 'foreign') leaveOut(file.name, file.why, startedAt)
  const ours = found.filter((file) => file.kind === 'ours').toSorted((one, other) => other.from - one.from)
  for (const { name, from } of ours) {
    // The shelf was full before it: whatever is older has no place either.
    if (shelf.hasDropped() || shelf.isOld(from + longestMs)) {
      await place.remove(from).catch(() => {})
      continue
    }
    const why = shelve(shelf, from, await place.read(from))
    if (why !== null) leaveOut(name, why, from)
  }
}

/** @returns why it cannot be used; null when it is on the shelf */
function shelve(shelf: Shelf, from: number, read: Read): string | null {
  if (read.kind === 'unfit') return read.why
  const segment = segmentIn(shelf, from, read.body)
  if (!segment) return 'what it holds is no segment of this release'
  shelf.put({ from: segment.from, until: segment.until, packed: read.body, isSaved: true })
  return null
}

/** A segment never lasts longer; a little is added for the reading that ends it late. */
const longestMs = 120_000

/** The checksum vouches for what we wrote, so that at start not every patch of an hour is looked at. */
const Outline = ReplaySegment.pick({ from: true, until: true, everyMs: true, key: true }).extend({
  players: z.object({}).loose(),
  steps: z.array(z.unknown()),
})

function segmentIn(shelf: Shelf, from: number, body: Uint8Array): Stretch | null {
  try {
    const segment = Outline.parse(JSON.parse(shelf.unpack(body)))
    return segment.from === from && segment.until >= from ? segment : null
  } catch {
    return null
  }
}
