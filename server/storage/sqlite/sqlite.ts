import { clusterAnswerWindowMs } from '../../engine/answers.ts'
import { type Entry, takeEntryTexts } from '../../engine/entry.ts'
import {
  DamagedStore,
  type Erasure,
  type LoadCheck,
  type Loaded,
  NotWritten,
  type Storage,
  type Stored,
} from '../../engine/storage.ts'
import { checkDocument, documentSlices } from '../documentSlices.ts'
import { createHolding } from '../hold.ts'
import { archivePosition, checkEntry } from '../records.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { commandIdKey } from './database.ts'
import { claimFolder } from './folder.ts'
import { storePaths } from './paths.ts'
import { fullAtStartMessage, toError, toProblem } from './problems.ts'
import type { PrunedPiece, PruneRequest } from './prune.ts'
import { type Batch, type BatchRow, openThread, type StoreThread } from './thread.ts'

export interface SqliteOptions {
  /** The data folder; created when it does not exist. The store's files in it are `journal.*`. */
  readonly folder: string
  /** False leaves syncing to the system: for measuring what it costs, never for a hub. */
  readonly durable?: boolean
  /** The database may grow to this many pages of 4 kB. */
  readonly maxPages?: number
  /** How long entries stay in the journal at least, once a checkpoint holds them. */
  readonly journalKeptMs?: number
}

interface Opened {
  readonly thread: StoreThread
  readonly release: () => void
  epoch: number
}

/** As in Redis: for as long as a command id may be repeated. Archives hold their own rows: nothing reads older entries. */
export const journalKeptMs = clusterAnswerWindowMs

/**
 * The embedded store: one SQLite database in the data folder, written by its own thread. Nothing is touched, and the folder is not
 * locked, before `load`. No other code of this process may open `journal.db` while it is loaded: closing any handle on a file releases
 * all locks that the process holds on it.
 */
export const openSqliteStorage = async (options: SqliteOptions): Promise<Storage> => {
  const queue = createSerialQueue()
  const listeners = new Set<(why: string) => void>()
  let opened: Opened | null = null

  const current = () => {
    if (!opened) throw new Error(`The store in ${options.folder} is not loaded, or is closed.`)
    return opened
  }
  const stop = async () => {
    const last = opened
    opened = null
    await last?.thread.stop()
    last?.release()
  }
  const load = async (check?: LoadCheck): Promise<Loaded> => {
    if (opened?.thread.hasEnded()) await stop()
    opened ??= open(options, (why) => listeners.forEach((listener) => void listener(why)))
    const { thread } = opened
    try {
      if (check) await checkFirst(options.folder, thread, check)
      const loaded = await thread.request('load', null)
      opened.epoch = loaded.epoch
      return { ...loaded, documents: check ? [] : await documentsOf(thread) }
    } catch (error) {
      await stop()
      throw error instanceof NotWritten ? new NotWritten(error.reason, fullAtStartMessage(options.folder)) : error
    }
  }
  /** Without `await`, which would keep the entries until they are written. */
  const append = async (entries: readonly Entry[]): Promise<void> => {
    const { thread, epoch } = current()
    if (entries.length === 0) return
    const batch = toBatch(entries, epoch, thread.refusals())
    return thread.request('append', batch, [batch.texts.buffer])
  }
  const checkpoint = async (seq: number, documents: readonly Stored[]): Promise<void> => {
    const { thread } = current()
    await queue(() => writeCheckpoint(thread, seq, documents))
  }
  /** Never during a checkpoint: both count the documents. Appends run between the pieces. */
  const erase = async (erasure: Erasure): Promise<void> => {
    const { thread } = current()
    await queue(async () => {
      await thread.request('beginErasure', erasure)
      while ((await thread.request('erasePiece', null)) !== null);
    })
  }
  const prune = async (kind: string, before: number): Promise<number> => {
    const { thread } = current()
    let removed = 0
    for (let after: number | null = -1; after !== null; ) {
      const request: PruneRequest = { kind, before, after }
      const piece: PrunedPiece = await queue(() => thread.request('prunePiece', request))
      removed += piece.removed
      after = piece.next
    }
    return removed
  }
  const holding = createHolding({
    queue,
    begin: async () => void (await current().thread.request('hold', null)),
    isKept: async () => opened !== null && (await opened.thread.request('isHeld', null)),
    async end() {
      if (opened && !opened.thread.hasEnded()) await opened.thread.request('letGo', null)
    },
  })
  const close = async (): Promise<void> => {
    const last = opened
    holding.letGo()
    await queue(async () => {})
    try {
      if (last && !last.thread.hasEnded()) await last.thread.request('close', null)
    } finally {
      if (last === opened) await stop()
    }
  }
  return {
    durability: durabilityOf(options),
    load,
    append,
    appendsAtOnce: 4,
    checkpoint,
    erase,
    prune,
    hold: holding.hold,
    tail: async (seq, limit) => (await current().thread.request('tail', { seq, limit })).map(toEntry),
    async findAnswer(actor, commandId) {
      const json = await current().thread.request('findAnswer', { actor, commandId })
      return json === null ? null : toEntry(json)
    },
    onStopped: (listener) => void listeners.add(listener),
    archivePage: async (query) => current().thread.request('archivePage', query),
    close,
  }
}

