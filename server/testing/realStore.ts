import type { Entry } from '../engine/entry.ts'
import type { Hold, Loaded, Storage } from '../engine/storage.ts'
import type { TestStore } from './memoryStorage.ts'

/** What `memory` of a test is, over a store that a hub really has. */
export interface RealStore extends TestStore {
  /** For a backup. */
  holdInner(): Promise<Hold>
  close(): Promise<void>
}

/**
 * A real store whose writes a run can delay or make fail, in the place of the one in memory. Each load opens it again, as a new process
 * does, or takes the one that is open, when what the hub before it began has ended.
 * @param open opened, not loaded @param loadsOfOne how many loads share an opened store: a thread of SQLite takes long to start
 */
export function createRealStore(open: () => Promise<Storage>, loadsOfOne = 1): RealStore {
  const journal: Entry[] = []
  const batches: number[] = []
  const pending = new Set<Promise<unknown>>()
  let inner: Storage | null = null
  let lookUps = 0
  let loads = 0
  let gate: Promise<void> = Promise.resolve()
  let openGate = () => {}
  let failure: Error | null = null

  const current = () => inner ?? Promise.reject(new Error('The store was not loaded.'))
  /** What is under way counts until it has ended, whether anyone waits for it or not. */
  const tracked = <T>(work: (storage: Storage) => Promise<T>): Promise<T> => {
    const done = Promise.resolve(current()).then(work)
    const ended = done
      .catch(() => {})
      .then(() => {
        pending.delete(ended)
      })
    pending.add(ended)
    return done
  }
  const idle = async () => {
    do {
      await Promise.all(pending)
      await new Promise((resolve) => setImmediate(resolve))
    } while (pending.size > 0)
  }
  const close = async () => {
    await idle()
    await inner?.close()
    inner = null
  }
  const storage: Storage = {
    durability: 'of a run',
    async load(check): Promise<Loaded> {
      await idle()
      if (loads % loadsOfOne === 0) await close()
      loads += 1
      inner ??= await open()
      return inner.load(check)
    },
    async append(entries) {
      await gate
      if (failure) throw failure
      batches.push(entries.length)
      await tracked((store) => store.append(entries))
      journal.push(...structuredClone(entries))
    },
    checkpoint: (seq, documents) => tracked((store) => store.checkpoint(seq, documents)),
    tail: (seq, limit) => tracked((store) => store.tail(seq, limit)),
    findAnswer(actor, commandId) {
      lookUps += 1
      return tracked((store) => store.findAnswer(actor, commandId))
    },
    archivePage: (query) => tracked((store) => store.archivePage(query)),
    erase: (erasure) => tracked((store) => store.erase(erasure)),
    prune: (kind, before) => tracked((store) => store.prune(kind, before)),
    close: async () => {},
  }
  return {
    storage,
    journal,
    batches,
    lookUps: () => lookUps,
    idle,
    hold() {
      gate = new Promise((resolve) => {
        openGate = resolve
      })
    },
    release: () => openGate(),
    fail(error) {
      failure = error
    },
    holdInner: () => inner?.hold?.() ?? Promise.reject(new Error('This store cannot be held.')),
    close,
  }
}
