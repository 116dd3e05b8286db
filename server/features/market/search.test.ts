import { expect, test } from 'vitest'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { feeOf, proceedsOf } from '../../../shared/features/market/fee.ts'
import type { ListingCard } from '../../../shared/features/market/queries.ts'
import { MarketSettings } from '../../../shared/features/market/settings.ts'
import { alikeKey, usualPriceOf, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import { signInAs } from '../../testing/accounts.ts'
import { person } from '../../testing/principals.ts'
import { openMarket } from './testing/openMarket.ts'

const dayMs = 86_400_000

async function openWares() {
  const market = await openMarket()
  const { clock, list, give, search } = market
  for (const who of ['ann', 'bob']) await market.join(who, 100_000)
  await market.free()
  const wares = [
    ['ann', 'Triceratops', 900, 20],
    ['ann', 'Tyrannosaurus', 5_000, 90],
    ['bob', 'Dryosaurus', 100, null],
    ['bob', 'Gallimimus', 300, 50],
  ] as const
  for (const [who, species, price, growth] of wares) {
    clock.pass(1_000)
    await give(who, species, species, { growth })
    await list(who, species, price)
  }
  const cards = async (input: object) => {
    const answer = await search(input)
    return answer.ok ? (answer.output as { cards: ListingCard[]; next: string | null; total: number }) : answer
  }
  const names = async (input: object = {}) => {
    const found = await cards(input)
    return 'cards' in found ? found.cards.map(({ item }) => item.species) : [found.code]
  }
  return { ...market, cards, names }
}

test('[VO1] cards are sorted by price, rarity and time, and filtered by diet and rarity', async () => {
  const { names } = await openWares()
  expect(await names()).toEqual(['Gallimimus', 'Dryosaurus', 'Tyrannosaurus', 'Triceratops'])
  expect(await names({ sort: 'priceLow' })).toEqual(['Dryosaurus', 'Gallimimus', 'Triceratops', 'Tyrannosaurus'])
  expect(await names({ sort: 'priceHigh' })).toEqual(['Tyrannosaurus', 'Triceratops', 'Gallimimus', 'Dryosaurus'])
  // Of equal rarity the newest comes first.
  expect((await names({ sort: 'rarity' })).slice(0, 2)).toEqual(['Tyrannosaurus', 'Triceratops'])
  expect(await names({ filter: 'carnivore' })).toEqual(['Tyrannosaurus'])
  // What eats plants too is sold for shards, and found with the herbivores.
  expect(await names({ filter: 'herbivore' })).toEqual(['Gallimimus', 'Dryosaurus', 'Triceratops'])
  expect(await names({ filter: 'apex' })).toEqual(['Tyrannosaurus', 'Triceratops'])
  expect(await names({ filter: 'common' })).toContain('Dryosaurus')
  expect(await names({ kind: 'skin' })).toEqual([])
})

test('[VO2] the search reads words and terms, and says where it cannot', async () => {
  const { names } = await openWares()
  expect(await names({ text: 'price<1000 growth>10%' })).toEqual(['Gallimimus', 'Triceratops'])
  expect(await names({ text: 'seller:ann tri' })).toEqual(['Triceratops'])
  expect(await names({ text: 'growth:none' })).toEqual(['Dryosaurus'])
  expect(await names({ text: 'price>"' })).toEqual(['badSearch'])
})

test('[VO3] pages neither repeat nor hide a card, though others are listed and sold in between', async () => {
  const { cards, give, list, buy, listingOf } = await openWares()
  const first = await cards({ sort: 'priceLow', limit: 2 })
  if (!('cards' in first)) throw new Error('refused')
  await give('ann', 'cheap', 'Dryosaurus')
  await list('ann', 'cheap', 1)
  await buy('ann', 'bob', listingOf('bob', 'Gallimimus'), 300)
  const second = await cards({ sort: 'priceLow', limit: 2, after: first.next })
  expect(second).toMatchObject({
    cards: [{ item: { species: 'Triceratops' } }, { item: { species: 'Tyrannosaurus' } }],
    next: null,
    total: 4,
  })
  for (const after of ['', 'nonsense', '1', '1 2 3']) expect(await cards({ after })).toHaveProperty('total', 4)
})

test('[VO4] a card has the usual price of what is alike, and names no buyer, entry or account but the seller', async () => {
  const { cards, buy, listingOf, give, list } = await openWares()
  await buy('ann', 'bob', listingOf('bob', 'Dryosaurus'), 100)
  await give('bob', 'another', 'Dryosaurus')
  await list('bob', 'another', 120)
  const found = await cards({ text: 'dryo' })
  expect(found).toMatchObject({
    cards: [{ usual: { confidence: 'week', price: 100, sales: 1 }, seller: { account: 'bob', name: 'bob' } }],
  })
  expect(JSON.stringify(found)).not.toContain('another')
})

test('[VO20] while no usual price is known, one sale of a pair in 7 days counts for it, so that two users cannot make it', async () => {
  const { hub, join, free, give, list, buy, listingOf, clock, problems } = await openMarket()
  for (const who of ['ann', 'bob', 'cleo']) await join(who, 10_000)
  await free()
  const sell = async (id: string, from: string, to: string, price: number) => {
    await give(from, id, 'Dryosaurus')
    await list(from, id, price)
    expect(await buy(to, from, listingOf(from, id), price)).toMatchObject({ ok: true })
    const { sales } = hub.read(usualPrices, alikeKey({ kind: 'dinosaur', species: 'Dryosaurus', skin: null }, false))
    return Object.values(sales).map((one) => one.price)
  }
  expect(await sell('d1', 'ann', 'bob', 100)).toEqual([100])
  expect(await sell('d2', 'ann', 'bob', 9)).toEqual([100])
  expect(await sell('d3', 'bob', 'ann', 9)).toEqual([100])
  expect(await sell('d4', 'ann', 'cleo', 110)).toEqual([100, 110])
  clock.pass(8 * dayMs)
  expect(await sell('d5', 'ann', 'bob', 120)).toEqual([100, 110, 120])
  expect(await problems()).toEqual([])
})

test('[VO21] sales of the demo say nothing of the usual price of real ones', async () => {
  const { hub, dispatch, free, give, list, buy, listingOf, problems } = await openMarket()
  for (const [nth, newAccount] of ['dan', 'dora'].entries()) {
    const identity = { provider: 'steam', steamId: `7656119800000900${nth}`, displayName: newAccount } as const
    await signInAs(hub, { identity: identity as never, demo: true, newAccount })
  }
  const grant = { target: 'dora', amount: 5, currency: 'sylvanShards' }
  expect(await dispatch(person('dan', 'owner'), addCurrency.name, grant)).toMatchObject({ ok: true })
  await free()
  await give('dan', 'd1', 'Dryosaurus')
  await list('dan', 'd1', 1)
  expect(await buy('dora', 'dan', listingOf('dan', 'd1'), 1)).toMatchObject({ ok: true })
  const item = { kind: 'dinosaur', species: 'Dryosaurus', skin: null } as const
  const salesOf = (isDemo: boolean) => Object.keys(hub.read(usualPrices, alikeKey(item, isDemo)).sales).length
  expect([salesOf(true), salesOf(false), await problems()]).toEqual([1, 0, []])
})

test("[VO5] the usual price is the day's with more than five sales near the week's, otherwise the week's, the month's, or none", () => {
  const now = 100 * dayMs
  const sales = (...of: readonly (readonly [days: number, price: number])[]) => ({
    sales: Object.fromEntries(of.map(([days, price], nth) => [String(nth), { at: now - days * dayMs, price }])),
  })
  const today = (count: number, price: number) => Array.from({ length: count }, () => [0.5, price] as const)
  const week = Array.from({ length: 8 }, () => [3, 100] as const)
  expect(usualPriceOf(sales(), now)).toEqual({ confidence: 'none' })
  expect(usualPriceOf(sales(...today(6, 105), ...week), now)).toEqual({ confidence: 'day', price: 105, sales: 6 })
  expect(usualPriceOf(sales(...today(5, 105), ...week), now)).toEqual({ confidence: 'week', price: 100, sales: 13 })
  // Six sales far off in one day say nothing yet.
  expect(usualPriceOf(sales(...today(6, 900), ...week), now)).toEqual({ confidence: 'week', price: 100, sales: 14 })
  expect(usualPriceOf(sales([8, 70]), now)).toEqual({ confidence: 'month', price: 70, sales: 1 })
  expect(usualPriceOf(sales([31, 70]), now)).toEqual({ confidence: 'none' })
  // One price far off does not move it.
  expect(usualPriceOf(sales([1, 100], [2, 101], [3, 999_999]), now)).toMatchObject({ price: 101 })
})

test('[VO6] the fee is rounded up, within floor and cap, and never the whole price', () => {
  const settings = MarketSettings.parse({})
  const fees = [1, 2, 19, 20, 21, 999, 1_000, 1_000_000].map((price) => feeOf(settings, price))
  expect(fees).toEqual([0, 1, 1, 1, 2, 50, 50, 50_000])
  const capped = MarketSettings.parse({ feePermille: 500, feeFloor: 10, feeCap: 300 })
  expect([5, 15, 100, 1_000].map((price) => feeOf(capped, price))).toEqual([4, 10, 50, 300])
  const none = MarketSettings.parse({ feePermille: 0, feeFloor: 0 })
  for (let price = 1; price < 3_000; price += 7)
    for (const one of [settings, capped, none]) {
      expect(feeOf(one, price) + proceedsOf(one, price)).toBe(price)
      expect(proceedsOf(one, price)).toBeGreaterThan(0)
      expect(Number.isInteger(feeOf(one, price))).toBe(true)
    }
})
