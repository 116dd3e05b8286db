import { MIGRATIONS } from '../migrations.ts'
import { createAppends, createLogEmptying } from './append.ts'
import { createCheckpoints } from './checkpoint.ts'
import { inTransaction, writeMeta } from './database.ts'
import { createErasure } from './erase.ts'
import { type InspectedState, inspect, openToLook } from './inspect.ts'
import type { DocumentsText } from './load.ts'
import { type OpenStore, openStore, type StoreSettings } from './open.ts'
import { storePaths } from './paths.ts'
import { brokenMessage, isFull, type Problem, toProblem } from './problems.ts'
import { createPruning } from './prune.ts'
import { createReads } from './read.ts'
import type { Batch, FoundState, LoadedState, RequestKind, Requests } from './thread.ts'

type Handlers = { [K in Exclude<RequestKind, 'append'>]: (input: Requests[K]['input']) => Requests[K]['answer'] }

/** The store itself, synchronous, as the journal's thread runs it. */
export const createStore = (settings: StoreSettings, migrations = MIGRATIONS) => {
  const paths = storePaths(settings.folder)
  /** The documents that were found and are not sent yet, the next ones at the end. */
  let unsent: DocumentsText[] = []
  const inspectAll = (): InspectedState => {
    const { documents, ...inspected } = inspect(paths, migrations)
    unsent = documents.toReversed()
    return inspected
  }
  const lookAt = () => {
    const inspected = inspectAll()
    const database = openToLook(paths)
    return { inspected, database, reads: createReads(database, paths, () => inspected.meta.trimmedTo) }
  }
  const openAll = (inspected: InspectedState) => {
    const store = openStore(paths, inspected, settings)
    return {
      inspected,
      store,
      append: createAppends(store),
      checkpoints: createCheckpoints(store),
      erasure: createErasure(store),
      prune: createPruning(store),
      reads: createReads(store.database, paths, () => store.meta.trimmedTo, store.byPerson.waitingAbout),
      log: createLogEmptying(store),
    }
  }
  let looking: ReturnType<typeof lookAt> | null = null
  let open: ReturnType<typeof openAll> | null = null

  const opened = () => {
    if (!open) throw new Error('The store is not loaded.')
    return open
  }
  const close = () => {
    const last = open
    open = null
    last?.log.stop()
    last?.erasure.stop()
    last?.store.close()
    stopLooking()
  }
  /** Before the store is opened for writing: a handle that is closed later would give its lock away. */
  const stopLooking = (): InspectedState | null => {
    const last = looking
    looking = null
    last?.database.close()
    return last?.inspected ?? null
  }
  const look = (): FoundState => {
    close()
    looking = lookAt()
    return foundIn(looking.inspected)
  }
  const load = (): LoadedState => {
    const inspected = stopLooking()
    close()
    open = openAll(inspected ?? inspectAll())
    return { ...foundIn(open.inspected), epoch: open.store.meta.epoch, newestIdAt: open.reads.newestIdAt() }
  }
  /** After a write whose outcome is unknown nothing is written any more, until the store is loaded again. */
  const written = <Result>(
    all: ReturnType<typeof openAll>,
    write: (all: ReturnType<typeof openAll>) => Result,
  ): Result => {
    if (all.store.broken !== null) throw new Error(all.store.broken)
    try {
      const result = write(all)
      stopIfLost(all.store)
      return result
    } catch (error) {
      const isSqlites = error instanceof Error && 'errcode' in error
      if (!isSqlites || isFull(error)) throw error
      all.store.broken = brokenMessage(paths, error)
      throw new Error(all.store.broken, { cause: error })
    }
  }
  const writing = <Result>(write: (all: ReturnType<typeof openAll>) => Result): Result => {
    const all = opened()
    try {
      return written(all, write)
    } finally {
      all.log.afterWrites()
    }
  }
  const handlers: Handlers = {
    look,
    load,
    documents: () => unsent.pop() ?? null,
    beginCheckpoint: ({ seq }) => writing(({ checkpoints }) => checkpoints.begin(seq)),
    indexRows: () => writing(({ checkpoints }) => checkpoints.indexRows()),
    keepDocuments: ({ documents }) => writing(({ checkpoints }) => checkpoints.keepDocuments(documents)),
    finishCheckpoint: ({ seq, now }) => writing(({ checkpoints }) => checkpoints.finish(seq, now)),
    sweep: () => writing(({ checkpoints }) => checkpoints.sweep()),
    trim: ({ now }) => writing(({ checkpoints }) => checkpoints.trim(now)),
    beginErasure: (erasure) => writing(({ erasure: pieces }) => pieces.begin(erasure)),
    erasePiece: () => writing(({ erasure }) => erasure.next()),
    // The write begins a log of which nothing is in the file yet: until something is copied, SQLite neither changes the file nor begins
    // its log again.
    hold: () =>
      writing(({ store }) => {
        store.isHeld = true
        inTransaction(store.database, () => writeMeta(store.database, store.meta))
      }),
    isHeld: () => open?.store.isHeld === true && open.store.broken === null,
    letGo() {
      if (open) open.store.isHeld = false
    },
    prunePiece: (request) => writing(({ prune }) => prune(request)),
    tail: ({ seq, limit }) => (looking ?? opened()).reads.tail(seq, limit),
    findAnswer: ({ actor, commandId }) => opened().reads.findAnswer(actor, commandId),
    archivePage: (query) => opened().reads.archivePage(query),
    close,
  }
  /** Notices also without a write that the files are gone. Why nothing is written any more; null while all is well. */
  const checkPlace = (): string | null => {
    if (!open || open.store.broken !== null) return open?.store.broken ?? null
    try {
      stopIfLost(open.store)
    } catch {
      return open.store.broken
    }
    return null
  }
  const outcomesOf = (batches: readonly Batch[]): (Problem | null)[] => {
    try {
      return written(opened(), (all) => all.append(batches))
    } catch (error) {
      return batches.map(() => toProblem(error, settings.folder))
    }
  }
  /** @param answer is given the outcomes before the log is emptied, which takes milliseconds: what is durable does not wait for it */
  const append = (batches: readonly Batch[], answer: (outcomes: (Problem | null)[]) => void = () => {}) => {
    const outcomes = outcomesOf(batches)
    try {
      answer(outcomes)
    } finally {
      if (open) tidy(open)
    }
    return outcomes
  }
  /** A failure here concerns no write; but a store that cannot do this must not continue. */
  const tidy = ({ store, log }: ReturnType<typeof openAll>) => {
    try {
      if (store.broken === null) store.byPerson.writeDue()
    } catch (error) {
      if (!isFull(error)) store.broken ??= brokenMessage(paths, error)
    }
    log.afterWrites()
  }
  return { handlers, append, checkPlace, refusals: () => open?.store.refusals ?? 0 }
}

const foundIn = ({ meta, last }: InspectedState): FoundState => ({
  epoch: meta.epoch,
  checkpointSeq: meta.checkpointSeq,
  lastSeq: last,
})

/** What was acknowledged is carried over into the database, which may be found again, or still be there without its log. @throws Error */
const stopIfLost = (store: OpenStore) => {
  const lost = store.whyLost()
  if (lost === null) return
  store.broken ??= lost
  try {
    store.database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The log is lost with its file.
  }
  throw new Error(lost)
}
