import type { Entry } from '../../engine/entry.ts'
import type { Erasure, KeptAnswer, Loaded, Storage, Stored } from '../../engine/storage.ts'
import { checkDocument, documentSlices } from '../documentSlices.ts'
import { archivePosition, checkEntry, entryJson, LINES_PER_ENTRY } from '../entries.ts'
import { claimFolder } from './folder.ts'
import { toError, toProblem } from './problems.ts'
import { type Batch, type BatchLine, type StoreThread, type LoadedTexts, openThread } from './thread.ts'

interface SqliteOptions {
  /** The data folder; made when it is not there. The store's files in it are `journal.*`. */
  readonly folder: string
  /** False leaves syncing to the system: for measuring what it costs, never for a hub. */
  readonly durable?: boolean
  /** The database may grow to so many pages of 4 kB. */
  readonly maxPages?: number
}

interface Opened {
  readonly line: StoreThread
  readonly release: () => void
  epoch: number
}

const open = ({ folder, durable = true, maxPages }: SqliteOptions): Opened => {
  try {
    const claim = claimFolder(folder)
    const line = openThread({ folder: claim.folder, durable, maxPages: maxPages ?? null })
    return { line, release: claim.release, epoch: 0 }
  } catch (error) {
    throw toError(toProblem(error, folder))
  }
}

// Checked where it was read, in the journal's thread.
const toEntry = (json: string) => JSON.parse(json) as Entry
const toStored = ({ id, version, json }: LoadedTexts['documents'][number]): Stored => ({
  id,
  version,
  value: JSON.parse(json),
})

const toLoaded = ({ epoch, documents, checkpointSeq, entries }: LoadedTexts): Loaded => ({
  epoch,
  documents: documents.map(toStored),
  checkpointSeq,
  entries: entries.map(toEntry),
})

const durabilityOf = ({ folder, durable = true }: SqliteOptions) =>
  durable
    ? `SQLite in ${folder}: synced to disk before anything is acknowledged`
    : `SQLite in ${folder}, not synced: a power cut loses what was acknowledged last`

/**
 * The embedded store: one SQLite database in the data folder, written by a thread of its own. Nothing is touched, and the folder is not
 * locked, before `load`. No other code of this process may open `journal.db` while it is loaded: closing any handle on
 * a file gives up all locks that the process holds on it.
 */
export const openSqliteStorage = async (options: SqliteOptions): Promise<Storage> => {
  let opened: Opened | null = null
  let checkpoints: Promise<unknown> = Promise.resolve()

  const current = () => {
    if (!opened) throw new Error(`The store in ${options.folder} is not loaded, or is closed.`)
    return opened
  }
  const stop = async () => {
    const last = opened
    opened = null
    await last?.line.stop()
    last?.release()
  }

  const load = async (): Promise<Loaded> => {
    if (opened?.line.hasEnded()) await stop()
    opened ??= open(options)
    try {
      const loaded = await opened.line.ask('load', null)
      opened.epoch = loaded.epoch
      return toLoaded(loaded)
    } catch (error) {
      await stop()
      throw error
    }
  }

  const append = async (entries: readonly Entry[]): Promise<void> => {
    const { line, epoch } = current()
    if (entries.length > 0) await line.ask('append', toBatch(entries, epoch, line.refusals()))
  }

  const checkpoint = async (seq: number, documents: readonly Stored[]): Promise<void> => {
    const { line } = current()
    const written = checkpoints.then(() => writeCheckpoint(line, seq, documents))
    checkpoints = written.catch(() => undefined)
    await written
  }

  /** Never beside a checkpoint: both count the documents. */
  const forget = async (forgetting: Erasure): Promise<void> => {
    const { line } = current()
    const done = checkpoints.then(() => line.ask('forget', forgetting))
    checkpoints = done.catch(() => undefined)
    await done
  }

  const close = async (): Promise<void> => {
    const last = opened
    await checkpoints
    try {
      if (last && !last.line.hasEnded()) await last.line.ask('close', null)
    } finally {
      if (last === opened) await stop()
    }
  }

  return {
    durability: durabilityOf(options),
    load,
    append,
    checkpoint,
    erase: forget,
    tail: async (seq, limit) => (await current().line.ask('tail', { seq, limit })).map(toEntry),
    answers: async (since): Promise<readonly KeptAnswer[]> => current().line.ask('answers', { since }),
    readArchive: async (archive, key, page) => current().line.ask('readArchive', { archive, key, ...page }),
    close,
  }
}

const linesOf = ({ seq, at, archive }: Entry): BatchLine[] =>
  archive.map((line, position) => ({
    archive: line.archive,
    key: line.key,
    place: archivePosition(seq, position),
    at,
    json: JSON.stringify(line.line),
  }))

/** Entries as the journal's thread takes them. @throws when they are not gap-free or not of this epoch */
export const toBatch = (entries: readonly Entry[], epoch: number, refusals: number): Batch => {
  const first = entries[0]?.seq ?? 0
  for (const [offset, entry] of entries.entries())
    checkEntry(entry, { seq: first + offset, epoch, lines: LINES_PER_ENTRY })
  return {
    first,
    jsons: entries.map(entryJson),
    ats: entries.map(({ at }) => at),
    lines: entries.flatMap(linesOf),
    refusals,
  }
}

/** Writes one checkpoint; one at a time. Appends may run beside it. */
const writeCheckpoint = async (line: StoreThread, seq: number, documents: readonly Stored[]) => {
  documents.forEach(checkDocument)
  await line.ask('beginCheckpoint', { seq })
  for (const slice of documentSlices(documents)) await line.ask('keepDocuments', { documents: slice })
  await line.ask('finishCheckpoint', { seq })
  let left = Number.POSITIVE_INFINITY
  while (left > 0) left = await line.ask('sweep', null)
}
