import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Clock } from './clock.ts'
import { every } from './clock.ts'
import type { Entry } from './entry.ts'
import type { Copy } from './hub.ts'
import type { Storage } from './storage.ts'

interface CheckpointingParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly isJournaled: (kind: string) => boolean
  readonly durable: (id: DocumentId) => Copy | undefined
  readonly onFault: (what: string, error: unknown) => void
  readonly everyMs: number
  /** As many entries since the last checkpoint start one before its time. */
  readonly everyEntries: number
}

/** What has changed since the last checkpoint, and the way to write that down. */
function createChanged({ storage, ...parts }: CheckpointingParts) {
  const dirty = new Set<DocumentId>()
  let entriesSince = 0
  let seq = 0
  let writtenSeq = 0

  return {
    has: () => dirty.size > 0,
    /** Entries may be that changed no document. */
    isBehind: () => seq > writtenSeq,
    /** As many entries as start a checkpoint before its time. */
    isMuch: () => entriesSince >= parts.everyEntries,
    note(entries: readonly Entry[], changes: readonly { readonly id: DocumentId }[]) {
      seq = entries.at(-1)?.seq ?? seq
      entriesSince += entries.length
      for (const { id } of changes) if (parts.isJournaled(kindOf(id))) dirty.add(id)
    },
    async write() {
      const upTo = seq
      const ids = [...dirty]
      dirty.clear()
      entriesSince = 0
      const documents = ids.flatMap((id) => {
        const copy = parts.durable(id)
        // What was dropped meanwhile stands at no version.
        return copy && copy.version > 0 ? [{ id, ...copy }] : []
      })
      try {
        await storage.checkpoint(upTo, documents)
        writtenSeq = upTo
      } catch (error) {
        for (const id of ids) dirty.add(id)
        throw error
      }
    },
  }
}

/** Writes the changed documents down now and then, so that a start reads little journal. */
export function createCheckpointing(parts: CheckpointingParts) {
  const changed = createChanged(parts)
  let running: Promise<void> | null = null

  const start = (work: () => Promise<void>) => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
  const run = async () => {
    if (changed.has()) await start(changed.write).catch((error) => parts.onFault('checkpoint', error))
  }
  const stop = every(parts.clock, () => parts.everyMs, run)
  return {
    /** Called with what has just become durable. */
    note(entries: readonly Entry[], changes: readonly { readonly id: DocumentId }[]) {
      if (entries.length === 0) return
      changed.note(entries, changes)
      if (changed.isMuch()) void run()
    },
    /**
     * Does `before` in the very turn in which the documents are read, and `after` when all that was noted is in a checkpoint,
     * with no other in between. False when `before` says that it could not; nothing is written then.
     */
    async between(before: () => boolean, after: () => Promise<void>): Promise<boolean> {
      while (running) await running.catch(() => {})
      if (!before()) return false
      await start(async () => {
        if (changed.isBehind()) await changed.write()
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
