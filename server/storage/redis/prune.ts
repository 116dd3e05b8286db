import { slices } from '../documentSlices.ts'
import type { Place } from './keys.ts'
import { type Caller, createScript, fence } from './lua/script.ts'
import type { WithRetry } from './retry.ts'
import { archiveRecordOf, streamPages } from './rows.ts'

/** Of one call, during which Redis does nothing else. */
const ROWS_AT_ONCE = 200

/** KEYS lease, the sorted set of a person's rows, the set of the names of such sets; ARGV lease, its name, then ids of rows. → removed | fenced */
const removeAbout = createScript(`${fence}
redis.call('ZREM', KEYS[2], unpack(ARGV, 3))
if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('SREM', KEYS[3], ARGV[2]) end
return {'removed'}
`)

/** KEYS lease stream; ARGV lease, then ids of rows. → removed | fenced */
const removeRows = createScript(`${fence}
redis.call('XDEL', KEYS[2], unpack(ARGV, 2))
return {'removed'}
`)

interface PruningDeps {
  readonly place: Place
  readonly caller: Caller
  readonly withRetry: WithRetry
  /** Runs a piece while no checkpoint and no erasure is written. */
  readonly queue: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Makes the function that removes the rows of an archive that were made before a time. Rows are in the order in which they were made, so a
 * page without an old row ends it; a few rows with a wrong time in between do not. @throws NotWritten
 */
export const createPruning = ({ place, caller, withRetry, queue }: PruningDeps) => {
  const { keys } = place
  /** What finds the rows goes first: a row that is not found any more is found by the next run. */
  const removeAll = async (
    kind: string,
    rows: readonly { readonly id: string; readonly about: readonly string[] }[],
  ) => {
    const persons = new Set(rows.flatMap(({ about }) => about))
    for (const person of persons) {
      const name = `${kind}/${person}`
      const ids = rows.flatMap(({ id, about }) => (about.includes(person) ? [id] : []))
      await withRetry(removeAbout, [keys.lease, keys.about(name), keys.aboutKeys], (mine) => [mine, name, ...ids])
    }
    for (const some of slices(rows, ROWS_AT_ONCE))
      await withRetry(removeRows, [keys.lease, keys.archive(kind)], (mine) => [mine, ...some.map(({ id }) => id)])
  }
  return async (kind: string, before: number): Promise<number> => {
    let removed = 0
    for await (const page of streamPages(caller, keys.archive(kind), '-', '+', ROWS_AT_ONCE)) {
      const old = page
        .filter(({ fields }) => Number(fields.t) < before)
        .map((row) => ({ id: row.id, about: archiveRecordOf(place, kind, row).about }))
      if (old.length === 0) break
      await queue(() => removeAll(kind, old))
      removed += old.length
    }
    return removed
  }
}
