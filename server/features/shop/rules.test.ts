import { expect, test } from 'vitest'
import { inventory, mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { reportLink } from '../../../shared/features/server/commands.ts'
import { tooPoorText } from '../../../shared/features/shop/commands.ts'
import { purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import { freshId, guest, person } from '../../testing/principals.ts'
import { openShop } from './testing/openShop.ts'

test('[BZ1] a purchase is one change: debit, row of the ledger and an entry of the inventory from the shop', async () => {
  const { hub, memory, join, buy, pearlsOf, problems, faults } = await openShop()
  await join('ann', 10_000)
  const before = memory.journal.length
  const answer = await buy('ann', 'triceratops')
  expect(answer).toMatchObject({ ok: true, output: { name: 'Triceratops', price: 9000, newBalance: 1000 } })
  const { entry, operation } = (answer as unknown as { output: { entry: string; operation: string } }).output
  expect(memory.journal).toHaveLength(before + 1)
  expect(pearlsOf('ann')).toBe(1000)
  expect(Object.values(hub.read(inventory, 'ann').dinosaurs)).toMatchObject([
    { id: entry, species: 'Triceratops', source: 'shop', state: 'stored', operation, growth: null, steamId: null },
  ])
  const { rows } = await memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 1 })
  expect(rows[0]?.row).toMatchObject({
    operation,
    cause: 'shop',
    player: 'ann',
    by: 'ann',
    subject: entry,
    item: 'Triceratops',
  })
  expect([await problems(), faults]).toEqual([[], []])
})

test('[BZ2] another price than the one shown is refused with both, including a lower one', async () => {
  const { join, buy, change, pearlsOf, problems } = await openShop()
  await join('ann', 20_000)
  await change({ triceratops: { price: 9500 } })
  expect(await buy('ann', 'triceratops', 9000)).toMatchObject({
    ok: false,
    code: 'repriced',
    message:
      'The price of Triceratops changed from 9,000 to 9,500 Void Pearls. Nothing was bought. Check the new price and try again.',
  })
  await change({ triceratops: { sale: { price: 8000, endsAt: null } } })
  expect(await buy('ann', 'triceratops', 9500)).toMatchObject({ code: 'repriced' })
  expect(await buy('ann', 'triceratops', 8000)).toMatchObject({ output: { price: 8000 } })
  expect([pearlsOf('ann'), await problems()]).toEqual([12_000, []])
})

test('[BZ2378] a refusal names one pearl in the singular', async () => {
  const { join, buy, change } = await openShop()
  await join('ann', 20_000)
  await change({ triceratops: { price: 1 } })
  expect(await buy('ann', 'triceratops', 9000)).toMatchObject({
    message:
      'The price of Triceratops changed from 9,000 to 1 Void Pearl. Nothing was bought. Check the new price and try again.',
  })
})

test('[BZ3] a sale is over in the moment in which it ends', async () => {
  const { clock, join, buy, change } = await openShop()
  await join('ann', 20_000)
  await change({ troodon: { sale: { price: 1000, endsAt: clock.now() + 1_000 } } })
  expect(await buy('ann', 'troodon', 1000)).toMatchObject({ ok: true })
  clock.pass(1_000)
  expect(await buy('ann', 'troodon', 1000)).toMatchObject({ code: 'repriced' })
  expect(await buy('ann', 'troodon', 1200)).toMatchObject({ ok: true })
})

test('[BZ402] what is missing has separators, as prices have', async () => {
  const { join, buy } = await openShop()
  await join('ann', 270)
  const message = 'Insufficient Void Pearls! You need 8,730 more.'
  expect(await buy('ann', 'triceratops')).toMatchObject({ message })
  expect(tooPoorText(8_730)).toBe(message)
})

test('[BZ4] a user who has too little sees how much is missing', async () => {
  const { join, buy, pearlsOf, bought, problems } = await openShop()
  await join('ann', 8999)
  expect(await buy('ann', 'triceratops')).toMatchObject({
    code: 'tooPoor',
    message: 'Insufficient Void Pearls! You need 1 more.',
  })
  expect([pearlsOf('ann'), bought('ann'), await problems()]).toEqual([8999, [], []])
})

test('[BZ5] what is off, or no dinosaur of the shop, is not sold', async () => {
  const { join, buy, change } = await openShop()
  await join('ann', 50_000)
  expect(await buy('ann', 'diabloceratops')).toMatchObject({
    code: 'off',
    message: 'Diabloceratops is not for sale right now.',
  })
  await change({ diabloceratops: { isOn: true }, troodon: { isOn: false } })
  expect(await buy('ann', 'diabloceratops')).toMatchObject({ ok: true })
  expect(await buy('ann', 'troodon')).toMatchObject({ code: 'off' })
  for (const item of ['dodo', 'constructor', '__proto__'])
    expect(await buy('ann', item, 5)).toMatchObject({ code: 'notSold' })
  for (const item of ['full-heal', 'redeem-carnotaurus', 'skin-albino', 'weather-rain', 'albino'])
    expect(await buy('ann', item)).toMatchObject({ code: 'notSold' })
})

test('[BZ6] a limit counts all purchases of the day, those from before it was set included, and ends with the day of UTC', async () => {
  const { hub, clock, join, buy, change } = await openShop()
  await join('ann', 50_000)
  await join('bob', 50_000)
  expect(await buy('ann', 'troodon')).toMatchObject({ ok: true })
  await change({ troodon: { perDay: 2 } })
  expect(await buy('ann', 'troodon')).toMatchObject({ ok: true })
  expect(await buy('ann', 'troodon')).toMatchObject({
    code: 'limitReached',
    message: "You've reached today's limit for Troodon: 2. It resets at 00:00 UTC.",
  })
  expect(await buy('ann', 'dryosaurus')).toMatchObject({ ok: true })
  expect(await buy('bob', 'troodon')).toMatchObject({ ok: true })
  const midnight = Date.parse(`${new Date(clock.now()).toISOString().slice(0, 10)}T00:00:00Z`) + 86_400_000
  clock.pass(midnight - clock.now() - 1)
  expect(await buy('ann', 'troodon')).toMatchObject({ code: 'limitReached' })
  clock.pass(1)
  expect(await buy('ann', 'troodon')).toMatchObject({ ok: true })
  expect(hub.read(purchaseCounts, 'ann').counts).toEqual({ troodon: 1 })
})

