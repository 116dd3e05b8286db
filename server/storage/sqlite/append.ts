import { entryChecksum, inTransaction, prepareRowInsert } from './database.ts'
import type { OpenStore } from './open.ts'
import { fullMessage, isFull, type Problem, toProblem } from './problems.ts'
import type { Batch } from './thread.ts'

type Outcome = Problem | null

/** Writes batches in order: those that arrive together share one transaction, and so one sync. */
export const createAppends = (store: OpenStore) => {
  const { database, paths } = store
  const insertEntry = database.prepare('INSERT INTO journal(seq, top_at, crc, json) VALUES(?, ?, ?, ?)')
  const insertRow = prepareRowInsert(database)

  const failed = (message: string): Problem => ({ kind: 'failed', message })

  const judge = (batch: Batch, next: number): Outcome => {
    if (store.broken !== null) return failed(store.broken)
    if (batch.refusals !== store.refusals) return { kind: 'full', message: fullMessage(paths.folder) }
    if (batch.first === next) return null
    return failed(`Entry ${batch.first} does not follow: the journal goes on with entry ${next}. Nothing was written.`)
  }
  const insert = (batch: Batch, from: number): number => {
    let topAt = from
    for (const [offset, json] of batch.jsons.entries()) {
      const seq = batch.first + offset
      topAt = Math.max(topAt, batch.ats[offset] ?? 0)
      insertEntry.run(seq, topAt, entryChecksum(seq, topAt, json), json)
    }
    for (const row of batch.rows) insertRow({ ...row, about: JSON.stringify(row.about) }, row.about)
    return topAt
  }
  const write = (batches: readonly Batch[]): Outcome => {
    if (batches.length === 0) return null
    try {
      store.topAt = inTransaction(database, () => batches.reduce((topAt, batch) => insert(batch, topAt), store.topAt))
    } catch (error) {
      if (isFull(error)) store.refusals += 1
      else store.broken = `The journal stopped, because a write failed and its fate is unknown: ${error}`
      return toProblem(error, paths.folder)
    }
    store.last += batches.reduce((count, batch) => count + batch.jsons.length, 0)
    store.writeProgress()
    return null
  }
  /** One outcome for each batch: null when it is durable. */
  return (batches: readonly Batch[]): Outcome[] => {
    let next = store.last + 1
    const judged = batches.map((batch) => {
      const outcome = judge(batch, next)
      if (outcome === null) next += batch.jsons.length
      return outcome
    })
    const problem = write(batches.filter((_, at) => judged[at] === null))
    return judged.map((outcome) => outcome ?? problem)
  }
}
