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

/** Writes the changed documents down now and then, so that a start reads little journal. */
export function createCheckpointing({ storage, clock, onFault, ...parts }: CheckpointingParts) {
  const dirty = new Set<DocumentId>()
  let entriesSince = 0
  let seq = 0
  let writtenSeq = 0
  let running: Promise<void> | null = null

  const write = async () => {
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
  }
  const start = (work: () => Promise<void>) => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
  const run = async () => {
    if (dirty.size > 0) await start(write).catch((error) => onFault('checkpoint', error))
  }
  const stop = every(clock, () => parts.everyMs, run)
  return {
    /** Called with what has just become durable. */
    note(entries: readonly Entry[], changes: readonly { readonly id: DocumentId }[]) {
      const last = entries.at(-1)
      if (!last) return
      seq = last.seq
      entriesSince += entries.length
      for (const { id } of changes) if (parts.isJournaled(kindOf(id))) dirty.add(id)
      if (entriesSince >= parts.everyEntries) void run()
    },
    /**
     * Does `before` in the very turn in which the documents are read, and `after` when all that was noted is in a checkpoint,
     * with no other in between. False when `before` says that it could not; nothing is written then.
     */
    async between(before: () => boolean, after: () => Promise<void>): Promise<boolean> {
      while (running) await running.catch(() => {})
      if (!before()) return false
      await start(async () => {
        if (seq > writtenSeq) await write()
        await after()
      })
      return true
    },
    async close() {
      stop()
      await running?.catch(() => {})
      await run()
    },
  }
}
