import { NotWritten, type Stored } from '../../engine/storage.ts'
import { checkDocument, documentSlices } from '../documentSlices.ts'
import type { Place } from './keys.ts'
import { keptText } from './load.ts'
import { beginCheckpoint, finishCheckpoint, moveStaged, stageDocuments } from './lua/checkpoint.ts'
import type { Script, ScriptAnswer } from './lua/script.ts'
import { trim } from './lua/trim.ts'
import type { WithRetry } from './retry.ts'

/** Moved at once: for so long an append may have to wait. */
const MOVED_AT_ONCE = 200

/** Writes one checkpoint; one at a time. Appends may run beside it. @throws NotWritten */
export const createCheckpointing = (place: Place, steady: WithRetry) => {
  const { keys } = place
  const step = async (
    script: Script,
    names: readonly string[],
    args: readonly (string | number)[],
  ): Promise<ScriptAnswer> => {
    const answer = await steady(script, [keys.lease, keys.head, ...names], (mine) => [mine, ...args])
    if (answer[0] === 'stale')
      throw new Error(`Another checkpoint was begun in ${place.name}. This one was not written.`)
    return answer
  }
  /** What is left from the last one as well: a node may have died meanwhile. */
  const moveAll = async () => {
    let [left, from] = [1, '0']
    while (left > 0) {
      const [, some, next] = await step(moveStaged, [keys.docs, keys.staged], [MOVED_AT_ONCE, from])
      left = Number(some)
      from = String(next)
    }
  }
  const begin = async (seq: number): Promise<void> => {
    const [word, known] = await step(beginCheckpoint, [keys.staged], [seq])
    if (word === 'beyond')
      throw new Error(`There is no entry ${seq} to make a checkpoint of: the last one is ${known}.`)
    if (word === 'behind') throw new Error(`A checkpoint of entry ${seq} would go back behind that of entry ${known}.`)
    if (word !== 'moving') return
    await moveAll()
    await begin(seq)
  }
  return async (seq: number, documents: readonly Stored[]): Promise<void> => {
    documents.forEach(checkDocument)
    await begin(seq)
    for (const slice of documentSlices(documents))
      await step(stageDocuments, [keys.staged], [seq, ...slice.flatMap((text) => [text.id, keptText(text)])])
    await step(finishCheckpoint, [keys.times], [seq])
    await moveAll()
  }
}

/** Answers to command ids reach back 65 minutes; the clocks of nodes may be an hour apart from that of Redis. */
export const journalKeptMs = 2 * 3_600_000
/** A node that has not said for so long how far it has read is gone, or has to begin anew. */
const READER_GIVEN_UP_MS = 30_000
const TRIMMED_AT_ONCE = 1_000

/** Takes away what nobody needs any more of the journal's front. Which is little: where it fails, the next checkpoint tries again. */
export const createTrimming = (place: Place, steady: WithRetry, keptMs: number) => async (): Promise<void> => {
  const { lease, head, journal, ids, times, readers } = place.keys
  try {
    for (let gone = 1; gone > 0; ) {
      const answer = await steady(trim, [lease, head, journal, ids, times, readers], (mine) => [
        ...[mine, keptMs, READER_GIVEN_UP_MS, TRIMMED_AT_ONCE],
      ])
      gone = answer[0] === 'trimmed' ? Number(answer[1]) : 0
    }
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error
  }
}
