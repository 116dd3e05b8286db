import type { DocumentId } from '../../shared/engine/document.ts'
import { type Entry, takeEntryTexts } from '../engine/entry.ts'
import type { Storage, Stored } from '../engine/storage.ts'
import { newestIdAt } from '../storage/records.ts'
import { createRedaction, withoutContent } from '../storage/redaction.ts'
import { archivePageIn, erasedRows, type KeptRow, rowsOf } from './archiveRows.ts'

/** An in-memory store whose writes the test can delay or make fail. */
export function createMemoryStorage() {
  const journal: Entry[] = []
  const rows: KeptRow[] = []
  const documents = new Map<DocumentId, Stored>()
  let checkpointSeq = 0
  let epoch = 0
  let lookUps = 0
  let gate: Promise<void> = Promise.resolve()
  let open = () => {}
  let failure: Error | null = null
  const batches: number[] = []

  const storage: Storage = {
    durability: 'none: memory of a test',
    async load() {
      epoch += 1
      return {
        epoch,
        documents: [...documents.values()],
        checkpointSeq,
        lastSeq: journal.at(-1)?.seq ?? checkpointSeq,
        newestIdAt: newestIdAt(journal),
      }
    },
    async append(entries) {
      await gate
      if (failure) throw failure
      batches.push(entries.length)
      // Copies, as a disk returns.
      const written = entries.map((entry): Entry => JSON.parse(takeEntryTexts(entry).json))
      journal.push(...written)
      rows.push(...written.flatMap(rowsOf))
    },
    async checkpoint(seq, changed) {
      for (const stored of changed) documents.set(stored.id, structuredClone(stored))
      checkpointSeq = seq
    },
    async tail(seq, limit) {
      // Entries are numbered without gaps.
      const from = Math.max(0, seq + 1 - (journal[0]?.seq ?? 0))
      return journal.slice(from, from + limit)
    },
    async findAnswer(actor, commandId) {
      lookUps += 1
      return structuredClone(journal.find((entry) => entry.actor === actor && entry.commandId === commandId) ?? null)
    },
    archivePage: (query) => archivePageIn(rows, query),
    async erase(erasure) {
      const redaction = createRedaction(erasure)
      for (const [at, entry] of journal.entries())
        if (entry.seq <= checkpointSeq && redaction.mentions(JSON.stringify(entry))) journal[at] = withoutContent(entry)
      rows.splice(0, rows.length, ...erasedRows(rows, erasure))
      for (const id of erasure.documents) documents.delete(id)
    },
    async prune(kind, before) {
      const kept = rows.filter((row) => row.kind !== kind || row.at >= before)
      return rows.splice(0, rows.length, ...kept).length - kept.length
    },
    close: async () => {},
  }
  return {
    storage,
    journal,
    /** The number of entries of each write. */
    batches,
    /** How many answers were looked for in the store. */
    lookUps: () => lookUps,
    /** Resolves when nothing is read or written. */
    idle: async () => {},
    hold() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    release: () => open(),
    fail(error: Error | null) {
      failure = error
    },
  }
}
export type TestStore = ReturnType<typeof createMemoryStorage>
