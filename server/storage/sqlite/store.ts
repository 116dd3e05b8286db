import { MIGRATIONS } from '../migrations.ts'
import { createAppends } from './append.ts'
import { createCheckpoints } from './checkpoint.ts'
import { createErasure } from './erase.ts'
import { storePaths } from './folder.ts'
import { inspect } from './inspect.ts'
import { type OpenStore, openStore, type StoreSettings } from './open.ts'
import { isFull, type Problem, toProblem } from './problems.ts'
import { createReads } from './read.ts'
import type { Batch, LoadedTexts, RequestKind, Requests } from './thread.ts'

type Handlers = { [K in Exclude<RequestKind, 'append'>]: (input: Requests[K]['input']) => Requests[K]['answer'] }

/** The store itself, synchronous: what the journal's thread runs. */
export const createStore = (settings: StoreSettings, migrations = MIGRATIONS) => {
  const openAll = () => {
    const paths = storePaths(settings.folder)
    const inspected = inspect(paths, migrations)
    const store = openStore(paths, inspected, settings)
    return {
      inspected,
      store,
      append: createAppends(store),
      checkpoints: createCheckpoints(store),
      erase: createErasure(store),
      reads: createReads(store),
      log: createLogEmptying(store),
    }
  }
  let open: ReturnType<typeof openAll> | null = null

  const opened = () => {
    if (!open) throw new Error('The store is not loaded.')
    return open
  }
  const close = () => {
    const last = open
    open = null
    last?.log.stop()
    last?.store.close()
  }
  const load = (): LoadedTexts => {
    close()
    open = openAll()
    const { inspected, store } = open
    const { documents, answers, entries } = inspected
    return { epoch: store.meta.epoch, documents, checkpointSeq: store.meta.checkpointSeq, answers, entries }
  }
  /** After a write whose outcome is unknown nothing is written any more, until the store is loaded again. */
  const writing = <Result>(write: (all: ReturnType<typeof openAll>) => Result): Result => {
    const all = opened()
    if (all.store.broken !== null) throw new Error(all.store.broken)
    try {
      return write(all)
    } catch (error) {
      const isSqlites = error instanceof Error && 'errcode' in error
      if (isSqlites && !isFull(error)) all.store.broken = `The journal stopped, because a write failed: ${error}`
      throw error
    } finally {
      all.log.afterWrites()
    }
  }
  const handlers: Handlers = {
    load,
    beginCheckpoint: ({ seq }) => writing(({ checkpoints }) => checkpoints.begin(seq)),
    keepDocuments: ({ documents }) => writing(({ checkpoints }) => checkpoints.keepDocuments(documents)),
    keepAnswers: ({ answers }) => writing(({ checkpoints }) => checkpoints.keepAnswers(answers)),
    finishCheckpoint: ({ seq, now }) => writing(({ checkpoints }) => checkpoints.finish(seq, now)),
    sweep: () => writing(({ checkpoints }) => checkpoints.sweep()),
    trim: ({ now, dropBefore }) => writing(({ checkpoints }) => checkpoints.trim(now, dropBefore)),
    erase: (erasure) => writing(({ erase }) => erase(erasure)),
    tail: ({ seq, limit }) => opened().reads.tail(seq, limit),
    archivePage: (query) => opened().reads.archivePage(query),
    close,
  }
  const append = (batches: readonly Batch[]): (Problem | null)[] => {
    try {
      return writing((all) => all.append(batches))
    } catch (error) {
      return batches.map(() => toProblem(error, settings.folder))
    }
  }
  return { handlers, append, refusals: () => open?.store.refusals ?? 0 }
}

/** From so many frames (4 kB each) on, the log is copied into the database in an idle moment. */
const IDLE_FRAMES = 250
/** From so many frames on it is copied even under load: bounds the log, and the time of a restart. */
const BUSY_FRAMES = 4000
/** Long enough to be a pause between commands, short enough to come often under load. */
const IDLE_MS = 10

/** Empties SQLite's log between batches. SQLite itself would do it inside of a commit, which would then take as long as a thousand. */
const createLogEmptying = (store: OpenStore) => {
  const { database } = store
  const look = database.prepare('PRAGMA wal_checkpoint(NOOP)')
  const copy = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let timer: NodeJS.Timeout | undefined
  /** After a failure for lack of space the log may grow by as much again before the next try. */
  let limit = BUSY_FRAMES

  /** A failure here concerns no write; but a store that cannot do this must not go on. */
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (isFull(error)) limit += BUSY_FRAMES
      else store.broken ??= `The journal stopped, because its log could not be carried over: ${error}`
    }
  }
  const empty = () =>
    guarded(() => {
      copy.get()
      limit = BUSY_FRAMES
    })
  return {
    afterWrites() {
      clearTimeout(timer)
      guarded(() => {
        const row = look.get()
        const frames = Number(row?.log ?? 0) - Number(row?.checkpointed ?? 0)
        if (frames >= limit) empty()
        else if (frames >= IDLE_FRAMES) timer = setTimeout(empty, IDLE_MS)
      })
    },
    stop: () => clearTimeout(timer),
  }
}
