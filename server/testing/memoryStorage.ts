import type { DocumentId } from '../../shared/engine/document.ts'
import type { Entry } from '../engine/entry.ts'
import type { Storage, Stored } from '../engine/storage.ts'
import { keptAnswerOf } from '../storage/entries.ts'
import { createMentions, withoutContent } from '../storage/mentions.ts'

/**
 * A store that keeps nothing beyond the test, and whose writes the test can hold back or make fail:
 * what a real disk does too seldom to be tested with.
 */
export function createMemoryStorage() {
  const journal: Entry[] = []
  const documents = new Map<DocumentId, Stored>()
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
        entries: journal.filter(({ seq }) => seq > checkpointSeq),
      }
    },
    async append(entries) {
      await gate
      if (failure) throw failure
      batches.push(entries.length)
      // As a disk would: what comes back is a copy.
      journal.push(...entries.map((entry) => structuredClone(entry)))
    },
    async checkpoint(seq, changed) {
      for (const stored of changed) documents.set(stored.id, structuredClone(stored))
      checkpointSeq = seq
    },
    tail: async (seq, limit) => journal.filter((entry) => entry.seq > seq).slice(0, limit),
    answers: async (since) => journal.flatMap((entry) => (entry.at >= since ? (keptAnswerOf(entry) ?? []) : [])),
    async readArchive(archive, key, { before, limit }) {
      const lines = journal
        .flatMap(({ seq, at, archive: made }) => made.map((line) => ({ ...line, seq, at })))
        .filter(
          (line) => line.archive === archive && line.key === key && line.seq < (before ?? Number.POSITIVE_INFINITY),
        )
        .reverse()
      const page = lines.slice(0, limit).map(({ seq, at, line }) => ({ seq, at, line }))
      return { lines: page, next: lines.length > limit ? (page.at(-1)?.seq ?? null) : null }
    },
    async erase(forgetting) {
      const mentions = createMentions(forgetting)
      for (const [at, entry] of journal.entries())
        if (entry.seq <= checkpointSeq && mentions.isIn(JSON.stringify(entry))) journal[at] = withoutContent(entry)
      for (const id of forgetting.documents) documents.delete(id)
    },
    close: async () => {},
  }
  return {
    storage,
    journal,
    /** How many entries each write held. */
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
