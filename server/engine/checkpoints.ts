import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import { type Clock, every } from './clock.ts'
import type { Copy } from './hub.ts'
import type { Storage } from './storage.ts'

interface CheckpointsDeps {
  readonly storage: Storage
  readonly clock: Clock
  readonly isJournaled: (kind: string) => boolean
  readonly durable: (id: DocumentId) => Copy | undefined
  readonly onFault: (what: string, error: unknown) => void
  readonly everyMs: number
  /** This many entries since the last checkpoint start one early. */
  readonly everyEntries: number
  /** As do entries with this many characters of JSON. */
  readonly everyCharacters: number
}

interface DurableEntries {
  /** The last of them. */
  readonly upTo: number
  readonly entries: number
  /** Of their JSON. */
  readonly characters: number
}

/**
 * Writes the changed documents at intervals, and early after many entries or large ones, so that a start reads little of the journal.
 */
export function createCheckpoints({ storage, clock, isJournaled, durable, onFault, ...limits }: CheckpointsDeps) {
  const dirty = new Set<DocumentId>()
  let entriesSince = 0
  let charactersSince = 0
  let seq = 0
  let writtenSeq = 0
  let running: Promise<void> | null = null

  function start(work: () => Promise<void>) {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }

  async function run() {
    // Also entries that changed no document: the journal before a checkpoint is trimmed.
    if (dirty.size > 0 || seq > writtenSeq) await start(write).catch((error) => onFault('checkpoint', error))
  }

  async function write() {
    const upTo = seq
    const ids = [...dirty]
    dirty.clear()
    entriesSince = 0
    charactersSince = 0
    const documents = ids.flatMap((id) => {
      const copy = durable(id)
      // A document that was dropped meanwhile is at version 0.
      return copy && copy.version > 0 ? [{ id, ...copy }] : []
    })
    try {
      await storage.checkpoint(upTo, documents)
      writtenSeq = upTo
    } catch (error) {
      for (const id of ids) dirty.add(id)
      throw error
    }
  }

  const stop = every(clock, () => limits.everyMs, run)
  return {
    /** Takes entries that have just become durable, or that were replayed at the start. @param changed by them */
    note({ upTo, entries, characters }: DurableEntries, changed: Iterable<DocumentId>) {
      if (entries === 0) return
      seq = upTo
      entriesSince += entries
      charactersSince += characters
      for (const id of changed) if (!dirty.has(id) && isJournaled(kindOf(id))) dirty.add(id)
      if (entriesSince >= limits.everyEntries || charactersSince >= limits.everyCharacters) void run()
    },
    /**
     * Does `before` in the same turn in which the documents are read, and `after` when all that was noted is in a checkpoint, with no
     * other checkpoint in between. False when `before` returns false: nothing is written then.
     */
    async exclusively(before: () => boolean, after: () => Promise<void>): Promise<boolean> {
      while (running) await running.catch(() => {})
      if (!before()) return false
      await start(async () => {
        // Also entries that changed no document.
        if (seq > writtenSeq) await write()
        await after()
      })
      return true
    },
    /** Without writing anything more. */
    stop,
    async close() {
      stop()
      await running?.catch(() => {})
      await run()
    },
  }
}
