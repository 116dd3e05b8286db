import { setImmediate as nextTurn } from 'node:timers/promises'
import { kindOf } from '../../../shared/engine/document.ts'
import { fromBase64 } from '../../../shared/features/fixtures/base64.ts'
import type { ReplaySegment, TimeSpan } from '../../../shared/features/replay/queries.ts'
import { timelinePins } from '../../../shared/features/timeline/pins.ts'
import { isOfThisFormat } from '../../../shared/protocol/positions/frameHeader.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import { anonymize } from '../replay/anonymize.ts'
import type { ReplaySource } from '../replay/feature.ts'
import type { ReplayLog, SegmentStore } from '../replay/persistence.ts'
import type { Compression } from '../replay/segments.ts'

/** A pin of the latest minutes is complete when the recording has gone past its end. */
const everyMs = 20_000
/** No segment is longer: see `ReplaySegment`. */
const mostSegments = 10_000

interface PinnedMapOptions {
  readonly server: string
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  readonly replay: Pick<ReplaySource, 'find'>
  readonly store: SegmentStore
  readonly compression: Compression
  /** Removes from a segment the players who must not be named. @param text a ReplaySegment as JSON */
  readonly redact: (text: string) => string
  readonly clock: Clock
  readonly log: ReplayLog
}

/**
 * The recorded map of the pins: copies of the replay's segments in files of their own, which no limit of the replay removes. Each node copies
 * from its own recording what the pins of the hub name, and deletes what no pin names any more.
 */
export async function openPinnedMap({ server, hub, replay, store, compression, redact, clock, log }: PinnedMapOptions) {
  /** The end of each segment that is kept, by its beginning, epoch ms. */
  const kept = new Map<number, number>()
  let isFailing = false
  let turn = Promise.resolve()

  const wanted = (): readonly TimeSpan[] =>
    Object.values(hub.read(timelinePins, server).pins)
      .filter(({ withMap }) => withMap)
      .map(({ from, until }) => ({ from, until }))
  const isWanted = (span: TimeSpan) => wanted().some(({ from, until }) => from <= span.until && span.from <= until)

  const textOf = async (from: number): Promise<string | null> => {
    const read = await store.read(from)
    if (read.kind === 'whole') return compression.decompress(read.body)
    log.warn(`pins: a segment in ${store.folder} is left out, because ${read.why}. It may be deleted.`)
    kept.delete(from)
    return null
  }
  const load = async () => {
    let unplayable = 0
    for (const file of await store.find()) {
      if (file.kind === 'foreign') log.warn(`pins: ${store.folder}/${file.name} is left out, because ${file.why}.`)
      else {
        const text = await textOf(file.from).catch(() => null)
        const outline = text === null ? null : outlineIn(text, file.from)
        if (outline !== null) kept.set(file.from, outline.until)
        if (outline?.isPlayable === false) unplayable += 1
      }
    }
    if (unplayable > 0)
      log.warn(
        `pins: ${unplayable} files in ${store.folder} have positions of another format, so their map cannot be shown by this release. They stay as long as their pins.`,
      )
  }
  const copy = async ({ from, until }: TimeSpan) => {
    let at = from
    for (let count = 0; count < mostSegments; count += 1) {
      const found = replay.find(at)
      if (!found || found.from > until) return
      if ((kept.get(found.from) ?? -1) < found.until) {
        await store.write(found.from, compression.compress(redact(found.text())))
        kept.set(found.from, found.until)
        await nextTurn()
      }
      at = found.until + 1
    }
  }
  const work = async () => {
    for (const span of wanted()) await copy(span)
    for (const [from, until] of kept)
      if (!isWanted({ from, until })) {
        await store.remove(from)
        kept.delete(from)
      }
  }
  const workSafely = async () => {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: error }, `pins: ${store.folder} cannot be written. It is tried again every 20 s`)
      isFailing = true
    }
  }
  const inOrder = (step: () => Promise<void>) => {
    const done = turn.then(step)
    turn = done.catch(() => {})
    return done
  }
  const rewriteAll = async (change: (text: string) => string) => {
    for (const from of [...kept.keys()]) {
      const text = await textOf(from)
      const changed = text === null ? null : change(text)
      if (changed !== null && changed !== text) await store.write(from, compression.compress(changed))
      await nextTurn()
    }
  }

  await load().catch((error: unknown) =>
    log.error({ err: error }, `pins: ${store.folder} cannot be read; the maps of earlier pins are left out`),
  )
  const stopListening = hub.onPublish((published) => {
    if (published.some(({ id }) => kindOf(id) === timelinePins.kind)) void inOrder(workSafely)
  })
  const stop = every(
    clock,
    () => everyMs,
    () => inOrder(workSafely),
  )
  void inOrder(workSafely)

  return {
    /** The kept spans within a time, oldest first; adjacent segments are not joined. */
    spans: ({ from, until }: TimeSpan): readonly TimeSpan[] =>
      [...kept]
        .map(([begin, end]) => ({ from: begin, until: end }))
        .filter((span) => span.from <= until && from <= span.until)
        .toSorted((one, other) => one.from - other.from),
    /** The kept segment that contains this time, otherwise the first after it; null for none. */
    async find(at: number): Promise<ReplaySegment | null> {
      const all = [...kept].toSorted(([one], [other]) => one - other)
      const found = all.findLast(([from, until]) => from <= at && at <= until) ?? all.find(([from]) => from > at)
      const text = found ? await textOf(found[0]) : null
      return text === null ? null : (JSON.parse(redact(text)) as ReplaySegment)
    },
    /** Removes the names and ids of these players. @throws where writing fails */
    forget: (ids: readonly string[]) =>
      inOrder(() => {
        const meant = new Set(ids)
        return rewriteAll((text) =>
          ids.some((id) => text.includes(id)) ? anonymize(text, (id) => meant.has(id)) : text,
        )
      }),
    /** Applies `redact` to what is kept, for players who were erased while this node was down. @throws where writing fails */
    redactKept: () => inOrder(() => rewriteAll(redact)),
    /** Copies and deletes what is due now. */
    settle: () => inOrder(workSafely),
    async close() {
      stopListening()
      stop()
      await inOrder(workSafely)
    },
  }
}
export type PinnedMap = Awaited<ReturnType<typeof openPinnedMap>>

/** The end of a segment, epoch ms, and whether this release can play it; null where the text is not a segment that begins then. */
function outlineIn(text: string, begin: number) {
  try {
    const { from, until, key } = JSON.parse(text) as Partial<ReplaySegment>
    return from === begin && typeof until === 'number' && until >= from ? { until, isPlayable: isPlayable(key) } : null
  } catch {
    return null
  }
}

/** Segments of former releases are kept all the same: persons are erased from them, and they are deleted with their pins. */
function isPlayable(key: string | undefined): boolean {
  try {
    return key !== undefined && isOfThisFormat(fromBase64(key))
  } catch {
    return false
  }
}
