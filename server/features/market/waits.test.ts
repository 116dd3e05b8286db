import { expect, test } from 'vitest'
import { visit } from '../../../shared/features/economy/commands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { buySkin } from '../../../shared/features/skins/commands.ts'
import { inSession, person } from '../../testing/principals.ts'
import { openMarket, owner } from './testing/openMarket.ts'

const hourMs = 3_600_000

test('[MK2023] what was bought while the clock was years ahead, or under a longer wait, is not locked for longer from the next visit on than what is bought then', async () => {
  const { join, dispatch, clock, settings, ask, give, list, entriesOf, skinsOf, problems } = await openMarket()
  await join('ann')
  await dispatch(owner, addCurrency.name, { target: 'ann', amount: 5_000, currency: 'voidPearls' })
  const visited = () => dispatch(inSession(person('ann')), visit.name, {})
  const waits = () =>
    [...Object.values(entriesOf('ann')), ...Object.values(skinsOf('ann'))].map(({ tradableAt }) =>
      tradableAt === null ? null : (tradableAt - clock.now()) / hourMs,
    )
  await settings({ resaleLockHours: 48 })
  const years = 3 * 365 * 24 * hourMs
  clock.setWallBy(years)
  const design = { species: 'Carnotaurus', skin: 'skin-albino', colours: null }
  expect(await ask('ann', buyDinosaur, { item: 'hypsilophodon', price: 500 })).toMatchObject({ ok: true })
  expect(await ask('ann', buySkin, { design, price: 500 })).toMatchObject({ ok: true })
  clock.setWallBy(-years)
  expect(await visited()).toMatchObject({ ok: true })
  expect(waits()).toEqual([48, 48])
  clock.pass(24 * hourMs)
  await visited()
  expect(waits()).toEqual([24, 24])
  await settings({ resaleLockHours: 12 })
  clock.setWallBy(24 * hourMs)
  await settings({ resaleLockHours: 48 })
  await ask('ann', buySkin, { design, price: 500 })
  await give('ann', 'carno')
  await settings({ resaleLockHours: 12 })
  clock.pass(24 * hourMs)
  await visited()
  expect(waits().map((hours) => (hours === null ? null : Math.max(0, hours)))).toEqual([0, null, 0, 12])
  const [bought = ''] = Object.keys(entriesOf('ann'))
  expect(await list('ann', bought, 100)).toMatchObject({ ok: true })
  expect(await problems()).toEqual([])
})
