import type { Erasure } from '../../engine/storage.ts'
import { slices } from '../documentSlices.ts'
import { createRedaction, type Redaction } from '../redaction.ts'
import type { SerialQueue } from '../serialQueue.ts'
import type { Place } from './keys.ts'
import { beginCopy, removeDocuments, removeKeys, removeMembers, replaceByCopy, writeCopy } from './lua/rewrite.ts'
import type { Caller, Script, ScriptAnswer } from './lua/script.ts'
import type { WithRetry } from './retry.ts'
import { archiveRecordOf, type StreamRow, streamPages } from './rows.ts'
import { readStoreState } from './storeState.ts'

/** Limits of one call, during which Redis does nothing else; a single row may be larger. */
const AT_ONCE = 200
const CHARACTERS_AT_ONCE = 150_000
/** Rows are read and parsed in the hub's own thread. */
const READ_AT_ONCE = 50

interface ErasureDeps {
  readonly place: Place
  readonly caller: Caller
  readonly withRetry: WithRetry
  /** Runs work while nothing is appended. */
  readonly appendQueue: SerialQueue
}

/**
 * Removes what the store holds about persons, in pieces between which appends are written. No checkpoint may be written or trimmed
 * meanwhile. @throws NotWritten
 */
export const createErasure = (deps: ErasureDeps) => {
  const { place, caller, withRetry } = deps
  const { keys } = place
  const rewriteStream = createStreamRewrite(deps)

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
    for (const some of slices(gone, AT_ONCE))
      await withRetry(removeKeys, [keys.lease, keys.aboutKeys, ...some.map(keys.about)], (mine) => [mine, ...some])
  }
  return {
    async erase(erasure: Erasure): Promise<void> {
      const redaction = createRedaction(erasure)
      const covered = (await readStoreState(place, caller))?.checkpoint ?? 0
      // Also without documents: a node that has lost the lease learns it here, and not only from the first row that changes.
      const documents = erasure.documents.length > 0 ? slices(erasure.documents, AT_ONCE) : [[]]
      for (const some of documents)
        await withRetry(removeDocuments, [keys.lease, keys.docs, keys.staged], (mine) => [mine, ...some])
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

/** Copies rows of a stream in their order. */
const createCopy = (rewrite: RewriteRow, write: (args: readonly (string | number)[]) => Promise<unknown>) => {
  const before = { last: '', count: 0 }
  const after = { last: '', count: 0 }
  const writeSlice = async (rows: readonly CopiedRow[]) => {
    const last = rows.at(-1)
    if (!last) return
    await write([after.last, last.id, last.pairs.length, ...rows.flatMap(({ id, pairs }) => [id, ...pairs])])
    after.last = last.id
    after.count += rows.length
  }
  return {
    before,
    after,
    async add(page: readonly StreamRow[]) {
      before.last = page.at(-1)?.id ?? before.last
      before.count += page.length
      const kept = page.flatMap((row) => {
        const fields = rewrite(row)
        return fields ? [{ id: row.id, pairs: Object.entries(fields).flat() }] : []
      })
      for (const slice of slicesToWrite(kept)) await writeSlice(slice)
    },
    /** Where the rows begin that are not copied yet. */
    next: () => (before.last === '' ? '-' : `(${before.last}`),
  }
}
type Copy = ReturnType<typeof createCopy>

/** The kept rows of a page, in slices that one call may write. */
function* slicesToWrite(rows: readonly CopiedRow[]): Generator<readonly CopiedRow[]> {
  let slice: CopiedRow[] = []
  let characters = 0
  for (const row of rows) {
    slice.push(row)
    characters += row.pairs.reduce((sum, { length }) => sum + length, 0)
    if (characters < CHARACTERS_AT_ONCE) continue
    yield slice
    slice = []
    characters = 0
  }
  if (slice.length > 0) yield slice
}

interface CopiedRow {
  readonly id: string
  /** Its fields and values in turn. The hub writes all rows of a stream with the same fields. */
  readonly pairs: readonly string[]
}

/**
 * Rewrites a stream, if there is anything to change: it is copied while rows are appended to it, and the copy takes its place when the
 * last of them are in it too. @throws NotWritten
 */
const createStreamRewrite = ({ place, caller, withRetry, appendQueue }: ErasureDeps) => {
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
    for await (const page of streamPages(caller, stream, '-', '+', READ_AT_ONCE))
      if (page.some((row) => rewrite(row) !== row.fields)) return true
    return false
  }
  const replace = async (stream: string, { before, after }: Copy) => {
    const kind = stream.slice(keys.archive('').length)
    if (after.count > 0) await step(replaceByCopy, [stream], [before.last, before.count, after.last, after.count])
    else await withRetry(removeKeys, [keys.lease, keys.archives, stream], (mine) => [mine, kind])
  }
  const replaceByRewritten = async (stream: string, rewrite: RewriteRow) => {
    const copy = createCopy(rewrite, (args) => step(writeCopy, [], args))
    for await (const page of streamPages(caller, stream, '-', '+', READ_AT_ONCE)) await copy.add(page)
    await appendQueue(async () => {
      for await (const page of streamPages(caller, stream, copy.next(), '+', READ_AT_ONCE)) await copy.add(page)
      await replace(stream, copy)
    })
  }
  /** @param again called before the second pass over the rows */
  return async (stream: string, rewrite: RewriteRow, again = () => {}): Promise<void> => {
    const isChanged = await changesAny(stream, rewrite)
    again()
    if (!isChanged) return
    await step(beginCopy, [], [])
    try {
      await replaceByRewritten(stream, rewrite)
    } catch (error) {
      // Otherwise it would hold the memory that appends need, until the erasure is repeated.
      await step(beginCopy, [], []).catch(() => {})
      throw error
    }
  }
}
