import { createAppending } from './appending.ts'
import type { AskKind, Asks, Batch, LoadedTexts } from './asks.ts'
import { createCheckpointing } from './checkpointing.ts'
import { createForgetting } from './forgetting.ts'
import { inspect } from './inspect.ts'
import type { SqliteSettings } from './lease.ts'
import { storePaths } from './paths.ts'
import { isFull, type Problem, toProblem } from './problem.ts'
import { createReading } from './reading.ts'
import { openStanding } from './standing.ts'
import { createTidying } from './tidying.ts'

const openAll = (settings: SqliteSettings) => {
  const paths = storePaths(settings.folder)
  const inspected = inspect(paths)
  const standing = openStanding(paths, inspected, settings)
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

type Answers = { [K in Exclude<AskKind, 'append'>]: (ask: Asks[K]['ask']) => Asks[K]['answer'] }

/** The store itself, synchronous: what the journal's thread runs. */
export const createKeeper = (settings: SqliteSettings) => {
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
