import { z } from 'zod'
import { ReplaySegment, type Stretch } from '../../../shared/features/replay/queries.ts'
import type { Playback } from './playback.ts'
import type { Shelf } from './shelf.ts'

/** Where segments outlast the hub; `server/storage/replay/segmentFolder.ts` is one. */
export interface SegmentPlace {
  readonly folder: string
  find(): Promise<readonly Found[]>
  /** Under the time at which it begins; one that is there already is replaced. */
  write(from: number, body: Uint8Array): Promise<void>
  remove(from: number): Promise<void>
}
/** `whole` and `damaged` files are the hub's own, and a `foreign` one is never touched. */
type Found =
  | { readonly kind: 'whole'; readonly name: string; readonly from: number; readonly body: Uint8Array }
  | { readonly kind: 'damaged'; readonly name: string; readonly from: number; readonly why: string }
  | { readonly kind: 'foreign'; readonly name: string; readonly from: null; readonly why: string }

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

/** Puts on the shelf what an earlier run has kept. What cannot be used is named, counted and left where it is. */
export async function loadKept({ place, shelf, playback, log, startedAt }: LoadParts): Promise<void> {
  const found = await place.find().catch((error: unknown) => {
    log.error({ err: error }, `replay: ${place.folder} cannot be read; what was recorded before this start is left out`)
    return []
  })
  const leaveOut = async ({ name, from, why }: Pick<Found & { why: string }, 'name' | 'from' | 'why'>) => {
    if (from !== null && shelf.isOld(from + longestMs)) return place.remove(from).catch(() => {})
    log.warn(`replay: ${place.folder}/${name} is left out, because ${why}. It may be deleted.`)
    playback.unfit(from ?? startedAt)
  }
  for (const file of found) {
    if (file.kind !== 'whole') {
      await leaveOut(file)
      continue
    }
    const segment = segmentIn(shelf, file)
    if (segment) shelf.put({ from: segment.from, until: segment.until, packed: file.body, isSaved: true })
    else await leaveOut({ ...file, why: 'what it holds is no segment of this release' })
  }
}

/** A segment never lasts longer; a little is added for the reading that ends it late. */
const longestMs = 120_000

/** The checksum vouches for what we wrote, so that at start not every patch of an hour is looked at. */
const Outline = ReplaySegment.pick({ from: true, until: true, everyMs: true, key: true }).extend({
  players: z.object({}).loose(),
  steps: z.array(z.unknown()),
})

function segmentIn(shelf: Shelf, { from, body }: { from: number; body: Uint8Array }): Stretch | null {
  try {
    const segment = Outline.parse(JSON.parse(shelf.unpack(body)))
    return segment.from === from && segment.until >= from ? segment : null
  } catch {
    return null
  }
}
