import { z } from 'zod'
import { fromBase64 } from '../../../shared/features/fixtures/base64.ts'
import { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import { isOfThisFormat } from '../../../shared/protocol/positions/frameHeader.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Compression, Playback, SegmentBuffer } from './segments.ts'

/** Stores segments beyond the life of the hub, as `server/storage/replay/segmentFolder.ts` does. */
export interface SegmentStore {
  readonly folder: string
  /** Lists the files without their contents. */
  find(): Promise<readonly Found[]>
  read(from: number): Promise<Read>
  /** Writes a segment by its start, replacing an existing one. */
  write(from: number, body: Uint8Array): Promise<void>
  remove(from: number): Promise<void>
}
/** A `foreign` file is never changed. */
type Found =
  | { readonly kind: 'ours'; readonly name: string; readonly from: number }
  | { readonly kind: 'foreign'; readonly name: string; readonly why: string }
type Read =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  | { readonly kind: 'unreadable'; readonly why: string }

export interface ReplayLog {
  info(message: string): void
  warn(message: string): void
  error(context: object, message: string): void
}

interface LoadOptions {
  readonly store: SegmentStore
  readonly buffer: SegmentBuffer
  readonly playback: Pick<Playback, 'noteUnreadable'>
  readonly log: ReplayLog
  readonly startedAt: number
}

/**
 * Loads the stored segments into the buffer, the latest first, up to its limits. Unusable files are logged, counted and left in place.
 */
export async function loadSegments({ store, buffer, playback, log, startedAt }: LoadOptions): Promise<void> {
  const found: readonly Found[] = await store.find().catch((error: unknown) => {
    log.error({ err: error }, `replay: ${store.folder} cannot be read; what was recorded before this start is left out`)
    return []
  })
  const leaveOut = (name: string, why: string, at: number) => {
    log.warn(`replay: ${store.folder}/${name} is left out, because ${why}. It may be deleted.`)
    playback.noteUnreadable(at)
  }
  for (const file of found) if (file.kind === 'foreign') leaveOut(file.name, file.why, startedAt)
  const ours = found.filter((file) => file.kind === 'ours').toSorted((one, other) => other.from - one.from)
  for (const { name, from } of ours) {
    // The buffer is full, so older segments do not fit either.
    if (buffer.hasDropped() || buffer.isOld(from + longestMs)) {
      await store.remove(from).catch(() => {})
      continue
    }
    const why = addTo(buffer, from, await store.read(from))
    if (why !== null) leaveOut(name, why, from)
  }
}

/** Adds a segment. @returns why it cannot be played; null if it can */
function addTo(buffer: SegmentBuffer, from: number, read: Read): string | null {
  if (read.kind === 'unreadable') return read.why
  const segment = segmentIn(buffer, from, read.body)
  if (!segment) return 'what it holds is not a segment of this release'
  const isPlayable = isOfThisFormat(segment.key)
  buffer.add({ from: segment.from, until: segment.until, packed: read.body, isSaved: true, isPlayable })
  return isPlayable ? null : 'its positions are of another format'
}

/** The longest segment, with a margin for a late last reading. */
const longestMs = 120_000

/** Only the outline is validated at start, since the checksum covers the rest. */
const Outline = ReplaySegment.pick({ from: true, until: true, everyMs: true, key: true }).extend({
  players: z.object({}).loose(),
  steps: z.array(z.unknown()),
})

function segmentIn(buffer: SegmentBuffer, from: number, body: Uint8Array) {
  try {
    const { key, ...segment } = Outline.parse(JSON.parse(buffer.decompress(body)))
    return segment.from === from && segment.until >= from ? { ...segment, key: fromBase64(key) } : null
  } catch {
    return null
  }
}

/** The interval of writing, which a crash may lose. */
const everyMs = 5_000
/** The interval while writing fails. */
const retryEveryMs = 60_000

interface SaverOptions {
  readonly store: SegmentStore
  readonly buffer: SegmentBuffer
  readonly compression: Pick<Compression, 'compress'>
  readonly clock: Clock
  readonly log: ReplayLog
}

/** Makes the function that writes everything unsaved. */
function createWriter({ store, buffer, compression }: Omit<SaverOptions, 'clock' | 'log'>) {
  let savedOpen = ''
  let toRemove: number[] = []

  const saveOpen = async () => {
    const open = buffer.open()
    const state = open && `${open.from} ${open.until()}`
    if (!open || state === null || state === savedOpen) return
    await store.write(open.from, compression.compress(buffer.textOf(open)))
    savedOpen = state
  }
  const work = async () => {
    toRemove.push(...buffer.takeRemoved().map(({ from }) => from))
    for (const from of toRemove) await store.remove(from)
    toRemove = []
    for (const segment of buffer.segments().filter(({ isSaved }) => !isSaved)) {
      const { packed } = segment
      await store.write(segment.from, packed)
      // It may have been redacted meanwhile.
      segment.isSaved = segment.packed === packed
    }
    await saveOpen()
  }
  return {
    work,
    /** Writes the segment being recorded again, even if it has not grown. */
    forgetOpen() {
      savedOpen = ''
    },
  }
}

/**
 * Writes new segments and the one being recorded, and deletes old files. A failing disk is logged once and retried every minute; the
 * replay continues in memory.
 */
export function startSaver({ clock, log, ...parts }: SaverOptions) {
  const { store } = parts
  const { work, forgetOpen } = createWriter(parts)
  let failedAt: number | null = null

  const save = async () => {
    try {
      await work()
      if (failedAt !== null) log.info('replay: written to the disk again')
      failedAt = null
    } catch (error) {
      if (failedAt === null)
        log.error({ err: error }, `replay: ${store.folder} cannot be written, so the replay is kept in memory only`)
      failedAt = clock.now()
    }
  }
  let saving = Promise.resolve()
  const saveAfter = () => {
    saving = saving.then(save)
    return saving
  }
  const interval = () => (failedAt === null ? everyMs : retryEveryMs)
  const stop = every(clock, interval, saveAfter)
  return {
    /** Resolves when nothing is being written. */
    settled: () => saving,
    /** Writes everything now. @throws where writing fails */
    async now() {
      forgetOpen()
      await saveAfter()
      if (failedAt !== null) throw new Error(`${store.folder} cannot be written: its files are unchanged`)
    },
    /** Writes what is unsaved and stops. */
    async close() {
      stop()
      await saveAfter()
    },
  }
}
