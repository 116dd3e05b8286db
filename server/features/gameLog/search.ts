import type { Archive, RowOf } from '../../../shared/engine/archive.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { gameKills } from '../../../shared/features/gameLog/archives.ts'
import { logProgress } from '../../../shared/features/gameLog/gameLog.ts'
import type { LogFilter, myFights, OwnFight } from '../../../shared/features/gameLog/queries.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import type { QueryContext } from '../../engine/feature.ts'

/** Limits the rows that one query reads, so that a rare word does not block the store. */
const mostRowsRead = 3_000

interface Wanted extends LogFilter {
  readonly before: number | null
  readonly limit: number
}

interface Reader<Row> {
  /** A further condition. */
  readonly matches?: (row: Row) => boolean
  /** The row as this reader may see it: words are searched in that, so that a search tells nothing of what is left out. */
  readonly shown?: (row: Row) => Row
}

/** One page of the rows of an archive that match, newest first. */
export async function searchRows<A extends Archive>(
  { page }: Pick<QueryContext, 'page'>,
  archive: A,
  { text, player, from, to, before, limit }: Wanted,
  { matches = () => true, shown = (row) => row }: Reader<RowOf<A>> = {},
) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const range = {
    ...(player !== null && { about: player }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  }
  const rows: { key: string; row: RowOf<A> }[] = []
  let next = before
  let searchedTo: number | null = null
  for (let read = 0; read < mostRowsRead && rows.length < limit; ) {
    const found = await page(archive, { ...range, before: next, limit: limit - rows.length })
    for (const { position, row: kept } of found.rows) {
      const row = shown(kept)
      if (matches(row) && containsAll(row, words)) rows.push({ key: String(position), row })
    }
    next = found.next
    if (next === null) return { rows, next, searchedTo: null }
    searchedTo = found.rows.at(-1)?.at ?? searchedTo
    // A page without a row has looked through many in the store.
    read += found.rows.length || mostRowsRead
  }
  return { rows, next, searchedTo }
}

const containsAll = (row: object, words: readonly string[]) => {
  if (words.length === 0) return true
  const searched = textsIn(row).join('\n').toLowerCase()
  return words.every((word) => searched.includes(word))
}

/** All values as plain text, without the quotes and escapes of JSON; a species by the game's name and by the players'. */
function textsIn(value: unknown): unknown[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  const name = typeof value === 'string' ? speciesName(value) : value
  return name === value ? [value] : [value, name]
}

/** The places of animals are for staff who may see them on the map. */
export const withPlaceFor =
  ({ can }: Pick<QueryContext['principal'], 'can'>) =>
  (kill: RowOf<typeof gameKills>) =>
    can('viewAllPositions') ? kill : { ...kill, location: null }

/** The asker's own kills and deaths, newest first, without the names of others. */
export async function ownFights(
  { page, read, principal }: QueryContext<typeof myFights>,
  { before, limit }: Pick<Wanted, 'before' | 'limit'>,
) {
  const me = principal.playsAs
  const isRecorded = read(logProgress, mainServer).position !== null
  if (me == null) return { fights: [], next: null, isRecorded }
  const { rows, next } = await page(gameKills, { about: me, before, limit })
  const fights = rows.map(({ position, row }): OwnFight => {
    const { happenedAt, by, killer, killerAnimal, victimAnimal, cause } = row
    const isKill = killer?.id === me
    return {
      key: String(position),
      happenedAt,
      act: isKill ? 'kill' : 'death',
      by,
      own: isKill && killerAnimal ? killerAnimal : victimAnimal,
      other: isKill ? victimAnimal : killerAnimal,
      cause,
    }
  })
  return { fights, next, isRecorded }
}
