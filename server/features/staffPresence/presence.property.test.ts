import fc from 'fast-check'
import { expect, test } from 'vitest'
import { person } from '../../testing/principals.ts'
import { ada, bea, openPresence, rex, tia } from './testing/openPresence.ts'

test('[SP5] through any sequence of selections, exactly the staff with a page on the player are listed', async () => {
  const principals = [ada, bea, person('cyd', 'owner')]
  const steps = fc.array(fc.record({ who: fc.nat(2), whom: fc.constantFrom(rex, tia) }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.boolean()), async (wanted, coins) => {
      const { select, deselect, selectedBy } = await openPresence()
      const open: (readonly [number, string])[] = []
      for (const { who, whom } of wanted) {
        const at = open.findIndex(([whose, player]) => whose === who && player === whom)
        const leaves = at >= 0 && coins.next().value === true
        if (leaves) open.splice(at, 1)
        else open.push([who, whom])
        ;(leaves ? deselect : select)(principals[who], whom)
      }
      for (const player of [rex, tia]) {
        const there = principals.filter((_, who) => open.some(([whose, whom]) => whose === who && whom === player))
        expect(Object.keys(await selectedBy(player)).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
      }
    }),
    { numRuns: 30 },
  )
})
