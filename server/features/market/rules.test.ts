// One file because every rule of buying and selling begins at the same stall.
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import * as commands from '../../../shared/features/market/commands.ts'
import {
  marketBoard,
  marketNews,
  marketWatches,
  mostListings,
  mostListingsADay,
  mostWatched,
} from '../../../shared/features/market/listing.ts'
import { priceForLimits, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import { reportLink } from '../../../shared/features/server/commands.ts'
import { settingChanges } from '../../../shared/features/settings/changes.ts'
import { trades } from '../../../shared/features/trades/trades.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { freshId, guest, inSession, person } from '../../testing/principals.ts'
import { openMarket, owner } from './testing/openMarket.ts'

const dayMs = 86_400_000

/** Ann has a Carnotaurus and a Triceratops, Bob and Cleo have currency. */
async function openStall() {
  const market = await openMarket()
  for (const who of ['ann', 'bob', 'cleo']) await market.join(who, who === 'ann' ? 0 : 10_000)
  await market.give('ann', 'carno', 'Carnotaurus', { growth: 80 })
  await market.give('ann', 'trike', 'Triceratops')
  await market.free()
  return market
}

test('[VM1] a purchase is one change: both wallets, the fee, the entry and the listing, and fee and proceeds are the price', async () => {
  const { memory, list, buy, listingOf, listed, balanceOf, entriesOf, pastOf, problems, faults } = await openStall()
  expect(await list('ann', 'carno', 999)).toMatchObject({
    output: { price: { currency: 'razorTalons', amount: 999 }, fee: 50, proceeds: 949 },
  })
  const id = listingOf('ann', 'carno')
  const before = memory.journal.length
  const answer = await buy('bob', 'ann', id, 999)
  expect(answer).toMatchObject({ ok: true, output: { entry: 'carno', name: 'Carnotaurus', newBalance: 9_001 } })
  expect(memory.journal).toHaveLength(before + 1)
  expect([balanceOf('ann'), balanceOf('bob'), listed('ann')]).toEqual([949, 9_001, []])
  expect(entriesOf('bob').carno).toMatchObject({ state: 'stored', source: 'marketplace', growth: 80 })
  expect(entriesOf('ann').carno).toBeUndefined()
  expect(pastOf('ann')).toMatchObject([{ id, end: 'sold', fee: 50 }])
  expect(pastOf('bob')).toMatchObject([{ id, end: 'bought' }])
  const { rows } = await memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 1 })
  expect(rows[0]?.row).toMatchObject({ cause: 'marketSale', player: 'ann', other: 'bob', subject: id, by: 'bob' })
  expect(rows[0]?.row).toMatchObject({
    entries: [
      { account: 'player', amount: 949 },
      { account: 'other', amount: -999 },
      { account: 'sink:marketFee', amount: 50 },
    ],
  })
  expect([await problems(), faults]).toEqual([[], []])
})

test('[VM2] carnivores are sold for Razor Talons, herbivores and omnivores for Sylvan Shards', async () => {
  const { give, list, buy, listingOf, listed, balanceOf, problems } = await openStall()
  const currencies = { Deinosuchus: 'razorTalons', Pteranodon: 'razorTalons', Gallimimus: 'sylvanShards' }
  for (const species of Object.keys(currencies)) {
    await give('ann', species, species)
    await list('ann', species, 100)
  }
  for (const { item, price } of listed('ann')) expect(currencies).toMatchObject({ [item.species]: price.currency })
  expect(await buy('bob', 'ann', listingOf('ann', 'Gallimimus'), 100)).toMatchObject({ ok: true })
  expect([balanceOf('bob'), balanceOf('bob', 'sylvanShards'), await problems()]).toEqual([10_000, 9_900, []])
})