const durabilityOf = ({ folder, durable = true }: SqliteOptions) =>
  durable
    ? `SQLite in ${folder}: synced to disk before anything is acknowledged`
    : `SQLite in ${folder}, not synced: a power cut loses what was acknowledged last`

const open = (
  { folder, durable = true, maxPages, journalKeptMs: keptMs = journalKeptMs }: SqliteOptions,
  onStopped: (why: string) => void,
): Opened => {
  try {
    const claim = claimFolder(folder)
    const settings = { folder: claim.folder, durable, maxPages: maxPages ?? null, journalKeptMs: keptMs }
    const thread = openThread(settings, onStopped)
    return { thread, release: claim.release, epoch: 0 }
  } catch (error) {
    throw toError(toProblem(error, folder))
  }
}

/** @throws DamagedStore when the hub cannot use what is there: then nothing was touched */
const checkFirst = async (folder: string, thread: StoreThread, check: LoadCheck) => {
  const found = await thread.request('look', null)
  try {
    await check({ ...found, documents: await documentsOf(thread) }, async (seq, limit) =>
      (await thread.request('tail', { seq, limit })).map(toEntry),
    )
  } catch (error) {
    if (error instanceof DamagedStore) throw error
    const wrong = `cannot be used (${error instanceof Error ? error.message : error}).`
    const remedy = `Start the release that wrote it, or put a backup of ${folder} back.`
    throw new DamagedStore(storePaths(folder).database, wrong, remedy, { cause: error })
  }
}

const decoder = new TextDecoder()
/** Those of the `look` or `load` before. The next ones are on their way while some are parsed. */
const documentsOf = async (thread: StoreThread): Promise<readonly Stored[]> => {
  const all: Stored[] = []
  for (let next = thread.request('documents', null); ; ) {
    const text = await next
    if (text === null) return all
    next = thread.request('documents', null)
    for (const one of JSON.parse(decoder.decode(text)) as readonly Stored[]) all.push(one)
  }
}

/** Checked where it was read, in the journal's thread. */
const toEntry = (json: string) => JSON.parse(json) as Entry

/** @throws Error when the entries have gaps or are not of this epoch */
export const toBatch = (entries: readonly Entry[], epoch: number, refusals: number): Batch => {
  const first = entries[0]?.seq ?? 0
  for (const [offset, entry] of entries.entries()) checkEntry(entry, { seq: first + offset, epoch })
  const texts = entries.map(takeEntryTexts)
  return {
    first,
    ats: entries.map(({ at }) => at),
    commandIds: entries.map(({ commandId }) => commandIdKey(commandId)),
    rows: entries.flatMap((entry) =>
      entry.archive.map(
        ({ kind, about }, nth): BatchRow => [
          kind,
          archivePosition(entry.seq, nth),
          entry.at,
          about.length > 1 ? [...new Set(about)] : about,
        ],
      ),
    ),
    ...asBytes([...texts.map(({ json }) => json), ...texts.flatMap(({ rows }) => rows)]),
    refusals,
  }
}

function asBytes(texts: readonly string[]): Pick<Batch, 'texts' | 'ends'> {
  let end = 0
  const ends = texts.map((text) => (end += Buffer.byteLength(text)))
  const bytes = Buffer.allocUnsafeSlow(end)
  for (const [nth, text] of texts.entries()) bytes.write(text, ends[nth - 1] ?? 0)
  return { texts: bytes, ends }
}

/** Writes one checkpoint and removes what it makes superfluous; one at a time. Appends may run meanwhile. */
const writeCheckpoint = async (thread: StoreThread, seq: number, documents: readonly Stored[]) => {
  documents.forEach(checkDocument)
  await thread.request('beginCheckpoint', { seq })
  for (const slice of documentSlices(documents)) await thread.request('keepDocuments', { documents: slice })
  while ((await thread.request('indexRows', null)) > 0);
  await thread.request('finishCheckpoint', { seq, now: Date.now() })
  while ((await thread.request('sweep', null)) > 0);
  while (await thread.request('trim', { now: Date.now() }));
}
