import type { Entry } from '../../engine/entry.ts'
import type { Forgetting } from '../../engine/storage.ts'
import { createMentions, hollow } from '../mentions.ts'
import type { Place } from './place.ts'
import type { Rewriting } from './rewriting.ts'
import type { Caller } from './script.ts'
import { removeAll } from './scripts/rewrite.ts'
import { lookAt } from './standing.ts'
import type { Steady } from './steady.ts'

interface ForgettingParts {
  readonly place: Place
  readonly line: Caller
  readonly steady: Steady
  readonly rewriting: Rewriting
}

/** Empties what speaks of somebody, in everything that Redis answers. While it runs nothing may be written. @throws NotWritten */
export const createForgetting = ({ place, line, steady, rewriting }: ForgettingParts) => {
  const { keys } = place

  const remove = async ({ lists, documents }: Forgetting) => {
    const names = lists.map(({ archive, key }) => `${archive}/${key}`)
    const streams = names.map(keys.archive)
    await steady(removeAll, [keys.lease, keys.archives, keys.docs, keys.staged, ...streams], (mine) => [
      ...[mine, names.length, ...names],
      ...documents,
    ])
  }
  return async (forgetting: Forgetting): Promise<void> => {
    const mentions = createMentions(forgetting)
    const covered = (await lookAt(place, line))?.checkpoint ?? 0
    await remove(forgetting)
    await rewriting(keys.journal, (json, { seq }) =>
      seq <= covered && mentions.isIn(json) ? JSON.stringify(hollow(JSON.parse(json) as Entry)) : json,
    )
    const lists = (await line.call(['SMEMBERS', keys.archives])) as readonly string[]
    for (const list of lists)
      await rewriting(keys.archive(list), (json) => (mentions.isIn(json) ? mentions.line(json) : json))
  }
}