test('[VM3] a listing holds its entry: nothing else can be done with it, and it cannot be listed twice', async () => {
  const { ask, list, listed, entriesOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  expect(await list('ann', 'carno', 600)).toMatchObject({ code: 'locked' })
  expect(await ask('ann', { name: 'inventory.setFree' }, { dinosaur: 'carno' })).toMatchObject({ code: 'locked' })
  expect(entriesOf('ann').carno).toMatchObject({ state: 'listed', heldFor: listed('ann')[0]?.id })
  expect([listed('ann').length, await problems()]).toEqual([1, []])
})

test('[VM4] an entry of another user, or of none, or one that was let go, cannot be listed', async () => {
  const { ask, list, listed, problems } = await openStall()
  for (const id of ['carno', 'nothing', '__proto__']) expect(await list('bob', id, 500)).toMatchObject({ code: 'gone' })
  await ask('ann', { name: 'inventory.setFree' }, { dinosaur: 'carno' })
  expect(await list('ann', 'carno', 500)).toMatchObject({ code: 'gone' })
  expect(await list('ann', 'carno', 500, { kind: 'skin' })).toMatchObject({ code: 'noSuchSkin' })
  expect([listed('ann'), listed('bob'), await problems()]).toEqual([[], [], []])
})

test('[VM5] a price that is not a whole number from 1 to 1,000,000 is refused with what is wrong', async () => {
  const { ask, listed } = await openStall()
  const item = { kind: 'dinosaur', id: 'carno' }
  for (const price of [0, -5, 1.5, 1_000_001, 1e300, Number.NaN, '500', null, '__proto__', [500]])
    expect(await ask('ann', commands.openListing, { item, price, fee: 1 })).toMatchObject({
      code: 'badInput',
      problems: expect.arrayContaining([expect.stringContaining('price: ')]),
    })
  for (const more of [{ fee: -1 }, { fee: 0.5 }, { item: { kind: 'egg', id: 'carno' } }, { seller: 'bob' }])
    expect(await ask('ann', commands.openListing, { item, price: 500, fee: 25, ...more })).toMatchObject({
      code: 'badInput',
    })
  expect(listed('ann')).toEqual([])
})

test('[VM6] another fee than the one shown is refused with both; an open listing keeps its fee and its end', async () => {
  const { list, listed, settings, buy, balanceOf, clock, listingOf } = await openStall()
  await list('ann', 'carno', 1_000)
  const [before] = listed('ann')
  await settings({ feePermille: 100, listingDays: 2 })
  expect(await list('ann', 'trike', 1_000, { fee: 50 })).toMatchObject({
    code: 'feeChanged',
    message: expect.stringContaining('from 50 to 100'),
  })
  expect(await list('ann', 'trike', 30_000, { fee: 1_500 })).toMatchObject({
    message: expect.stringContaining('from 1,500 to 3,000'),
  })
  expect(await list('ann', 'trike', 1_000)).toMatchObject({ output: { fee: 100, endsAt: clock.now() + 2 * dayMs } })
  expect(listed('ann').find(({ entry }) => entry === 'carno')).toEqual(before)
  await buy('bob', 'ann', listingOf('ann', 'carno'), 1_000)
  expect(balanceOf('ann')).toBe(950)
})

test('[VM7] a buyer pays the price that they were shown, or nothing', async () => {
  const { list, withdraw, buy, listingOf, balanceOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  const first = listingOf('ann', 'carno')
  expect(await buy('bob', 'ann', first, 400)).toMatchObject({
    code: 'repriced',
    message: 'The price changed from 400 to 500. Nothing was bought. Check the new price and try again.',
  })
  expect(await buy('bob', 'ann', first, 1_400)).toMatchObject({
    message: expect.stringContaining('from 1,400 to 500'),
  })
  // The only way to another price is another listing.
  await withdraw('ann', first)
  await list('ann', 'carno', 900)
  expect(await buy('bob', 'ann', first, 500)).toMatchObject({ code: 'gone' })
  expect([balanceOf('bob'), await problems()]).toEqual([10_000, []])
})

test('[VM8] own listings, and what costs more than the balance, are refused; the second says how much is missing', async () => {
  const { join, give, list, buy, listingOf, problems } = await openStall()
  await list('ann', 'carno', 10_001)
  const id = listingOf('ann', 'carno')
  expect(await buy('ann', 'ann', id, 10_001)).toMatchObject({ code: 'yourOwn' })
  expect(await buy('bob', 'ann', id, 10_001)).toMatchObject({
    code: 'tooPoor',
    message: 'Not enough Razor Talons: you need 1 more.',
  })
  await join('dora', 100)
  await give('dora', 'rex', 'Tyrannosaurus')
  await list('dora', 'rex', 50)
  for (const seller of ['ann', 'nobody', '__proto__'])
    expect(await buy('bob', seller, listingOf('dora', 'rex'), 50)).toMatchObject({ code: 'gone' })
  expect(await problems()).toEqual([])
})

test('[VM9] of several buyers at once one gets it, and the others read that it is gone', async () => {
  const { list, buy, listingOf, entriesOf, balanceOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  const id = listingOf('ann', 'carno')
  const answers = await Promise.all(['bob', 'cleo', 'bob', 'cleo'].map((who) => buy(who, 'ann', id, 500)))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code))).toEqual(['ok', 'gone', 'gone', 'gone'])
  expect([balanceOf('bob'), balanceOf('cleo'), Object.keys(entriesOf('bob'))]).toEqual([9_500, 10_000, ['carno']])
  expect(await problems()).toEqual([])
})

