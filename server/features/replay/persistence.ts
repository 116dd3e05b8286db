import { z } from 'zod'
import { ReplaySegment, type TimeSpan } from '../../../shared/features/replay/queries.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Compression, Playback, SegmentBuffer } from './segments.ts'

/** Where segments outlast the hub; `server/storage/replay/segmentFolder.ts` is one. */
export interface SegmentStore {
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

export interface ReplayLog {
  info(words: string): void
  warn(words: string): void
  error(context: object, words: string): void
}

interface LoadParts {
  readonly place: SegmentStore
  readonly shelf: SegmentBuffer
  readonly playback: Pick<Playback, 'unfit'>
  readonly log: ReplayLog
  readonly startedAt: number
}

/**
 * Puts on the shelf what an earlier run has kept, the latest first, and reads no more than it may hold. What cannot be used is
 * named, counted and left where it is.
 */
export async function loadSegments({ place, shelf, playback, log, startedAt }: LoadParts): Promise<void> {
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
function shelve(shelf: SegmentBuffer, from: number, read: Read): string | null {
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

function segmentIn(shelf: SegmentBuffer, from: number, body: Uint8Array): TimeSpan | null {
  try {
    const segment = Outline.parse(JSON.parse(shelf.unpack(body)))
    return segment.from === from && segment.until >= from ? segment : null
  } catch {
    return null
  }
}

/** What a crash may lose of the replay. */
const everyMs = 5_000
/** A disk that took nothing is left in peace for a while. */
const againAfterMs = 60_000

interface SavingParts {
  readonly place: SegmentStore
  readonly shelf: SegmentBuffer
  readonly squeeze: Pick<Compression, 'pack'>
  readonly clock: Clock
  readonly log: ReplayLog
}

/** One round of writing. */
function createWriting({ place, shelf, squeeze }: Omit<SavingParts, 'clock' | 'log'>) {
  let savedOpen = ''
  let leaving: number[] = []

  const saveOpen = async () => {
    const open = shelf.open()
    const state = open && `${open.from} ${open.until()}`
    if (!open || state === null || state === savedOpen) return
    await place.write(open.from, squeeze.pack(shelf.textOf(open)))
    savedOpen = state
  }
  const work = async () => {
    leaving.push(...shelf.takeForgotten().map(({ from }) => from))
    for (const from of leaving) await place.remove(from)
    leaving = []
    for (const segment of shelf.segments().filter(({ isSaved }) => !isSaved)) {
      const { packed } = segment
      await place.write(segment.from, packed)
      // It may have been rewritten meanwhile.
      segment.isSaved = segment.packed === packed
    }
    await saveOpen()
  }
  return {
    work,
    /** What is being recorded is to be written again, whether it has grown or not. */
    again() {
      savedOpen = ''
    },
  }
}

/**
 * Writes down what was recorded, the segment under recording as well, and takes away what has had its time. A disk that does
 * not take it is told of once, and tried again each minute; the replay goes on in memory.
 */
export function startSaving({ clock, log, ...parts }: SavingParts) {
  const { place } = parts
  const { work, again } = createWriting(parts)
  let failedAt: number | null = null

  const save = async () => {
    try {
      await work()
      if (failedAt !== null) log.info('replay: written to the disk again')
      failedAt = null
    } catch (error) {
      if (failedAt === null)
        log.error({ err: error }, `replay: ${place.folder} takes nothing, so that it is kept in memory only`)
      failedAt = clock.now()
    }
  }
  let saving = Promise.resolve()
  const saveAfter = () => {
    saving = saving.then(save)
    return saving
  }
  const pace = () => (failedAt === null ? everyMs : againAfterMs)
  const stop = every(clock, pace, saveAfter)
  return {
    /** Resolves when nothing is being written. */
    settled: () => saving,
    /** Writes everything that is to be written, now. @throws when the disk did not take it */
    async now() {
      again()
      await saveAfter()
      if (failedAt !== null)
        throw new Error(`${place.folder} takes nothing: what was to be rewritten there is as it was`)
    },
    /** Writes what is not written yet, and no more after that. */
    async close() {
      stop()
      await saveAfter()
    },
  }
}