test('[BZ32] a clock that is set back over midnight, and again, starts no limit again', async () => {
  const { clock, join, buy, change } = await openShop()
  await join('ann', 50_000)
  await change({ troodon: { perDay: 1 } })
  const midnight = Date.parse(`${new Date(clock.now()).toISOString().slice(0, 10)}T00:00:00Z`) + 86_400_000
  clock.pass(midnight - clock.now() - 1_000)
  expect(await buy('ann', 'troodon')).toMatchObject({ ok: true })
  clock.setWallBy(2_000)
  expect(await buy('ann', 'troodon')).toMatchObject({ ok: true })
  for (const by of [-2_000, 2_000, -2_000, 2_000]) {
    clock.setWallBy(by)
    expect(await buy('ann', 'troodon')).toMatchObject({ code: 'limitReached' })
  }
})

test('[BZ7] a full inventory is refused, and nothing is paid', async () => {
  const { join, buy, pearlsOf, problems } = await openShop()
  await join('ann', 100_000)
  for (let count = 0; count < mostDinosaurs; count += 1) await buy('ann', 'hypsilophodon')
  const before = pearlsOf('ann')
  expect(await buy('ann', 'hypsilophodon')).toMatchObject({
    code: 'full',
    message: 'Your inventory is full. Redeem, sell or release a dinosaur first.',
  })
  expect([pearlsOf('ann'), await problems()]).toEqual([before, []])
})

test('[BZ8] a purchase that is sent again is answered again and made once; with other contents it is an error', async () => {
  const { clock, join, buy, pearlsOf, bought, restart, problems } = await openShop()
  await join('ann', 20_000)
  const id = freshId(clock.now())
  const answers = await Promise.all([1, 2, 3].map(() => buy('ann', 'troodon', 1200, id)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await buy('ann', 'dryosaurus', 900, id)).toMatchObject({ ok: false, code: 'otherContents' })
  const again = await restart()
  expect(await again.buy('ann', 'troodon', 1200, id)).toEqual(answers[0])
  expect(await again.buy('ann', 'troodon', 1100, id)).toMatchObject({ code: 'otherContents' })
  expect([pearlsOf('ann'), bought('ann'), again.bought('ann'), await problems()]).toEqual([
    18_800,
    ['Troodon'],
    ['Troodon'],
    [],
  ])
})

test('[BZ9] of many purchases that are sent at once as many are made as the balance pays', async () => {
  const { join, buy, pearlsOf, bought, problems } = await openShop()
  await join('ann', 5_000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy('ann', 'troodon')))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
  expect(answers.filter((answer) => !answer.ok && answer.code === 'tooPoor')).toHaveLength(16)
  expect([pearlsOf('ann'), bought('ann').length, await problems()]).toEqual([200, 4, []])
})

test.each([0, -1200, 1200.5, '1200', null, Number.POSITIVE_INFINITY, 1e21])(
  '[BZ10] %s is not a price, and is refused before anything else',
  async (price) => {
    const { join, dispatch, pearlsOf } = await openShop()
    await join('ann', 5_000)
    const answer = await dispatch(person('ann'), 'shop.buy', { item: 'troodon', price })
    expect(answer).toMatchObject({ code: 'badInput', problems: [expect.stringContaining('price')] })
    expect(pearlsOf('ann')).toBe(5_000)
  },
)

test('[BZ11] guests buy nothing, and no purchase can name another buyer', async () => {
  const { join, dispatch, pearlsOf } = await openShop()
  await join('ann', 5_000)
  const input = { item: 'troodon', price: 1200 }
  expect(await dispatch(guest, 'shop.buy', input)).toMatchObject({ code: 'forbidden' })
  expect(await dispatch(person('bob'), 'shop.buy', { ...input, buyer: 'ann' })).toMatchObject({ code: 'badInput' })
  expect(await dispatch(person('bob'), 'shop.buy', input)).toMatchObject({ code: 'tooPoor' })
  expect(pearlsOf('ann')).toBe(5_000)
})

test.each(['realCurrency', 'realInventory'])('[BZ12] while %s is switched off the shop is closed', async (feature) => {
  const { hub, join, buy, pearlsOf } = await openShop()
  await join('ann', 5_000)
  const link = { name: 'none', since: 0, why: null }
  const status = { server: 'main', link, simulated: false, metresPerUnit: 2.7, mapImage: null }
  await hub.execute('game link', reportLink.name, { ...status, features: { [feature]: false } })
  expect(await buy('ann', 'troodon')).toMatchObject({
    code: 'closed',
    message: 'The shop is closed: currency or the inventory is switched off on this hub.',
  })
  expect(pearlsOf('ann')).toBe(5_000)
})

test('[BZ13] a purchase that the store cannot take was not made', async () => {
  const { memory, join, buy, restart } = await openShop()
  await join('ann', 5_000)
  memory.fail(new Error('the disk is gone'))
  expect(await buy('ann', 'troodon')).toMatchObject({ ok: false })
  memory.fail(null)
  const { pearlsOf, bought, problems } = await restart()
  expect([pearlsOf('ann'), bought('ann'), await problems()]).toEqual([5_000, [], []])
})