test('[VM10] sold and withdrawn exclude each other, whichever comes first', async () => {
  const { list, buy, withdraw, listingOf, entriesOf, pastOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  await list('ann', 'trike', 500)
  const [carno, trike] = [listingOf('ann', 'carno'), listingOf('ann', 'trike')]
  const both = await Promise.all([buy('bob', 'ann', carno, 500), withdraw('ann', carno)])
  const other = await Promise.all([withdraw('ann', trike), buy('bob', 'ann', trike, 500)])
  expect([both[0].ok, both[1], other[0].ok, other[1]]).toMatchObject([true, { code: 'gone' }, true, { code: 'gone' }])
  expect([Object.keys(entriesOf('ann')), Object.keys(entriesOf('bob'))]).toEqual([['trike'], ['carno']])
  expect(pastOf('ann').map(({ end }) => end)).toEqual(['sold', 'withdrawn'])
  expect(await withdraw('bob', listingOf('ann', 'carno'))).toMatchObject({ code: 'gone' })
  expect(await problems()).toEqual([])
})

test('[VM11] a repeated command is answered as before and happens once; with other contents it is an error', async () => {
  const { clock, list, give, buy, listingOf, balanceOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  const [id, command] = [listingOf('ann', 'carno'), freshId(clock.now())]
  const first = await buy('bob', 'ann', id, 500, command)
  expect(await buy('bob', 'ann', id, 500, command)).toEqual(first)
  await give('ann', 'rex', 'Tyrannosaurus')
  await list('ann', 'rex', 700)
  expect(await buy('bob', 'ann', listingOf('ann', 'rex'), 700, command)).toMatchObject({ code: 'otherContents' })
  expect([balanceOf('bob'), await problems()]).toEqual([9_500, []])
})

test('[VM12] a listing ends after the days that the owner sets, even after a restart, and its entry is back with a notice', async () => {
  const market = await openStall()
  await market.settings({ listingDays: 3 })
  await market.list('ann', 'carno', 500)
  const id = market.listingOf('ann', 'carno')
  const { clock, buy, hub, listed, entriesOf, pastOf, problems } = await market.restart()
  clock.pass(3 * dayMs - 1)
  expect(listed('ann')).toHaveLength(1)
  clock.pass(1)
  await hub.settled()
  expect([listed('ann'), entriesOf('ann').carno?.state]).toEqual([[], 'stored'])
  expect(pastOf('ann')).toMatchObject([{ id, end: 'ended', operation: null }])
  expect(await buy('bob', 'ann', id, 500)).toMatchObject({ code: 'gone' })
  expect(await problems()).toEqual([])
})

test('[VM13] at most 50 listings are open, and withdrawing one makes room', async () => {
  const { give, list, withdraw, listed, problems } = await openStall()
  for (let nth = 0; nth < mostListings; nth += 1) {
    await give('bob', `rex${nth}`)
    await list('bob', `rex${nth}`, 10)
  }
  await give('bob', 'more')
  expect(await list('bob', 'more', 10)).toMatchObject({ code: 'tooMany' })
  await withdraw('bob', listed('bob')[0]?.id ?? '')
  expect(await list('bob', 'more', 10)).toMatchObject({ ok: true })
  expect([listed('bob').length, await problems()]).toEqual([mostListings, []])
})

test('[VM14] what was bought, on the market or in the shop, cannot be sold on before the time that the owner sets', async () => {
  const { clock, dispatch, ask, settings, list, buy, listingOf, entriesOf, problems } = await openStall()
  await settings({ resaleLockHours: 24 })
  await list('ann', 'carno', 500)
  const tradableAt = clock.now() + dayMs
  expect(await buy('bob', 'ann', listingOf('ann', 'carno'), 500)).toMatchObject({ output: { tradableAt } })
  await dispatch(owner, 'ledger.addCurrency', { target: 'bob', amount: 500 })
  expect(await ask('bob', { name: 'shop.buy' }, { item: 'hypsilophodon', price: 500 })).toMatchObject({ ok: true })
  const bought = Object.keys(entriesOf('bob'))
  const message = "You got it only recently, so you can't sell it yet. You can from 2 January, 00:00 UTC."
  for (const id of bought) expect(await list('bob', id, 500)).toMatchObject({ code: 'notTradable', message })
  clock.pass(dayMs)
  for (const id of bought) expect(await list('bob', id, 500)).toMatchObject({ ok: true })
  expect([bought.length, await problems()]).toEqual([2, []])
})

test("[VM15] a banned user's listing is frozen, not lost: its time stands still, it can be withdrawn, and after the ban it is sold", async () => {
  const { clock, hub, setBan, list, buy, withdraw, listed, listingOf, search, problems } = await openStall()
  for (const id of ['carno', 'trike']) await list('ann', id, 500)
  const [carno, trike] = [listingOf('ann', 'carno'), listingOf('ann', 'trike')]
  const { revision } = hub.read(marketBoard, 'all')
  await setBan('ann', true)
  expect(hub.read(marketBoard, 'all').revision).toBeGreaterThan(revision)
  expect(await buy('bob', 'ann', carno, 500)).toMatchObject({ code: 'frozen' })
  expect(await search()).toMatchObject({ output: { cards: [{ isFrozen: true }, { isFrozen: true }] } })
  expect(await list('ann', 'carno', 500)).toMatchObject({ code: 'banned' })
  expect(await withdraw('ann', trike)).toMatchObject({ ok: true })
  clock.pass(30 * dayMs)
  await hub.settled()
  expect(listed('ann')).toMatchObject([{ id: carno }])
  await setBan('ann', false)
  expect(await buy('bob', 'ann', carno, 500)).toMatchObject({ ok: true })
  await setBan('bob', true)
  expect(await buy('bob', 'ann', carno, 500)).toMatchObject({ code: 'banned' })
  expect(await problems()).toEqual([])
})

test('[VM16] erasing an account cancels its listings, and currency and dinosaurs add up', async () => {
  const { clock, hub, erase, list, buy, listed, listingOf, search, problems, faults } = await openStall()
  for (const id of ['carno', 'trike']) await list('ann', id, 500)
  const [carno, trike] = [listingOf('ann', 'carno'), listingOf('ann', 'trike')]
  await buy('bob', 'ann', carno, 500)
  expect(await erase('ann')).toMatchObject({ ok: true })
  expect([listed('ann'), await buy('bob', 'ann', trike, 500)]).toMatchObject([[], { code: 'gone' }])
  expect(await search()).toMatchObject({ output: { total: 0 } })
  clock.pass(8 * dayMs)
  await hub.settled()
  expect([await problems(), faults]).toEqual([[], []])
})

test('[VM17] a full inventory, a full wallet of the seller and a closed market refuse a purchase; withdrawing always works', async () => {
  const { give, dispatch, hub, list, buy, withdraw, listingOf, entriesOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  const id = listingOf('ann', 'carno')
  const most = 1_000_000_000_000
  await dispatch(owner, 'ledger.addCurrency', { target: 'ann', amount: most - 474, currency: 'razorTalons' })
  expect(await buy('bob', 'ann', id, 500)).toMatchObject({
    code: 'tooRich',
    message: expect.stringContaining('seller'),
  })
  for (let nth = 0; nth < 100; nth += 1) await give('cleo', `rex${nth}`)
  expect(await buy('cleo', 'ann', id, 500)).toMatchObject({ code: 'full' })
  const link = { name: 'none', since: 0, why: null }
  const status = { server: 'main', link, simulated: false, metresPerUnit: 2.7, mapImage: null }
  for (const feature of ['realCurrency', 'realInventory']) {
    await hub.execute('game link', reportLink.name, { ...status, features: { [feature]: false } })
    expect(await buy('bob', 'ann', id, 500)).toMatchObject({ code: 'closed' })
    expect(await list('ann', 'trike', 500)).toMatchObject({ code: 'closed' })
  }
  expect(await withdraw('ann', id)).toMatchObject({ ok: true })
  expect([entriesOf('ann').carno?.state, await problems()]).toEqual(['stored', []])
})

test('[VM18] guests may look and buy nothing', async () => {
  const { dispatch, list, listingOf, search } = await openStall()
  await list('ann', 'carno', 500)
  expect(await search()).toMatchObject({ ok: true, output: { total: 1 } })
  const input = { seller: 'ann', listing: listingOf('ann', 'carno'), price: 500 }
  expect(await dispatch(guest, commands.buyListing.name, input)).toMatchObject({ code: 'forbidden' })
})

test('[VM19] a sale counts for the limits of gifts, and staff find it with its price and the usual one', async () => {
  const { memory, dispatch, give, list, buy, listingOf, problems } = await openStall()
  await dispatch(owner, 'economy.changeSettings', { trades: { fromHours: 0, perHour: 1_000, hoursPerDinosaur: 1 } })
  for (let nth = 0; nth < 2; nth += 1) {
    await give('ann', `rex${nth}`, 'Tyrannosaurus')
    await list('ann', `rex${nth}`, 1)
  }
  // Without a usual price it counts as a gift of one dinosaur.
  expect(await buy('bob', 'ann', listingOf('ann', 'rex0'), 1)).toMatchObject({ ok: true })
  expect(await buy('bob', 'ann', listingOf('ann', 'rex1'), 1)).toMatchObject({
    code: 'sellerUnpriced',
    message: expect.stringMatching(/^Too few like it were sold this month/),
  })
  expect(await buy('cleo', 'ann', listingOf('ann', 'rex1'), 1)).toMatchObject({ ok: true })
  const { rows } = await memory.storage.archivePage({ kind: trades.kind, before: null, limit: 5 })
  expect(rows.map(({ row }) => row)).toMatchObject([
    { kind: 'sale', from: 'ann', to: 'cleo', amount: 1, usual: null },
    { kind: 'sale', from: 'ann', to: 'bob', amount: 1, usual: null },
  ])
  expect(await problems()).toEqual([])
})

test('[VM70] an account that was never in the game can pass on its currency neither as gifts nor as unpriced sales', async () => {
  const { dispatch, join, give, list, buy, listingOf, withdraw, clock, balanceOf, problems } = await openMarket()
  await join('main')
  await join('alt', 0)
  await dispatch(owner, addCurrency.name, { target: 'alt', amount: 900_000, currency: 'razorTalons', reason: '' })
  await dispatch(owner, 'economy.changeSettings', { trades: { fromHours: 2, perHour: 1_000, hoursPerDinosaur: 1 } })
  for (const id of ['one', 'two']) await give('main', id, 'Troodon')
  await list('main', 'one', 900_000)
  expect(await buy('alt', 'main', listingOf('main', 'one'), 900_000)).toMatchObject({
    code: 'buyerUnpriced',
    message: expect.stringContaining('you can pay one seller at most 1,000 Razor Talons in 7 days'),
  })
  await withdraw('main', listingOf('main', 'one'))
  await list('main', 'one', 600)
  expect(await buy('alt', 'main', listingOf('main', 'one'), 600)).toMatchObject({ ok: true })
  await dispatch(owner, 'economy.changeSettings', { trades: { fromHours: 2, perHour: 1_000, hoursPerDinosaur: 0 } })
  await list('main', 'two', 401)
  expect(await buy('alt', 'main', listingOf('main', 'two'), 401)).toMatchObject({
    code: 'buyerUnpriced',
    message: expect.stringContaining('You have 400 left'),
  })
  clock.pass(7 * 24 * 3_600_000)
  await withdraw('main', listingOf('main', 'two'))
  await list('main', 'two', 401)
  expect(await buy('alt', 'main', listingOf('main', 'two'), 401)).toMatchObject({ ok: true })
  expect(balanceOf('alt')).toBe(900_000 - 1_001)
  expect(await problems()).toEqual([])
})

test('[VM73] a purchase far above the price that the month knows is limited as far as it is above it, even after one sale in the week', async () => {
  const { dispatch, free, join, give, list, buy, listingOf, clock, balanceOf, problems } = await openMarket()
  await free()
  const sell = async (seller: string, buyer: string, price: number) => {
    await give(seller, `${seller}-${buyer}`, 'Troodon')
    await list(seller, `${seller}-${buyer}`, price)
    return buy(buyer, seller, listingOf(seller, `${seller}-${buyer}`), price)
  }
  for (let nth = 0; nth < 6; nth += 1) {
    await join(`seller${nth}`)
    await join(`buyer${nth}`, 10_000)
    if (nth < 5) expect(await sell(`seller${nth}`, `buyer${nth}`, 100)).toMatchObject({ ok: true })
  }
  await dispatch(owner, 'economy.changeSettings', { trades: { fromHours: 0, perHour: 1_000, hoursPerDinosaur: 1 } })
  clock.pass(10 * dayMs)
  expect(await sell('seller0', 'buyer1', 100)).toMatchObject({ ok: true })
  expect(await sell('seller5', 'buyer5', 1_101)).toMatchObject({
    code: 'buyerLimit',
    message: expect.stringMatching(/^This price is above the usual one/),
  })
  expect(await sell('seller1', 'buyer2', 1_100)).toMatchObject({ ok: true })
  expect([balanceOf('buyer5'), await problems()]).toEqual([10_000, []])
})

test('[VM74] two accounts move the usual price by one sale a week, and pass on by sales near it no more than by gifts', async () => {
  const { hub, dispatch, free, join, give, list, buy, listingOf, withdraw, clock, balanceOf, problems } =
    await openMarket()
  await free()
  let sales = 0
  const sell = async (seller: string, buyer: string, price: number) => {
    sales += 1
    const id = `d${sales}`
    await give(seller, id, 'Troodon')
    await list(seller, id, price)
    const listing = listingOf(seller, id)
    const answer = await buy(buyer, seller, listing, price)
    if (!answer.ok) await withdraw(seller, listing)
    return answer.ok ? 'ok' : answer.code
  }
  for (let nth = 0; nth < 5; nth += 1) {
    await join(`seller${nth}`)
    await join(`buyer${nth}`, 1_000)
    await sell(`seller${nth}`, `buyer${nth}`, 100)
  }
  await join('main', 1_000)
  await join('alt', 100_000)
  await dispatch(owner, 'economy.changeSettings', { trades: { fromHours: 2, perHour: 1_000, hoursPerDinosaur: 1 } })
  const countedPrices = () =>
    Object.values(hub.read(usualPrices, 'dinosaur:Troodon:young').sales).map(({ price }) => price)
  // Each is 200 above the usual price, and alt was never seen in the game: it can pass 1,000 on.
  for (let nth = 0; nth < 5; nth += 1) expect(await sell('main', 'alt', 300)).toBe('ok')
  expect(await sell('main', 'alt', 101)).toBe('buyerLimit')
  for (const [seller, buyer] of [
    ['main', 'alt'],
    ['alt', 'main'],
  ] as const)
    expect(await sell(seller, buyer, 100)).toBe('ok')
  expect(countedPrices()).toEqual([100, 100, 100, 100, 100, 300])
  clock.pass(7 * dayMs)
  for (let nth = 0; nth < 2; nth += 1) expect(await sell('main', 'alt', 300)).toBe('ok')
  expect(countedPrices()).toEqual([100, 100, 100, 100, 100, 300, 300])
  expect([balanceOf('alt'), await problems()]).toEqual([100_000 - 7 * 300 - 100 + 95, []])
})

test('[VM72] a user lists 200 things a day at most, since each is kept for good', { tags: 'slow' }, async () => {
  const { list, listingOf, withdraw, clock, problems } = await openStall()
  for (let nth = 0; nth < mostListingsADay; nth += 1) {
    expect(await list('ann', 'trike', 500)).toMatchObject({ ok: true })
    await withdraw('ann', listingOf('ann', 'trike'))
  }
  expect(await list('ann', 'trike', 500)).toMatchObject({ code: 'dayFull' })
  clock.pass(-dayMs)
  expect(await list('ann', 'trike', 500)).toMatchObject({ code: 'dayFull' })
  clock.pass(2 * dayMs)
  expect(await list('ann', 'trike', 500)).toMatchObject({ ok: true })
  expect(await problems()).toEqual([])
})

test('[VM71] a price that the month knows is not forgotten because of one sale in the week', () => {
  const day = 24 * 3_600_000
  const now = 40 * day
  const sales = (...ages: number[]) => ({
    sales: Object.fromEntries(ages.map((age, nth) => [`s${nth}`, { at: now - age * day, price: 100 + nth }])),
  })
  expect(priceForLimits(sales(10, 10, 10, 10, 10), now)).toBe(102)
  expect(priceForLimits(sales(10, 10, 10, 10, 1), now)).toBe(102)
  expect(priceForLimits(sales(10, 10, 10, 1), now)).toBeNull()
  expect(priceForLimits(sales(31, 10, 10, 10, 1), now)).toBeNull()
  expect(priceForLimits(sales(20, 20, 2, 2, 2, 2, 2), now)).toBe(104)
})

test('[VM20] a user who watches a species sees news of listings by others, until they put it away', async () => {
  const { clock, hub, ask, list } = await openStall()
  const hasNews = (who: string) =>
    hub.read(marketNews, 'Carnotaurus').lastAt > (hub.read(marketWatches, who).species.Carnotaurus?.seenAt ?? 0)
  for (const who of ['ann', 'bob']) await ask(who, commands.watchSpecies, { species: 'Carnotaurus' })
  clock.pass(1_000)
  await list('ann', 'carno', 500)
  expect([hasNews('ann'), hasNews('bob')]).toEqual([false, true])
  await ask('bob', commands.dismissMarketNotices, { species: ['Carnotaurus', 'Triceratops'] })
  expect([hasNews('bob'), Object.keys(hub.read(marketWatches, 'bob').species)]).toEqual([false, ['Carnotaurus']])
  await ask('bob', commands.unwatchSpecies, { species: 'Carnotaurus' })
  expect(hub.read(marketWatches, 'bob').species).toEqual({})
})

test('[VM21] only species that exist are watched, and at most 20', async () => {
  const { ask } = await openStall()
  const { species } = await import('../../../shared/features/world/species.ts')
  for (const name of ['Dodo', '__proto__', '', 7])
    expect(await ask('bob', commands.watchSpecies, { species: name })).toMatchObject({ code: 'badInput' })
  const names = Object.keys(species)
  for (const name of names.slice(0, mostWatched)) await ask('bob', commands.watchSpecies, { species: name })
  expect(names.length).toBeGreaterThan(mostWatched)
  expect(await ask('bob', commands.watchSpecies, { species: names[mostWatched] })).toMatchObject({ code: 'tooMany' })
  expect(await ask('bob', commands.watchSpecies, { species: names[0] })).toMatchObject({ ok: true })
})

test("[VM22] the owner's settings of the market have limits, and a change is in the audit", async () => {
  const { memory, settings, dispatch } = await openStall()
  const { settings: wrong } = {
    settings: [{ feePermille: 501 }, { feePermille: 1.5 }, { listingDays: 0 }, { resaleLockHours: -1 }],
  }
  for (const one of wrong) expect(await settings(one)).toMatchObject({ code: 'badInput' })
  expect(await settings({ feeFloor: 10, feeCap: 5 })).toMatchObject({
    code: 'floorAboveCap',
    message: 'The lowest fee of 10 is above the highest of 5.',
  })
  expect(await settings({ feePermille: 12, feeFloor: 0 })).toMatchObject({ ok: true })
  expect(await dispatch(person('ann', 'admin'), 'economy.changeSettings', { market: {} })).toMatchObject({
    code: 'forbidden',
  })
  const { rows } = await memory.storage.archivePage({ kind: settingChanges.kind, before: null, limit: 1 })
  expect(rows[0]?.row).toMatchObject({ title: 'the market', to: expect.stringContaining('fee 1.2%, 0 to 50,000') })
})

test('[VM23] a skin is listed, sold and withdrawn as a dinosaur is', async () => {
  const { give, list, buy, withdraw, listingOf, skinsOf, balanceOf, listed, problems } = await openStall()
  for (const id of ['s1', 's2']) await give('ann', id, 'Triceratops', { skin: 'skin-albino' })
  await list('ann', 's1', 300, { kind: 'skin' })
  await list('ann', 's2', 300, { kind: 'skin' })
  expect(listed('ann')[0]).toMatchObject({
    item: { kind: 'skin', skin: 'skin-albino' },
    price: { currency: 'sylvanShards' },
  })
  expect(await list('ann', 's1', 300, { kind: 'skin' })).toMatchObject({ code: 'skinHeld' })
  expect(await buy('bob', 'ann', listingOf('ann', 's1'), 300)).toMatchObject({
    output: { name: 'Albino for Triceratops' },
  })
  await withdraw('ann', listingOf('ann', 's2'))
  expect([Object.keys(skinsOf('ann')), Object.keys(skinsOf('bob')), balanceOf('ann', 'sylvanShards')]).toEqual([
    ['s2'],
    ['s1'],
    285,
  ])
  expect(await problems()).toEqual([])
})

test('[VM24] a species that a mod calls by a path is sold as others are', async () => {
  const { give, list, buy, listingOf, problems, faults } = await openStall()
  await give('ann', 'odd', '/Game/Mods/Dodo_C')
  expect(await list('ann', 'odd', 100)).toMatchObject({ output: { price: { currency: 'sylvanShards' } } })
  expect(await buy('bob', 'ann', listingOf('ann', 'odd'), 100)).toMatchObject({ ok: true })
  expect([await problems(), faults]).toEqual([[], []])
})

test('[VM25] a user does not buy from another account of their own, even after they moved their player to it', async () => {
  const { hub, clock, dispatch, list, buy, listingOf, entriesOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  const { steamId } = hub.read(account, 'ann')
  const unlinked = await dispatch(inSession(person('ann')), unlink.name, { provider: 'steam' })
  expect(unlinked).toMatchObject({ ok: true })
  await ensureAccount(hub, clock.now(), { account: 'emil', steamId })
  await dispatch(owner, 'ledger.addCurrency', { target: 'emil', amount: 1_000, currency: 'razorTalons' })
  expect(await buy('emil', 'ann', listingOf('ann', 'carno'), 500)).toMatchObject({ code: 'samePerson' })
  expect([entriesOf('emil'), await problems()]).toEqual([{}, []])
})

test('[VM26] a skin that was bought, on the market or in the shop, cannot be sold on before that time either, also not on a dinosaur', async () => {
  const { clock, dispatch, ask, give, settings, list, buy, listingOf, skinsOf, entriesOf, problems } = await openStall()
  const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
  await give('ann', 's1', 'Triceratops', { skin: 'skin-albino' })
  await settings({ resaleLockHours: 24 })
  await list('ann', 's1', 300, { kind: 'skin' })
  expect(await buy('bob', 'ann', listingOf('ann', 's1'), 300)).toMatchObject({ ok: true })
  await dispatch(owner, 'ledger.addCurrency', { target: 'bob', amount: 500 })
  expect(await ask('bob', { name: 'skins.buy' }, { design, price: 500 })).toMatchObject({ ok: true })
  const bought = Object.keys(skinsOf('bob'))
  expect(bought).toHaveLength(2)
  for (const id of bought)
    expect(await list('bob', id, 300, { kind: 'skin' })).toMatchObject({
      code: 'skinNotTradable',
      message: expect.stringContaining('You can from 2 January, 00:00 UTC.'),
    })
  await give('bob', 'own', 'Triceratops')
  const [ownedSkin, other = ''] = bought
  await ask('bob', { name: 'skins.dress' }, { dinosaur: 'own', design, price: 0, ownedSkin })
  expect(entriesOf('bob').own?.skin).toBe('skin-albino')
  expect(await list('bob', 'own', 300)).toMatchObject({ code: 'notTradable' })
  clock.pass(dayMs)
  expect(await list('bob', 'own', 300)).toMatchObject({ ok: true })
  expect(await list('bob', other, 300, { kind: 'skin' })).toMatchObject({ ok: true })
  expect(await problems()).toEqual([])
})

test('[VM27] a listing whose end is asked for too early keeps its timer and ends in time', async () => {
  const { hub, clock, list, listed, listingOf, problems } = await openStall()
  await list('ann', 'carno', 500)
  const listing = listingOf('ann', 'carno')
  const left = (listed('ann')[0]?.endsAt ?? 0) - clock.now()
  await hub.execute('test', commands.endListing.name, { seller: 'ann', listing })
  expect(listed('ann')).toHaveLength(1)
  clock.pass(left)
  await hub.settled()
  expect([listed('ann'), await problems()]).toEqual([[], []])
})

test('[VM28] a listing whose end passed while no hub was there ends once when one takes over', async () => {
  const { memory, clock, hub, list } = await openStall()
  await list('ann', 'carno', 500)
  await list('ann', 'trike', 500)
  await hub.close()
  clock.pass(8 * dayMs)
  const next = await openMarket({ memory, clock })
  clock.pass(1)
  await next.hub.settled()
  expect([next.listed('ann'), next.pastOf('ann').map(({ end }) => end)]).toEqual([[], ['ended', 'ended']])
  expect(Object.values(next.entriesOf('ann')).map(({ state }) => state)).toEqual(['stored', 'stored'])
  expect([await next.problems(), next.faults]).toEqual([[], []])
})
