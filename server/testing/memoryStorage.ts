import type { DocumentId } from '../../shared/engine/document.ts'
import type { Entry } from '../engine/entry.ts'
import type { KeptAnswer, Storage, Stored } from '../engine/storage.ts'
import { createRedaction, withoutContent } from '../storage/redaction.ts'
import { archivePageIn, erasedRows, type KeptRow, rowsOf } from './archiveRows.ts'

/** An in-memory store whose writes the test can delay or make fail. */
export function createMemoryStorage() {
  const journal: Entry[] = []
  const rows: KeptRow[] = []
  const documents = new Map<DocumentId, Stored>()
  const answers = new Map<number, KeptAnswer>()
  let checkpointSeq = 0
  let epoch = 0
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
        answers: [...answers.values()],
        entries: journal.filter(({ seq }) => seq > checkpointSeq),
      }
    },
    async append(entries) {
      await gate
      if (failure) throw failure
      batches.push(entries.length)
      // Copies, as a disk returns.
      journal.push(...entries.map((entry) => structuredClone(entry)))
      rows.push(...structuredClone(entries.flatMap(rowsOf)))
    },
    async checkpoint(seq, changed, { added, dropBefore } = { added: [], dropBefore: Number.NEGATIVE_INFINITY }) {
      for (const stored of changed) documents.set(stored.id, structuredClone(stored))
      for (const answer of added) answers.set(answer.seq, structuredClone(answer))
      for (const { seq: old, at } of answers.values()) if (at < dropBefore) answers.delete(old)
      checkpointSeq = seq
    },
    tail: async (seq, limit) => journal.filter((entry) => entry.seq > seq).slice(0, limit),
    archivePage: (query) => archivePageIn(rows, query),
    async erase(erasure) {
      const redaction = createRedaction(erasure)
      for (const [at, entry] of journal.entries())
        if (entry.seq <= checkpointSeq && redaction.mentions(JSON.stringify(entry))) journal[at] = withoutContent(entry)
      for (const answer of answers.values()) answers.set(answer.seq, redaction.answer(answer))
      rows.splice(0, rows.length, ...erasedRows(rows, erasure))
      for (const id of erasure.documents) documents.delete(id)
    },
    close: async () => {},
  }
  return {
    storage,
    journal,
    /** The number of entries of each write. */
    batches,
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
