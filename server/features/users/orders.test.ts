import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { User } from '../../../shared/features/users/users.ts'
import { changedInPlaces, comparisons, merged, type Row, rowsPerTurn, sorted, sorts } from './orders.ts'

let made = 0
const newId = () => {
  made += 1
  return `id${made}`
}
/** Few different figures, so that many users are equal in them. */
function rowOf(figure: number, id = newId()): Row {
  const user: User = {
    id,
    username: `User ${figure}`,
    steamId: null,
    discordId: null,
    email: null,
    patreonTier: figure % 2 === 0 ? 'Gold' : 'None',
    playtime: figure,
    joinDate: figure,
    lastActive: figure % 3 === 0 ? null : figure,
    status: 'active',
    currencies: { dinosaurs: figure, voidPearls: figure, sylvanShards: figure, razorTalons: figure },
    banInfo: null,
  }
  return { user, isDemo: false, name: user.username, isGone: false, lookedAtBy: null, wasFound: false }
}
const idsOf = (rows: readonly Row[]) => rows.map(({ user }) => user.id)
const figures = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 })

test('[USR10] changes made in their places, and changes merged, give the order of a whole sort', () => {
  fc.assert(
    fc.property(figures, figures, fc.constantFrom(...sorts), fc.integer({ min: 1, max: 5 }), (old, next, sort, nth) => {
      const compare = comparisons[sort]
      const before = old.map((figure) => rowOf(figure)).sort(compare)
      // Some are replaced by a row with the same id, some leave, and some that came have left already.
      const removed = before.filter((_row, at) => at % nth === 0)
      const added = next.map((figure, at) => rowOf(figure, removed[at]?.user.id))
      for (const row of removed) row.isGone = true
      for (const [at, row] of added.entries()) if (at % 7 === 6) row.isGone = true
      const here = ({ isGone }: Row) => !isGone
      const whole = idsOf([...before, ...added].filter(here).sort(compare))
      expect(idsOf(changedInPlaces(before, { added, removed }, compare))).toEqual(whole)
      expect(idsOf(merged(before.filter(here), added.filter(here).sort(compare), compare))).toEqual(whole)
    }),
    { seed: 7, numRuns: 60 },
  )
})

test('[USR11] many are sorted some at a time, and the order is that of a whole sort', async () => {
  const rows = Array.from({ length: rowsPerTurn * 2 + 5 }, (_, at) => rowOf((at * 7_919) % 101))
  const compare = comparisons.playtime
  expect(idsOf(await sorted(rows, compare))).toEqual(idsOf([...rows].sort(compare)))
})
