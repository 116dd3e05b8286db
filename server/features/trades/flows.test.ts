import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { sendGift } from '../../../shared/features/gifts/gifts.ts'
import { type OneWayFlow, readOneWayFlows } from '../../../shared/features/trades/queries.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { signInAs } from '../../testing/accounts.ts'
import { inSession, person } from '../../testing/principals.ts'
import { recordTrade } from './rules.ts'
import { openTrades } from './testing/openTrades.ts'

const dayMs = 86_400_000

/** Records a sale, as the rule of a purchase does after it moved what was sold. */
const recordSale = defineCommand({
  name: 'test.recordSale',
  permission: 'hub',
  input: z.object({ from: z.string(), to: z.string(), amount: z.int(), usual: z.int().nullable() }),
  output: z.object({}),
  refusals: {},
})
const sales: Feature = {
  name: 'test',
  documents: [],
  commands: [
    implement(recordSale, (context, { from, to, amount, usual }) => {
      const price = { currency: 'razorTalons', amount } as const
      recordTrade(context, context.newId(), { kind: 'sale', from, to, price, usual, item: 'Troodon' })
      return {}
    }),
  ],
  queries: [],
}

async function openFlows() {
  const app = await openTrades({ more: [sales] })
  const { hub, dispatch } = app
  await app.limit({ fromHours: 0, perHour: 0, hoursPerDinosaur: 0 })
  const read = (role: 'player' | 'moderator' | 'admin' = 'admin', input: object = {}) =>
    hub.query(person('ada', role), { name: readOneWayFlows.name, input })
  return {
    ...app,
    read,
    flows: async (input: object = {}) => {
      const answer = await read('admin', input)
      return answer.ok ? (answer.output as { flows: OneWayFlow[] }).flows : answer.code
    },
    gift: (from: string, to: string, amount: number) =>
      dispatch(person(from), sendGift.name, { to, gift: { kind: 'currency', currency: 'voidPearls', amount } }),
    sale: (from: string, to: string, amount: number, usual: number | null) =>
      hub.execute('test', recordSale.name, { from, to, amount, usual }),
  }
}

test('[WY1] staff see what went one way between two users, largest first, with the sums of both directions and its signs', async () => {
  const { join, gift, sale, flows, clock, problems } = await openFlows()
  await join('ann', { pearls: 100_000 })
  await join('alt', { hours: 0, pearls: 50_000 })
  await join('bob', { pearls: 10_000 })
  for (let nth = 0; nth < 3; nth += 1) expect(await gift('alt', 'ann', 9000)).toMatchObject({ ok: true })
  await gift('ann', 'alt', 500)
  // A Troodon for ten times its price is a gift, too; at its price it is not.
  await sale('ann', 'alt', 10_000, 1000)
  await sale('bob', 'ann', 4000, 4000)
  // About as much came back.
  await gift('ann', 'bob', 5000)
  await gift('bob', 'ann', 4500)
  const [first, ...rest] = (await flows()) as OneWayFlow[]
  expect(rest).toEqual([])
  expect(first).toEqual({
    from: { account: 'alt', name: 'alt' },
    to: { account: 'ann', name: 'ann' },
    there: { voidPearls: 27_000, razorTalons: 9000, sylvanShards: 0, dinosaurs: 0 },
    back: { voidPearls: 500, razorTalons: 0, sylvanShards: 0, dinosaurs: 0 },
    trades: 5,
    lastAt: clock.now(),
    signs: { gift: 4, above: 1, newPlayer: 4 },
    isSamePerson: false,
  })
  await sale('bob', 'alt', 1, 200_000)
  expect(((await flows()) as OneWayFlow[]).map(({ from, to }) => [from.account, to.account])).toEqual([
    ['bob', 'alt'],
    ['alt', 'ann'],
  ])
  clock.pass(8 * dayMs)
  expect(await flows({ days: 7 })).toEqual([])
  expect(await flows({ days: 30 })).toHaveLength(2)
  expect(await problems()).toEqual([])
})

test('[WY2] only staff who may settle the economy read flows, and bad input is named', async () => {
  const { read } = await openFlows()
  for (const role of ['player', 'moderator'] as const) expect(await read(role)).toMatchObject({ code: 'forbidden' })
  for (const input of [{ days: 8 }, { days: '7' }, { days: -1 }, { of: 'ann' }])
    expect(await read('admin', input)).toMatchObject({ code: 'badInput' })
  expect(await read()).toEqual({ ok: true, output: { flows: [], pairs: 0, readTo: null }, seq: 0 })
})

test('[WY3] small flows are listed only between accounts that are one person by now; erased users have no name', async () => {
  const { join, gift, flows, hub, dispatch } = await openFlows()
  await join('ann', { pearls: 5000 })
  await join('bob')
  await join('cleo')
  await gift('ann', 'bob', 50)
  await gift('ann', 'cleo', 2000)
  expect(await flows()).toMatchObject([{ to: { account: 'cleo', name: 'cleo' }, isSamePerson: false }])
  // Bob leaves his Discord account, and Ann her own to link his: so both belong to one person.
  const { discord } = hub.read(account, 'bob')
  for (const who of ['bob', 'ann'])
    expect(await dispatch(inSession(person(who)), unlink.name, { provider: 'discord' })).toMatchObject({ ok: true })
  await signInAs(hub, { identity: discord as never, current: 'ann' })
  await dispatch(inSession(person('cleo')), eraseMe.name, { confirm: 'cleo' })
  expect(await flows()).toMatchObject([
    { to: { account: 'cleo', name: '' }, isSamePerson: false },
    { to: { account: 'bob' }, there: { voidPearls: 50 }, isSamePerson: true },
  ])
  expect(await gift('ann', 'bob', 5)).toMatchObject({ code: 'samePerson' })
})
