import { createAppending } from './append.ts'
import { createCheckpointing } from './checkpoint.ts'
import { createForgetting } from './erase.ts'
import { storePaths } from './folder.ts'
import { inspect } from './inspect.ts'
import { openStore, type SqliteSettings, type OpenStore } from './open.ts'
import { isFull, type Problem, toProblem } from './problems.ts'
import { createReading } from './read.ts'
import type { RequestKind, Requests, Batch, LoadedTexts } from './thread.ts'

const openAll = (settings: SqliteSettings) => {
  const paths = storePaths(settings.folder)
  const inspected = inspect(paths)
  const standing = openStore(paths, inspected, settings)
  return {
    inspected,
    standing,
    append: createAppending(standing),
    checkpointing: createCheckpointing(standing),
    forget: createForgetting(standing),
    reading: createReading(standing),
    tidying: createTidying(standing),
  }
}

type Answers = { [K in Exclude<RequestKind, 'append'>]: (ask: Requests[K]['ask']) => Requests[K]['answer'] }

/** The store itself, synchronous: what the journal's thread runs. */
export const createStore = (settings: SqliteSettings) => {
  let open: ReturnType<typeof openAll> | null = null

  const opened = () => {
    if (!open) throw new Error('The store is not loaded.')
    return open
  }

  const close = () => {
    const last = open
    open = null
    last?.tidying.stop()
    last?.standing.close()
  }

  const load = (): LoadedTexts => {
    close()
    open = openAll(settings)
    const { inspected, standing } = open
    const { documents, entries } = inspected
    return { epoch: standing.meta.epoch, documents, checkpointSeq: standing.meta.checkpointSeq, entries }
  }

  /** A write: after one whose fate is unknown there is none any more, until the store is loaded again. */
  const writing = <Result>(write: (store: ReturnType<typeof openAll>) => Result): Result => {
    const store = opened()
    if (store.standing.broken !== null) throw new Error(store.standing.broken)
    try {
      return write(store)
    } catch (error) {
      const isSqlites = error instanceof Error && 'errcode' in error
      if (isSqlites && !isFull(error)) store.standing.broken = `The journal stopped, because a write failed: ${error}`
      throw error
    } finally {
      store.tidying.afterWrites()
    }
  }

  const answers: Answers = {
    load,
    beginCheckpoint: ({ seq }) => writing(({ checkpointing }) => checkpointing.begin(seq)),
    keepDocuments: ({ documents }) => writing(({ checkpointing }) => checkpointing.keep(documents)),
    finishCheckpoint: ({ seq }) => writing(({ checkpointing }) => checkpointing.finish(seq)),
    sweep: () => writing(({ checkpointing }) => checkpointing.sweep()),
    forget: (forgetting) => writing(({ forget }) => forget(forgetting)),
    tail: ({ seq, limit }) => opened().reading.tail(seq, limit),
    answers: ({ since }) => opened().reading.answers(since),
    readArchive: (ask) => opened().reading.readArchive(ask),
    close,
  }

  const append = (batches: readonly Batch[]): (Problem | null)[] => {
    try {
      return writing((store) => store.append(batches))
    } catch (error) {
      return batches.map(() => toProblem(error, settings.folder))
    }
  }

  return { answers, append, refusals: () => open?.standing.refusals ?? 0 }
}

/** Frames (4 kB each) in the log from which a quiet moment is used to carry them over into the database. */
const QUIET_FRAMES = 250
/** Frames from which it is done even under load: bounds the log, and the time a restart takes. */
const BUSY_FRAMES = 4000
/** Long enough to be a pause between commands, short enough to come often on a busy evening. */
const QUIET_MS = 10

/**
 * Empties SQLite's log between batches. Left to itself SQLite does that inside of a commit, and whoever waits for that
 * commit pays for a thousand others.
 */
const createTidying = (standing: OpenStore) => {
  const { database } = standing
  const look = database.prepare('PRAGMA wal_checkpoint(NOOP)')
  const carryOver = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let timer: NodeJS.Timeout | undefined
  /** After a failure for want of room the log may grow by as much again before the next try. */
  let limit = BUSY_FRAMES

  const waiting = () => {
    const row = look.get()
    return Number(row?.log ?? 0) - Number(row?.checkpointed ?? 0)
  }

  /** What goes wrong here went wrong for nobody's write; but a store that cannot do this must not go on. */
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (isFull(error)) limit += BUSY_FRAMES
      else standing.broken ??= `The journal stopped, because its log could not be carried over: ${error}`
    }
  }

  const tidy = () =>
    guarded(() => {
      carryOver.get()
      limit = BUSY_FRAMES
    })

  const tidyOrWait = () =>
    guarded(() => {
      const frames = waiting()
      if (frames >= limit) tidy()
      else if (frames >= QUIET_FRAMES) timer = setTimeout(tidy, QUIET_MS)
    })

  return {
    afterWrites() {
      clearTimeout(timer)
      tidyOrWait()
    },
    stop: () => clearTimeout(timer),
  }
}
