import { entryChecksum, inTransaction, prepareRowInsert } from './database.ts'
import type { OpenStore } from './open.ts'
import { brokenMessage, fullMessage, isFull, type Problem, toProblem } from './problems.ts'
import type { Batch } from './thread.ts'

type Outcome = Problem | null
const failed = (message: string): Problem => ({ kind: 'failed', message })

/** Writes batches in order: those that arrive together share one transaction, and so one sync. */
export const createAppends = (store: OpenStore) => {
  const { database, paths } = store
  const insert = createInsert(database)

  const judge = (batch: Batch, next: number): Outcome => {
    if (store.broken !== null) return failed(store.broken)
    if (batch.refusals !== store.refusals) return { kind: 'full', message: fullMessage(paths.folder) }
    if (batch.first === next) return null
    return failed(`Entry ${batch.first} does not follow: the next entry is ${next}. Nothing was written.`)
  }
  const write = (batches: readonly Batch[]): Outcome => {
    if (batches.length === 0) return null
    try {
      store.topAt = inTransaction(database, () => batches.reduce((topAt, batch) => insert(batch, topAt), store.topAt))
    } catch (error) {
      if (isFull(error)) {
        store.refusals += 1
        return toProblem(error, paths.folder)
      }
      store.broken = brokenMessage(paths, error)
      return failed(store.broken)
    }
    for (const batch of batches) noteWritten(store, batch)
    store.writeProgress()
    return null
  }
  /** One outcome for each batch: null when it is durable. */
  return (batches: readonly Batch[]): Outcome[] => {
    let next = store.last + 1
    const judged = batches.map((batch) => {
      const outcome = judge(batch, next)
      if (outcome === null) next += batch.ats.length
      return outcome
    })
    const problem = write(batches.filter((_, at) => judged[at] === null))
    return judged.map((outcome) => outcome ?? problem)
  }
}

/** Inserts the entries and rows of a batch. Takes and returns the latest time of an entry so far. */
const createInsert = (database: OpenStore['database']) => {
  const insertEntry = database.prepare(
    'INSERT INTO journal(seq, top_at, crc, json, command_id) VALUES(?, ?, ?, CAST(? AS TEXT), ?)',
  )
  const insertRow = prepareRowInsert(database)
  return (batch: Batch, from: number): number => {
    let topAt = from
    for (const [offset, at] of batch.ats.entries()) {
      const [seq, json] = [batch.first + offset, textOf(batch, offset)]
      topAt = Math.max(topAt, at)
      insertEntry.run(seq, topAt, entryChecksum(seq, topAt, json), json, batch.commandIds[offset] ?? null)
    }
    for (const [nth, [kind, position, at, about]] of batch.rows.entries())
      insertRow({ kind, position, at, about: JSON.stringify(about), json: textOf(batch, batch.ats.length + nth) })
    return topAt
  }
}

const textOf = ({ texts, ends }: Batch, nth: number) => texts.subarray(ends[nth - 1] ?? 0, ends[nth])

const noteWritten = (store: OpenStore, { ats, rows }: Batch) => {
  store.last += ats.length
  for (const [kind, position, , about] of rows) store.byPerson.note({ kind, position, about })
}

/** From this many frames (4 kB each) on, the log is copied into the database in an idle moment. */
const IDLE_FRAMES = 60
/** From this many frames on it is copied even under load, in a few milliseconds: what is written meanwhile waits. Bounds the log, and the time of a restart. */
const BUSY_FRAMES = 125
/** Up to this many frames (512 MB) the log grows while another process reads the store. */
const HELD_FRAMES = 131_072
/** Long enough to be a pause between commands, short enough to occur often under load. */
const IDLE_MS = 10

/** Empties SQLite's log between batches. SQLite itself would do it inside of a commit, which would then take as long as a thousand. */
export const createLogEmptying = (store: OpenStore) => {
  const { database, paths } = store
  const look = database.prepare('PRAGMA wal_checkpoint(NOOP)')
  const copy = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let timer: NodeJS.Timeout | undefined
  /** After a failure for lack of space the log may grow by as much again before the next try. */
  let limit = BUSY_FRAMES

  const framesOf = () => {
    const row = look.get()
    return Number(row?.log ?? 0) - Number(row?.checkpointed ?? 0)
  }
  /** A failure here concerns no write; but a store that cannot do this must not continue. */
  const guarded = (work: () => void) => {
    if (store.carriesLogOver) return
    try {
      if (store.isHeld && framesOf() < HELD_FRAMES) return
      // The reader is too slow for what is written: it begins again, since the log must not grow without bound.
      store.isHeld = false
      work()
    } catch (error) {
      if (isFull(error)) limit += BUSY_FRAMES
      else store.broken ??= brokenMessage(paths, error)
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
        const frames = framesOf()
        if (frames >= limit) empty()
        else if (frames >= IDLE_FRAMES) timer = setTimeout(empty, IDLE_MS)
      })
    },
    stop: () => clearTimeout(timer),
  }
}
