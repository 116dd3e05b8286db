import type { Entry } from '../../engine/entry.ts'
import type { Erasure } from '../../engine/storage.ts'
import { createRedaction, withoutContent } from '../redaction.ts'
import type { Place } from './keys.ts'
import { beginAnew, putInPlace, removeAll, writeAnew } from './lua/rewrite.ts'
import type { Caller, Script, ScriptAnswer } from './lua/script.ts'
import type { WithRetry } from './retry.ts'
import { type StreamRow, streamRows } from './rows.ts'
import { readStoreState } from './storeState.ts'

interface ForgettingParts {
  readonly place: Place
  readonly line: Caller
  readonly steady: WithRetry
  readonly rewriting: Rewriting
}

/** Empties what speaks of somebody, in everything that Redis answers. While it runs nothing may be written. @throws NotWritten */
export const createForgetting = ({ place, line, steady, rewriting }: ForgettingParts) => {
  const { keys } = place

  const remove = async ({ lists, documents }: Erasure) => {
    const names = lists.map(({ archive, key }) => `${archive}/${key}`)
    const streams = names.map(keys.archive)
    await steady(removeAll, [keys.lease, keys.archives, keys.docs, keys.staged, ...streams], (mine) => [
      ...[mine, names.length, ...names],
      ...documents,
    ])
  }
  return async (forgetting: Erasure): Promise<void> => {
    const mentions = createRedaction(forgetting)
    const covered = (await readStoreState(place, line))?.checkpoint ?? 0
    await remove(forgetting)
    await rewriting(keys.journal, (json, { seq }) =>
      seq <= covered && mentions.isIn(json) ? JSON.stringify(withoutContent(JSON.parse(json) as Entry)) : json,
    )
    const lists = (await line.call(['SMEMBERS', keys.archives])) as readonly string[]
    for (const list of lists)
      await rewriting(keys.archive(list), (json) => (mentions.isIn(json) ? mentions.line(json) : json))
  }
}

const AT_ONCE = 200

/** What its JSON becomes; the same text where nothing changes. */
type Rewrite = (json: string, row: StreamRow) => string

interface RewritingParts {
  readonly place: Place
  readonly line: Caller
  readonly steady: WithRetry
}

/** Changes the JSON of entries of a stream, if there is anything to change. Nothing may be added to it meanwhile. @throws NotWritten */
export const createRewriting = ({ place, line, steady }: RewritingParts) => {
  const { keys } = place

  async function* pages(stream: string): AsyncGenerator<StreamRow[]> {
    for (let from = '-'; ; ) {
      const page = streamRows(await line.call(['XRANGE', stream, from, '+', 'COUNT', String(AT_ONCE)]))
      if (page.length > 0) yield page
      if (page.length < AT_ONCE) return
      from = `(${page.at(-1)?.id}`
    }
  }
  const changesAny = async (stream: string, rewrite: Rewrite): Promise<boolean> => {
    for await (const page of pages(stream))
      if (page.some((row) => rewrite(row.fields.e ?? '', row) !== row.fields.e)) return true
    return false
  }
  const step = async (
    script: Script,
    names: readonly string[],
    args: readonly (string | number)[],
  ): Promise<ScriptAnswer> => {
    const answer = await steady(script, [keys.lease, keys.anew, ...names], (mine) => [mine, ...args])
    if (answer[0] === 'stale')
      throw new Error(`${place.name} was changed while it was rewritten. It is as it was; try again.`)
    return answer
  }
  return async (stream: string, rewrite: Rewrite): Promise<void> => {
    if (!(await changesAny(stream, rewrite))) return
    await step(beginAnew, [], [])
    let last = ''
    let count = 0
    for await (const page of pages(stream)) {
      const end = page.at(-1)?.id ?? ''
      await step(
        writeAnew,
        [],
        [last, end, widthOf(page), ...page.flatMap((row) => [row.id, ...fieldsOf(row, rewrite)])],
      )
      last = end
      count += page.length
    }
    await step(putInPlace, [stream], [last, count])
  }
}
type Rewriting = ReturnType<typeof createRewriting>

const fieldsOf = (row: StreamRow, rewrite: Rewrite): string[] =>
  Object.entries({ ...row.fields, e: rewrite(row.fields.e ?? '', row) }).flat()

/** The hub writes all entries of a stream with the same fields. */
const widthOf = ([first]: readonly StreamRow[]) => Object.keys(first?.fields ?? {}).length * 2
