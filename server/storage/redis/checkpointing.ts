import type { Stored } from '../../engine/storage.ts'
import { checkDocument, documentSlices } from '../documentSlices.ts'
import { keptText } from './documentRows.ts'
import type { Place } from './place.ts'
import type { Script, ScriptAnswer } from './script.ts'
import { beginCheckpoint, finishCheckpoint, moveStaged, stageDocuments } from './scripts/checkpoint.ts'
import type { Steady } from './steady.ts'

/** Moved at once: for so long an append may have to wait. */
const MOVED_AT_ONCE = 200

/** Writes one checkpoint; one at a time. Appends may run beside it. @throws NotWritten */
export const createCheckpointing = (place: Place, steady: Steady) => {
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
