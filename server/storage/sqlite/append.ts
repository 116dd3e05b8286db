import { entryChecksum, inTransaction, lineChecksum } from './database.ts'
import type { OpenStore } from './open.ts'
import { fullMessage, isFull, type Problem, toProblem } from './problems.ts'
import type { Batch } from './thread.ts'

type Outcome = Problem | null

/** Writes batches in order: those that arrive together share one transaction, and so one sync. */
export const createAppending = (standing: OpenStore) => {
  const { database, paths } = standing
  const addEntry = database.prepare('INSERT INTO journal(seq, top_at, crc, json) VALUES(?, ?, ?, ?)')
  const addLine = database.prepare('INSERT INTO archive(name, key, place, at, crc, json) VALUES(?, ?, ?, ?, ?, ?)')

  const failed = (message: string): Problem => ({ kind: 'failed', message })

  const judge = (batch: Batch, next: number): Outcome => {
    if (standing.broken !== null) return failed(standing.broken)
    if (batch.refusals !== standing.refusals) return { kind: 'full', message: fullMessage(paths.folder) }
    if (batch.first === next) return null
    return failed(`Entry ${batch.first} does not follow: the journal goes on with entry ${next}. Nothing was written.`)
  }

  const insert = (batch: Batch, from: number): number => {
    let topAt = from
    for (const [offset, json] of batch.jsons.entries()) {
      const seq = batch.first + offset
      topAt = Math.max(topAt, batch.ats[offset] ?? 0)
      addEntry.run(seq, topAt, entryChecksum(seq, topAt, json), json)
    }
    for (const { archive, key, place, at, json } of batch.lines) {
      addLine.run(archive, key, place, at, lineChecksum(archive, key, place, at, json), json)
    }
    return topAt
  }

  const write = (batches: readonly Batch[]): Outcome => {
    if (batches.length === 0) return null
    try {
      standing.topAt = inTransaction(database, () =>
        batches.reduce((topAt, batch) => insert(batch, topAt), standing.topAt),
      )
    } catch (error) {
      if (isFull(error)) standing.refusals += 1
      else standing.broken = `The journal stopped, because a write failed and its fate is unknown: ${error}`
      return toProblem(error, paths.folder)
    }
    standing.last += batches.reduce((count, batch) => count + batch.jsons.length, 0)
    standing.writeProgress()
    return null
  }

  /** One outcome for each batch: null when it is durable. */
  return (batches: readonly Batch[]): Outcome[] => {
    let next = standing.last + 1
    const judged = batches.map((batch) => {
      const outcome = judge(batch, next)
      if (outcome === null) next += batch.jsons.length
      return outcome
    })
    const problem = write(batches.filter((_, place) => judged[place] === null))
    return judged.map((outcome) => outcome ?? problem)
  }
}
