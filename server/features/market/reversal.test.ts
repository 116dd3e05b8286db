import { expect, test } from 'vitest'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { marketAudit } from '../../../shared/features/market/archives.ts'
import { reverseSale } from '../../../shared/features/market/commands.ts'
import {
  type Listing,
  marketPast,
  mostPastListings,
  mostReversible,
  reversibleDays,
} from '../../../shared/features/market/listing.ts'
import { readSale } from '../../../shared/features/market/queries.ts'
import { usualPriceOf, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import { readOneWayFlows } from '../../../shared/features/trades/queries.ts'
import { passedDays } from '../../../shared/features/trades/trades.ts'
import { person } from '../../testing/principals.ts'
import { addPast } from './places.ts'
import { openMarket, owner } from './testing/openMarket.ts'

const reason = 'bought by mistake'

/** Bob has bought Ann's Carnotaurus for 1,000, of which 50 were the fee. */
async function openSold() {
  const market = await openMarket()
  const { hub, dispatch, clock } = market
  for (const who of ['ann', 'bob', 'adam']) await market.join(who, who === 'bob' ? 10_000 : 0)
  await market.free()
  await market.give('ann', 'carno', 'Carnotaurus', { growth: 80 })
  await market.list('ann', 'carno', 1_000)
  const answer = await market.buy('bob', 'ann', market.listingOf('ann', 'carno'), 1_000)
  const { operation } = (answer as unknown as { output: { operation: string } }).output
  const sale = { operation, seller: 'ann', buyer: 'bob', reason }
  return {
    ...market,
    operation,
    soldAt: clock.now(),
    undo: (more: object = {}, by = owner) => dispatch(by, reverseSale.name, { ...sale, ...more }),
    ask: (player: string, at = clock.now(), by = owner) =>
      hub.query(by, { name: readSale.name, input: { operation, player, at } }),
  }
}

test('[VN1] staff undo a sale once: price and fee go back to the buyer, the dinosaur to its seller, and all names the original', async () => {
  const { memory, hub, operation, undo, balanceOf, entriesOf, pastOf, clock, problems } = await openSold()
  const answer = await undo()
  expect(answer).toMatchObject({ output: { refunded: 1_000, isItemBack: true } })
  expect([balanceOf('ann'), balanceOf('bob')]).toEqual([0, 10_000])
  expect(entriesOf('ann').carno).toMatchObject({ state: 'stored', source: 'grown', growth: 80, tradableAt: null })
  expect(entriesOf('bob')).toEqual({})
  for (const who of ['ann', 'bob']) expect(pastOf(who)).toMatchObject([{ reversedAt: clock.now() }])
  expect(await undo()).toMatchObject({ code: 'reversed' })
  const page = (kind: string) => memory.storage.archivePage({ kind, before: null, limit: 1 })
  expect((await page(ledger.kind)).rows[0]?.row).toMatchObject({ cause: 'reversal', reverses: operation, reason })
  expect((await page(marketAudit.kind)).rows[0]?.row).toMatchObject({
    by: 'olga',
    target: { id: 'ann' },
    buyer: { id: 'bob' },
    original: operation,
    amount: 1_000,
    reason,
  })
  // It says nothing of the usual price any more.
  expect(usualPriceOf(hub.read(usualPrices, 'dinosaur:Carnotaurus:grown'), clock.now())).toEqual({ confidence: 'none' })
  expect(await problems()).toEqual([])
})

test('[VN20] a sale that staff undid counts for no limit of gifts, and is in no flow', async () => {
  const { hub, undo, clock, problems } = await openSold()
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  // Without a usual price it counted as a gift.
  expect(hub.read(passedDays, 'ann').gave[today]?.bob).toMatchObject({ dinosaurs: 1, times: 1 })
  expect(hub.read(passedDays, 'bob').got[today]?.ann).toMatchObject({ dinosaurs: 1, times: 1 })
  const flows = async () => {
    const answer = await hub.query(owner, { name: readOneWayFlows.name, input: {} })
    return (answer as unknown as { output: { pairs: number; flows: readonly object[] } }).output
  }
  expect(await flows()).toMatchObject({ pairs: 1 })
  clock.pass(2 * 86_400_000)
  expect(await undo()).toMatchObject({ ok: true })
  expect(hub.read(passedDays, 'ann').gave[today]).toEqual({})
  expect(hub.read(passedDays, 'bob').got[today]).toEqual({})
  expect(await flows()).toMatchObject({ pairs: 0 })
  expect(await problems()).toEqual([])
})

test('[VN2] a seller who has spent the money is not taken below zero: the sale stays valid, and staff see how much there is', async () => {
  const { give, list, buy, listingOf, undo, balanceOf, entriesOf, problems } = await openSold()
  await give('bob', 'rex', 'Tyrannosaurus')
  await list('bob', 'rex', 100)
  await buy('ann', 'bob', listingOf('bob', 'rex'), 100)
  expect(await undo()).toMatchObject({
    code: 'tooPoor',
    message: 'The seller has only 850 of the 950 Razor Talons left, so the sale cannot be undone. Nothing changed.',
  })
  expect([balanceOf('ann'), Object.keys(entriesOf('bob')), await problems()]).toEqual([850, ['carno'], []])
})

test('[VN3] of a dinosaur that is gone only the money goes back, and only when staff say so', async () => {
  const { use, undo, ask, balanceOf, entriesOf, problems } = await openSold()
  expect(await undo({ moneyOnly: true })).toMatchObject({ code: 'stillThere' })
  await use('bob', 'carno')
  expect(await ask('ann')).toMatchObject({ output: { sale: { itemIs: 'gone' } } })
  expect(await undo()).toMatchObject({ code: 'used' })
  expect(await undo({ moneyOnly: true })).toMatchObject({ output: { refunded: 1_000, isItemBack: false } })
  expect(await undo({ moneyOnly: true })).toMatchObject({ code: 'reversed' })
  expect([balanceOf('bob'), entriesOf('ann'), await problems()]).toEqual([10_000, {}, []])
})

test('[VN4] a buyer who has listed it again loses that listing; one who sold it on no longer has it', async () => {
  const { join, list, buy, listed, listingOf, undo, entriesOf, problems } = await openSold()
  await list('bob', 'carno', 2_000)
  expect(await undo()).toMatchObject({ output: { isItemBack: true } })
  expect([listed('bob'), Object.keys(entriesOf('ann')), await problems()]).toEqual([[], ['carno'], []])
  const again = await openSold()
  await again.join('cleo', 5_000)
  await join('cleo', 5_000)
  await again.list('bob', 'carno', 2_000)
  await again.buy('cleo', 'bob', again.listingOf('bob', 'carno'), 2_000)
  expect(await again.undo()).toMatchObject({ code: 'used' })
  // Back with Bob by another purchase: that is not what this sale gave.
  await again.list('cleo', 'carno', 1_000)
  await again.buy('bob', 'cleo', again.listingOf('cleo', 'carno'), 1_000)
  expect(await again.undo()).toMatchObject({ code: 'used' })
  expect([await buy('cleo', 'bob', listingOf('bob', 'carno'), 1), await again.problems()]).toMatchObject([
    { code: 'gone' },
    [],
  ])
})

test('[VN21] of two sales of one day the other one still counts when staff undo one', async () => {
  const { hub, give, list, buy, listingOf, undo, problems } = await openSold()
  await give('ann', 'second')
  await list('ann', 'second', 1_000)
  expect(await buy('bob', 'ann', listingOf('ann', 'second'), 1_000)).toMatchObject({ ok: true })
  const tradesWithBob = () => Object.values(hub.read(passedDays, 'ann').got).map((others) => others.bob?.trades)
  expect(tradesWithBob()).toEqual([2])
  expect(await undo()).toMatchObject({ ok: true })
  expect(tradesWithBob()).toEqual([1])
  expect(await problems()).toEqual([])
})

test('[VN5] within the time in which the buyer could not sell it on, it goes back all the same', async () => {
  const { settings, give, list, buy, listingOf, dispatch, entriesOf, problems } = await openSold()
  await settings({ resaleLockHours: 24 })
  await give('ann', 'skin', 'Carnotaurus', { skin: 'skin-albino' })
  await give('ann', 'rex', 'Tyrannosaurus')
  for (const [id, kind] of [
    ['skin', 'skin'],
    ['rex', 'dinosaur'],
  ] as const) {
    await list('ann', id, 100, { kind })
    const answer = await buy('bob', 'ann', listingOf('ann', id), 100)
    const { operation } = (answer as unknown as { output: { operation: string } }).output
    expect(await dispatch(owner, reverseSale.name, { operation, seller: 'ann', buyer: 'bob', reason })).toMatchObject({
      output: { isItemBack: true },
    })
  }
  expect([Object.keys(entriesOf('ann')), await problems()]).toEqual([['rex'], []])
})

test('[VN6] only staff with the permission undo sales: not their own, and not of equals; the permission is checked before the input', async () => {
  const { undo, ask, dispatch, operation, problems } = await openSold()
  expect(await undo({}, person('bob'))).toMatchObject({ code: 'forbidden' })
  expect(await dispatch(person('bob'), reverseSale.name, { nonsense: true })).toMatchObject({ code: 'forbidden' })
  expect(await ask('bob', undefined, person('bob'))).toMatchObject({ code: 'forbidden' })
  expect(await undo({}, person('ann', 'admin'))).toMatchObject({ code: 'notYourself' })
  for (const wrong of [
    { operation: 'none' },
    { seller: 'bob', buyer: 'ann' },
    { buyer: 'adam' },
    { seller: '__proto__' },
  ])
    expect(await undo(wrong)).toMatchObject({ code: 'gone' })
  for (const wrong of [{ reason: ' ' }, { operation: 7 }, { moneyOnly: 'yes' }])
    expect(await undo(wrong)).toMatchObject({ code: 'badInput' })
  expect([await undo({ operation }, person('adam', 'admin')), await problems()]).toMatchObject([{ ok: true }, []])
})

test('[VN7] before that they see both sides, what the seller has, and where the dinosaur is, from either ledger', async () => {
  const { ask, undo, soldAt, erase } = await openSold()
  for (const side of ['ann', 'bob'])
    expect(await ask(side)).toMatchObject({
      output: {
        sale: {
          seller: { account: 'ann' },
          buyer: { account: 'bob' },
          itemIs: 'withBuyer',
          sellerHas: 950,
          sellerNeeds: 950,
          reversedAt: null,
          at: soldAt,
        },
      },
    })
  expect(await ask('adam')).toMatchObject({ output: { sale: null } })
  await undo()
  expect(await ask('ann', soldAt)).toMatchObject({ output: { sale: { reversedAt: soldAt } } })
  await erase('ann')
  expect(await ask('bob', soldAt)).toMatchObject({ output: { sale: null } })
  expect(await undo()).toMatchObject({ code: 'gone' })
})

test('[VN8] of several sales of one dinosaur staff undo the last, and then the one before, and each gives the dinosaur back', async () => {
  const { join, list, buy, listingOf, undo, balanceOf, entriesOf, problems } = await openSold()
  await join('cleo', 5_000)
  await list('bob', 'carno', 2_000)
  const answer = await buy('cleo', 'bob', listingOf('bob', 'carno'), 2_000)
  const { operation } = (answer as unknown as { output: { operation: string } }).output
  expect(await undo()).toMatchObject({ code: 'used' })
  expect(await undo({ operation, seller: 'bob', buyer: 'cleo' })).toMatchObject({ output: { isItemBack: true } })
  expect(await undo()).toMatchObject({ output: { isItemBack: true } })
  expect(['ann', 'bob', 'cleo'].map((who) => Object.keys(entriesOf(who)))).toEqual([['carno'], [], []])
  expect(['ann', 'bob', 'cleo'].map((who) => balanceOf(who))).toEqual([0, 10_000, 5_000])
  expect(await problems()).toEqual([])
})

test('[VN9] what was paid for in the shop, sold, and is back because staff undid the sale, is refunded with the dinosaur or skin, once', async () => {
  const { dispatch, list, buy, listingOf, entriesOf, skinsOf, balanceOf, problems } = await openSold()
  await dispatch(owner, 'ledger.addCurrency', { target: 'ann', amount: 1_000 })
  const design = { species: 'Troodon', skin: 'skin-albino', colours: null }
  for (const [kind, command, input] of [
    ['dinosaur', 'shop.buy', { item: 'hypsilophodon', price: 500 }],
    ['skin', 'skins.buy', { design, price: 500 }],
  ] as const) {
    const bought = await dispatch(person('ann'), command, input)
    expect(bought).toMatchObject({ ok: true })
    const [id = ''] = Object.keys(kind === 'skin' ? skinsOf('ann') : entriesOf('ann'))
    const entry = kind === 'skin' ? skinsOf('ann')[id] : entriesOf('ann')[id]
    const refund = () =>
      dispatch(owner, 'refunds.refundPurchase', { account: 'ann', operation: entry?.operation, reason })
    await list('ann', id, 100, { kind })
    const sold = await buy('bob', 'ann', listingOf('ann', id), 100)
    const { operation } = (sold as unknown as { output: { operation: string } }).output
    expect(await refund()).toMatchObject({ code: 'used' })
    await dispatch(owner, reverseSale.name, { operation, seller: 'ann', buyer: 'bob', reason })
    expect(await refund()).toMatchObject({ output: { isItemBack: true } })
    expect(await refund()).toMatchObject({ code: 'refunded' })
  }
  expect([entriesOf('ann'), skinsOf('ann'), balanceOf('ann', 'voidPearls')]).toEqual([{}, {}, 1_000])
  expect(await problems()).toEqual([])
})

test('[VN10] no one makes staff unable to undo a sale by listing, withdrawing and trading on', {
  tags: 'slow',
}, async () => {
  const { give, list, buy, withdraw, listingOf, pastOf, undo, problems, clock } = await openSold()
  await give('ann', 'rex', 'Tyrannosaurus')
  for (let nth = 0; nth <= mostPastListings; nth += 1) {
    await list('ann', 'rex', 1)
    await withdraw('ann', listingOf('ann', 'rex'))
  }
  expect(pastOf('ann')).toHaveLength(mostPastListings)
  for (let nth = 0; nth <= mostPastListings / 2; nth += 1) {
    // Without a usual price each sale counts as a gift, of which there are 20 a day.
    if (nth % 15 === 0) clock.pass(86_400_000)
    for (const [seller, buyer] of [
      ['ann', 'bob'],
      ['bob', 'ann'],
    ] as const) {
      await list(seller, 'rex', 1)
      expect(await buy(buyer, seller, listingOf(seller, 'rex'), 1)).toMatchObject({ ok: true })
    }
  }
  expect(pastOf('ann').every(({ operation }) => operation !== null)).toBe(true)
  expect([await undo(), await problems()]).toMatchObject([{ output: { isItemBack: true } }, []])
})

test('[VN11] sales of earlier days are forgotten first, and there are never more than the bound', () => {
  const dayMs = 86_400_000
  const own = marketPast.schema.parse({})
  let now = 0
  const context = {
    edit: () => own,
    // Without an account no one is notified.
    read: () => ({ createdAt: 0 }),
    get now() {
      return now
    },
  } as unknown as Parameters<typeof addPast>[0]
  const item = { kind: 'dinosaur', source: 'grown', species: 'Troodon', gender: null, growth: 50, health: 100 }
  const listing = { item, entry: 'one', price: { currency: 'razorTalons', amount: 1 }, fee: 0, listedAt: 0, endsAt: 1 }
  const add = (id: string) =>
    addPast(context, 'ann', { ...listing, id } as unknown as Listing, { end: 'sold', operation: `of ${id}` })
  for (let nth = 0; nth < mostReversible + 5; nth += 1) {
    now += 1
    add(`early${nth}`)
  }
  expect([Object.keys(own.past).length, Object.keys(own.past)[0]]).toEqual([mostReversible, 'early5'])
  now += reversibleDays * dayMs
  add('late')
  expect([Object.keys(own.past).length, Object.hasOwn(own.past, 'late')]).toEqual([mostPastListings, true])
})
