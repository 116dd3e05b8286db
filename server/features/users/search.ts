import { readsMoneyOfOthers } from '../../../shared/engine/permissions.ts'
import type { SearchDefinition } from '../../../shared/engine/search/fields.ts'
import { matcherOf } from '../../../shared/engine/search/matchSearch.ts'
import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type SeenOfUsers, userSearchOf } from '../../../shared/features/users/userSearch.ts'
import {
  type chooseUsers,
  type exportUsers,
  type listUsers,
  mostExportedAtOnce,
  type User,
  type UserFilter,
} from '../../../shared/features/users/users.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { otherWork, type Row, rowsPerTurn, type Sort } from './orders.ts'
import type { UserTable } from './table.ts'

type SearchContext = QueryContext<typeof listUsers | typeof exportUsers | typeof chooseUsers>

interface Places {
  readonly from: number
  readonly to: number
}

/** What queries find in the table. @param table of this node, known once it is open */
export function createUserSearch(table: () => UserTable) {
  /** Demo accounts and real ones are kept apart: those of the reader's kind. */
  const rowsFor = ({ read, principal }: SearchContext, sort: Sort) =>
    table().rows(sort, read(account, principal.id ?? '').demo)

  let last: Search | null = null
  /** The last search again where it is the same one: no user that it has looked at is looked at again. */
  const searchOf = (context: SearchContext, text: string): Search => {
    const { now } = context
    const definition = userSearchOf(seenBy(context))
    const isSame = last?.text === text && last.definition === definition
    const isReused = isSame && last !== null && now >= last.at && now - last.at < reusedForMs
    if (!isReused || last === null) last = { text, definition, at: now, finds: searchFor(context, text) }
    return last
  }

  return {
    /** The rows from one place to another among those that a search finds, and how many these are. */
    async found(context: SearchContext, { text, sort, descending }: UserFilter, { from, to }: Places) {
      const { balances, bans } = seenBy(context)
      if (isBalance(sort) && !balances) return context.refuse('noBalances')
      if (sort === 'status' && !bans) return context.refuse('noBans')
      const search = searchOf(context, text)
      const all = await rowsFor(context, sort)
      const rows: Row[] = []
      let total = 0
      // Without a search the places are known.
      if (search.finds === null) {
        for (let at = from; at < Math.min(to, all.length); at += 1) {
          const row = all[descending ? all.length - 1 - at : at]
          if (row) rows.push(row)
        }
        return { rows, total: all.length }
      }
      await forEachRow(all, descending, (row) => {
        if (!isFoundBy(search, row)) return true
        if (total >= from && total < to) rows.push(row)
        total += 1
        return true
      })
      return { rows, total }
    },

    /** One page of an export: see `exportUsers`. */
    async exported(context: SearchContext, { text, after }: { readonly text: string; readonly after: string | null }) {
      const isFound = searchFor(context, text)
      const all = await rowsFor(context, 'id')
      const users: User[] = []
      await forEachRow(after === null ? all : all.slice(firstAfter(all, after)), false, ({ user }) => {
        if (isFound === null || isFound(user)) users.push(user)
        return users.length <= mostExportedAtOnce
      })
      const shown = users.slice(0, mostExportedAtOnce)
      return { users: shown, next: users.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
    },
  }
}

/** Ages are searched in whole minutes. */
const reusedForMs = 60_000

interface Search {
  readonly text: string
  /** By what it may find. */
  readonly definition: SearchDefinition<User>
  /** Epoch ms. */
  readonly at: number
  /** Null for one that finds all. */
  readonly finds: ((user: User) => boolean) | null
}

/** A row never changes: what the search has said of it holds. */
function isFoundBy(search: Search, row: Row): boolean {
  if (row.lookedAtBy === search) return row.wasFound
  row.wasFound = search.finds?.(row.user) ?? true
  row.lookedAtBy = search
  return row.wasFound
}

/** Whether a search finds a user; null for one that finds all. */
function searchFor(context: SearchContext, text: string): ((user: User) => boolean) | null {
  const { now, refuse } = context
  const definition = userSearchOf(seenBy(context))
  const parsed = parseSearch(definition, text)
  if (!parsed.ok) return refuse('badSearch', { why: parsed.problem.message })
  return parsed.node && matcherOf(definition, parsed.node, now)
}

const seenBy = ({ principal }: Pick<SearchContext, 'principal'>): SeenOfUsers => ({
  balances: readsMoneyOfOthers(principal.can),
  bans: principal.can('banPlayers'),
})
const isBalance = (sort: Sort) => (currencies as readonly string[]).includes(sort)

/** A user as the reader may see them: balances are for those who may read wallets, and bans for those who may ban, as over every other way. */
export function shownTo(context: Pick<SearchContext, 'principal'>, user: User): User {
  const { balances, bans } = seenBy(context)
  const { dinosaurs } = user.currencies
  return {
    ...user,
    ...(!balances && { currencies: { dinosaurs, voidPearls: null, razorTalons: null, sylvanShards: null } }),
    ...(!bans && { status: null, banInfo: null }),
  }
}

/** Calls `take` for each row, in order, until it returns false; other work has its turn in between. */
async function forEachRow(rows: readonly Row[], descending: boolean, take: (row: Row) => boolean) {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[descending ? rows.length - 1 - at : at]
    if (row && !take(row)) return
    if (at % rowsPerTurn === rowsPerTurn - 1) await otherWork()
  }
}

/** The place of the first row whose id is above this one. */
function firstAfter(rows: readonly Row[], id: string): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.user.id ?? '') <= id) low = middle + 1
    else high = middle
  }
  return low
}
