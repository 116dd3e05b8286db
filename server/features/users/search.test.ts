import { expect, test } from 'vitest'
import type { User, UserFilter } from '../../../shared/features/users/users.ts'
import { comparisons, type Row } from './orders.ts'
import { createUserSearch } from './search.ts'
import type { UserTable } from './table.ts'

const dayMs = 86_400_000
const filter: UserFilter = { text: 'away<2d', sort: 'username', descending: false }
const places = { from: 0, to: 50 }

/** Users who were last here one day apart, and how often a search has looked at one. */
function openSearch(count: number) {
  let [looks, now] = [0, count * dayMs]
  const rowOf = (nth: number, lastActive = nth * dayMs): Row => {
    const user = {
      id: `u${nth}`,
      username: `User ${nth}`,
      get lastActive() {
        looks += 1
        return lastActive
      },
    } as unknown as User
    return { user, isDemo: false, name: user.username, isGone: false, lookedAtBy: null, wasFound: false }
  }
  const rows = Array.from({ length: count }, (_, nth) => rowOf(nth)).sort(comparisons.username)
  const table = { rows: async () => rows, size: () => rows.length } satisfies UserTable
  const { found } = createUserSearch(() => table)
  return {
    rows,
    rowOf,
    pass(ms: number) {
      now += ms
    },
    async find(text = filter.text) {
      looks = 0
      const context = { now, principal: { id: 'olga', can: () => true }, read: () => ({ demo: false }) }
      const answer = await found(context as never, { ...filter, text }, places)
      return { ids: answer.rows.map(({ user }) => user.id), total: answer.total, looks }
    },
  }
}

test('[USR12] a search that is asked again looks only at users who have changed, and finds them as they are', async () => {
  const { find, rows, rowOf } = openSearch(9)
  expect(await find()).toEqual({ ids: ['u8'], total: 1, looks: 9 })
  expect(await find()).toEqual({ ids: ['u8'], total: 1, looks: 0 })
  rows[3] = rowOf(3, 8.5 * dayMs)
  rows[8] = rowOf(8, 0)
  expect(await find()).toEqual({ ids: ['u3'], total: 1, looks: 2 })
})

test('[USR13] another search, and the same one a minute later, look at every user again', async () => {
  const { find, pass } = openSearch(9)
  await find()
  expect(await find('away<4d')).toEqual({ ids: ['u6', 'u7', 'u8'], total: 3, looks: 9 })
  expect(await find()).toEqual({ ids: ['u8'], total: 1, looks: 9 })
  pass(dayMs)
  expect(await find()).toEqual({ ids: [], total: 0, looks: 9 })
})
