import { clusterAnswerWindowMs } from '../../engine/answers.ts'
import { NotWritten, type Stored } from '../../engine/storage.ts'
import { checkDocument, documentSlices } from '../documentSlices.ts'
import type { Place } from './keys.ts'
import { beginCheckpoint, finishCheckpoint, moveStaged, stage, trimJournal } from './lua/checkpoint.ts'
import type { Script, ScriptAnswer } from './lua/script.ts'
import type { WithRetry } from './retry.ts'
import { documentText } from './rows.ts'

/** Documents moved at once: an append may have to wait that long. */
const MOVED_AT_ONCE = 200

/**
 * How long entries stay in the journal after a checkpoint holds them: for as long as a command id may be repeated, whose answer they
 * hold. Readers that cannot say how far they have read rely on it, too.
 */
export const journalKeptMs = clusterAnswerWindowMs
/** A node that has not said for so long how far it has read is gone, or will have to load everything again. */
const READER_GONE_MS = 30_000
const TRIMMED_AT_ONCE = 1_000

/** Writes checkpoints, one at a time; appends may run meanwhile. @throws NotWritten */
export const createCheckpoints = (place: Place, withRetry: WithRetry, keptMs: number) => {
  const { keys } = place
  const step = async (
    script: Script,
    names: readonly string[],
    args: readonly (string | number)[],
  ): Promise<ScriptAnswer> => {
    const answer = await withRetry(script, [keys.lease, keys.head, ...names], (mine) => [mine, ...args])
    if (answer[0] === 'stale')
      throw new Error(`Another checkpoint was begun in ${place.name}. This one was not written.`)
    return answer
  }
  /** Also moves documents that a crashed leader left staged; does nothing where nothing is to be moved. */
  const moveAll = async () => {
    let [left, cursor] = [1, '0']
    while (left > 0) {
      const names = [keys.docs, keys.staged]
      const [, remaining, next] = await step(moveStaged, names, [MOVED_AT_ONCE, cursor])
      left = Number(remaining)
      cursor = String(next)
    }
  }
  const begin = async (seq: number): Promise<void> => {
    const [outcome, known] = await step(beginCheckpoint, [keys.staged], [seq])
    if (outcome === 'beyond')
      throw new Error(`There is no entry ${seq} to make a checkpoint of: the last one is ${known}.`)
    if (outcome === 'behind')
      throw new Error(`A checkpoint of entry ${seq} would go back behind that of entry ${known}.`)
    if (outcome !== 'moving') return
    await moveAll()
    await begin(seq)
  }
  /** Repeats a script that removes some until nothing is left to remove. If it fails, the next checkpoint tries again. */
  const trimAll = async (trim: () => Promise<ScriptAnswer>) => {
    try {
      for (let removed = 1; removed > 0; ) {
        const answer = await trim()
        removed = answer[0] === 'trimmed' ? Number(answer[1]) : 0
      }
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
    }
  }
  return {
    /** Replaces what a finished checkpoint has not replaced yet, because its leader crashed. */
    finishMoving: moveAll,
    async write(seq: number, documents: readonly Stored[]): Promise<void> {
      documents.forEach(checkDocument)
      await begin(seq)
      for (const slice of documentSlices(documents))
        await step(stage, [keys.staged], [seq, ...slice.flatMap((text) => [text.id, documentText(text)])])
      await step(finishCheckpoint, [keys.times], [seq])
      await moveAll()
    },
    /** Removes data that is not needed any more. */
    async trim() {
      const { lease, head, journal, ids, times, readers } = keys
      await trimAll(() =>
        withRetry(trimJournal, [lease, head, journal, ids, times, readers], (mine) => [
          mine,
          keptMs,
          READER_GONE_MS,
          TRIMMED_AT_ONCE,
        ]),
      )
    },
  }
}
