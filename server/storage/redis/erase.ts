import type { Erasure } from '../../engine/storage.ts'
import { slices } from '../documentSlices.ts'
import { createRedaction, type Redaction } from '../redaction.ts'
import type { Place } from './keys.ts'
import {
  beginCopy,
  removeDocuments,
  removeKeys,
  removeMembers,
  replaceAnswers,
  replaceByCopy,
  replaceStaged,
  writeCopy,
} from './lua/rewrite.ts'
import type { Caller, Script, ScriptAnswer } from './lua/script.ts'
import type { WithRetry } from './retry.ts'
import {
  answerOf,
  archiveRecordOf,
  isStagedAnswer,
  type StreamRow,
  scanPairs,
  stagedAnswer,
  stagedAnswerJson,
  streamPages,
} from './rows.ts'
import { readStoreState } from './storeState.ts'

const AT_ONCE = 200

interface ErasureDeps {
  readonly place: Place
  readonly caller: Caller
  readonly withRetry: WithRetry
}

/** Removes what the store holds about persons. Nothing may be written meanwhile. @throws NotWritten */
export const createErasure = ({ place, caller, withRetry }: ErasureDeps) => {
  const { keys } = place
  const rewriteStream = createStreamRewrite({ place, caller, withRetry })

  const eraseAnswers = async (redaction: Redaction) => {
    const changed: (string | number)[][] = []
    for await (const [json, at] of scanPairs(caller, 'ZSCAN', keys.answers)) {
      const answer = answerOf(place, json)
      const erased = redaction.answer(answer)
      if (erased !== answer) changed.push([json, at, JSON.stringify(erased)])
    }
    for (const slice of slices(changed, AT_ONCE))
      await withRetry(replaceAnswers, [keys.lease, keys.answers], (mine) => [mine, ...slice.flat()])
    const staged: (readonly [string, string])[] = []
    for await (const [field, text] of scanPairs(caller, 'HSCAN', keys.staged)) {
      if (!isStagedAnswer(field)) continue
      const answer = answerOf(place, stagedAnswerJson(text))
      const erased = redaction.answer(answer)
      if (erased !== answer) staged.push(stagedAnswer(answerOf(place, JSON.stringify(erased))))
    }
    for (const slice of slices(staged, AT_ONCE))
      await withRetry(replaceStaged, [keys.lease, keys.staged], (mine) => [mine, ...slice.flat()])
  }
  /** The kinds with rows about the persons, or all where rows may mention them. */
  const kindsToErase = async ({ mayBeMentioned, persons }: Redaction): Promise<string[]> => {
    const kinds = (await caller.call(['SMEMBERS', keys.archives])) as string[]
    if (mayBeMentioned) return kinds
    const sets = new Set((await caller.call(['SMEMBERS', keys.aboutKeys])) as string[])
    return kinds.filter((kind) => [...persons].some((person) => sets.has(`${kind}/${person}`)))
  }
  const eraseRows = async (kind: string, redaction: Redaction) => {
    const members = new Map<string, string[]>()
    const rewrite = (row: StreamRow) => {
      const { about } = archiveRecordOf(place, kind, row)
      const before = { about, json: row.fields.e ?? '' }
      const after = redaction.row(kind, before)
      const left = after === 'delete' ? [] : after.about
      for (const person of about.filter((one) => !left.includes(one)))
        members.set(`${kind}/${person}`, [...(members.get(`${kind}/${person}`) ?? []), row.id])
      if (after === 'delete' || after === before) return after === before ? row.fields : null
      return { ...row.fields, a: JSON.stringify(after.about), e: after.json }
    }
    await rewriteStream(keys.archive(kind), rewrite, () => members.clear())
    for (const [name, ids] of members)
      for (const slice of slices(ids, AT_ONCE))
        await withRetry(removeMembers, [keys.lease, keys.about(name)], (mine) => [mine, ...slice])
  }
  /** The names of these keys are ids. */
  const removeSets = async ({ persons }: Redaction, { externalIds }: Erasure) => {
    const sets = (await caller.call(['SMEMBERS', keys.aboutKeys])) as string[]
    const gone = sets.filter((set) => externalIds.some((id) => set.endsWith(`/${id}`) && persons.has(id)))
    if (gone.length > 0)
      await withRetry(removeKeys, [keys.lease, keys.aboutKeys, ...gone.map(keys.about)], (mine) => [mine, ...gone])
  }
  return {
    async erase(erasure: Erasure): Promise<void> {
      const redaction = createRedaction(erasure)
      const covered = (await readStoreState(place, caller))?.checkpoint ?? 0
      await withRetry(removeDocuments, [keys.lease, keys.docs, keys.staged], (mine) => [mine, ...erasure.documents])
      await eraseAnswers(redaction)
      await rewriteStream(keys.journal, (row) => {
        const json = row.fields.e ?? ''
        const erased = row.seq <= covered ? redaction.entry(json) : json
        return erased === json ? row.fields : { ...row.fields, e: erased }
      })
      for (const kind of await kindsToErase(redaction)) await eraseRows(kind, redaction)
      await removeSets(redaction, erasure)
    },
  }
}

type Fields = StreamRow['fields']
/** The new fields of a row; null deletes the row; the same object changes nothing. */
type RewriteRow = (row: StreamRow) => Fields | null

/** Rewrites a stream, if there is anything to change. Nothing may be added to it meanwhile. @throws NotWritten */
const createStreamRewrite = ({ place, caller, withRetry }: ErasureDeps) => {
  const { keys } = place
  const step = async (
    script: Script,
    names: readonly string[],
    args: readonly (string | number)[],
  ): Promise<ScriptAnswer> => {
    const answer = await withRetry(script, [keys.lease, keys.rewritten, ...names], (mine) => [mine, ...args])
    if (answer[0] === 'stale')
      throw new Error(`${place.name} was changed while it was rewritten. It is as it was; try again.`)
    return answer
  }
  const changesAny = async (stream: string, rewrite: RewriteRow): Promise<boolean> => {
    for await (const page of streamPages(caller, stream, '-', '+'))
      if (page.some((row) => rewrite(row) !== row.fields)) return true
    return false
  }
  /** @param again called before the second pass over the rows */
  return async (stream: string, rewrite: RewriteRow, again = () => {}): Promise<void> => {
    if (!(await changesAny(stream, rewrite))) return again()
    again()
    await step(beginCopy, [], [])
    const before = { last: '', count: 0 }
    const after = { last: '', count: 0 }
    for await (const page of streamPages(caller, stream, '-', '+')) {
      before.last = page.at(-1)?.id ?? ''
      before.count += page.length
      const kept = page.flatMap((row) => {
        const fields = rewrite(row)
        return fields ? [{ id: row.id, pairs: Object.entries(fields).flat() }] : []
      })
      const last = kept.at(-1)
      if (!last) continue
      // The hub writes all rows of a stream with the same fields.
      const rows = kept.flatMap(({ id, pairs }) => [id, ...pairs])
      await step(writeCopy, [], [after.last, last.id, last.pairs.length, ...rows])
      after.last = last.id
      after.count += kept.length
    }
    const kind = stream.slice(keys.archive('').length)
    if (after.count > 0) await step(replaceByCopy, [stream], [before.last, before.count, after.last, after.count])
    else await withRetry(removeKeys, [keys.lease, keys.archives, stream], (mine) => [mine, kind])
  }
}
