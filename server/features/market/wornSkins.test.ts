import { expect, test } from 'vitest'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { ledger, payments } from '../../../shared/features/ledger/ledger.ts'
import { reverseSale } from '../../../shared/features/market/commands.ts'
import { readSale } from '../../../shared/features/market/queries.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { buySkin, dressDinosaur } from '../../../shared/features/skins/commands.ts'
import { mostOwnedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { openMarket, owner } from './testing/openMarket.ts'

const reason = 'bought by mistake'
const designOf = (skin: string) => ({ species: 'Carnotaurus', skin, colours: null })
const albino = designOf('skin-albino')

/** Bob, who has 2,000 Void Pearls, has bought Ann's Carnotaurus for 1,000. @param wore how Ann had dressed it */
async function openSold({ wore = null as string | null } = {}) {
  const market = await openMarket()
  const { hub, dispatch, clock, ask, memory } = market
  for (const who of ['ann', 'bob']) await market.join(who, who === 'bob' ? 10_000 : 0)
  await market.free()
  for (const target of ['ann', 'bob'])
    await dispatch(owner, addCurrency.name, { target, amount: 2_000, currency: 'voidPearls' })
  await market.give('ann', 'carno', 'Carnotaurus', { growth: 80 })
  const dress = async (who: string, skin: string, price: number, ownedSkin: string | null = null) => {
    const input = { dinosaur: 'carno', design: designOf(skin), price, ownedSkin }
    expect(await ask(who, dressDinosaur, input)).toMatchObject({ ok: true })
  }
  if (wore) await dress('ann', wore, 500)
  await market.list('ann', 'carno', 1_000)
  const answer = await market.buy('bob', 'ann', market.listingOf('ann', 'carno'), 1_000)
  const { operation } = (answer as unknown as { output: { operation: string } }).output
  const sale = { operation, seller: 'ann', buyer: 'bob', reason }
  clock.pass(60_000)
  return {
    ...market,
    dress,
    soldAt: clock.now() - 60_000,
    undo: (more: object = {}) => dispatch(owner, reverseSale.name, { ...sale, ...more }),
    undoOther: (other: string, more: object = {}) =>
      dispatch(owner, reverseSale.name, { ...sale, operation: other, ...more }),
    async seen() {
      const input = { operation, player: 'bob', at: clock.now() - 60_000 }
      const found = await hub.query(owner, { name: readSale.name, input })
      return (found as unknown as { output: { sale: { skin: object | null } } }).output.sale.skin
    },
    pearls: (who: string) => hub.read(wallet, who).voidPearls,
    told: (who: string) => Object.values(hub.read(notifications, who).entries).at(-1)?.message,
    paid: () => Object.keys(hub.read(payments, 'bob').latest).at(-1) ?? '',
    refund: (paid: string) =>
      dispatch(owner, refundPurchase.name, { account: 'bob', operation: paid, moneyOnly: true, reason }),
    rows: async () =>
      (await memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 2 })).rows.map(({ row }) =>
        ledger.schema.parse(row),
      ),
  }
}

test('[VN2020] a buyer who has paid for a skin on the dinosaur gets the price of the skin back with that of the sale, and the dinosaur goes back as it was sold', async () => {
  const { dress, undo, seen, pearls, told, paid, refund, rows, hub, balanceOf, entriesOf, problems } = await openSold()
  expect(await seen()).toBeNull()
  await dress('bob', 'skin-melanistic', 500)
  await dress('bob', 'skin-albino', 500)
  expect(hub.read(redemptions, 'bob').purchases).toBe(2)
  expect(await seen()).toEqual({ name: 'Albino', price: { currency: 'voidPearls', amount: 500 } })
  expect(await undo()).toMatchObject({ output: { refunded: 1_000, isItemBack: true } })
  // What the buyer had put on and replaced was gone before.
  expect([balanceOf('bob'), pearls('bob'), pearls('ann')]).toEqual([10_000, 1_500, 2_000])
  expect(entriesOf('ann').carno).toMatchObject({ state: 'stored', skin: null, skinColours: null })
  expect(await rows()).toMatchObject([
    { cause: 'reversal', reason },
    { cause: 'refund', player: 'bob', reverses: paid(), item: 'Albino', reason, by: 'olga' },
  ])
  expect(told('bob')).toBe(
    'Staff undid your purchase of Carnotaurus. You got 1,000 Razor Talons back. You also got back the 500 Void Pearls that you paid for its skin, Albino.',
  )
  expect(told('ann')).not.toContain('skin')
  expect(hub.read(redemptions, 'bob').purchases).toBe(1)
  expect(await refund(paid())).toMatchObject({ code: 'refunded' })
  expect(await problems()).toEqual([])
})

test('[VN2021] a skin that was kept comes back to the buyer who put it on, and the seller has the dinosaur in the skin in which they sold it', async () => {
  const { ask, dress, undo, seen, pearls, told, skinsOf, entriesOf, list, problems } = await openSold({
    wore: 'skin-melanistic',
  })
  const bought = await ask('bob', buySkin, { design: albino, price: 500 })
  await dress('bob', 'skin-albino', 0, (bought as unknown as { output: { id: string } }).output.id)
  await list('bob', 'carno', 5_000)
  expect([skinsOf('bob'), await seen()]).toEqual([{}, { name: 'Albino', price: null }])
  expect(await undo()).toMatchObject({ output: { isItemBack: true } })
  expect(Object.values(skinsOf('bob'))).toMatchObject([{ ...albino, state: 'stored', tradableAt: null }])
  expect(entriesOf('ann').carno).toMatchObject({ skin: 'skin-melanistic' })
  expect([pearls('ann'), pearls('bob')]).toEqual([1_500, 1_500])
  expect(told('bob')).toMatch(/The skin that you put on it, Albino, is in your skins\.$/)
  expect(await problems()).toEqual([])
})

test('[VN2022] nothing is given back for a skin twice, nor for the natural colours; one comes back to a user who keeps as many as they may', async () => {
  const refunded = await openSold({ wore: 'skin-melanistic' })
  await refunded.dress('bob', 'skin-albino', 500)
  expect(await refunded.refund(refunded.paid())).toMatchObject({ ok: true })
  expect(await refunded.seen()).toBeNull()
  expect(await refunded.undo()).toMatchObject({ ok: true })
  expect([refunded.pearls('bob'), refunded.skinsOf('bob'), refunded.told('bob')]).toEqual([
    2_000,
    {},
    'Staff undid your purchase of Carnotaurus. You got 1,000 Razor Talons back.',
  ])
  expect(await refunded.problems()).toEqual([])

  const { ask, give, dress, undo, skinsOf, entriesOf, problems } = await openSold({ wore: 'skin-melanistic' })
  await dress('bob', 'skin-default', 0)
  const bought = await ask('bob', buySkin, { design: albino, price: 500 })
  await dress('bob', 'skin-albino', 0, (bought as unknown as { output: { id: string } }).output.id)
  for (let nth = 0; nth < mostOwnedSkins; nth += 1)
    await give('bob', `skin${nth}`, 'Carnotaurus', { skin: 'skin-albino' })
  expect(await undo()).toMatchObject({ ok: true })
  expect([Object.keys(skinsOf('bob')).length, entriesOf('ann').carno?.skin]).toEqual([
    mostOwnedSkins + 1,
    'skin-melanistic',
  ])
  expect(await problems()).toEqual([])
})

test('[VN2140] a skin whose price staff gave back comes back in no form, however many payments followed', async () => {
  const { ask, dress, undo, seen, pearls, skinsOf, paid, refund, dispatch, problems } = await openSold()
  await dress('bob', 'skin-albino', 500)
  expect(await refund(paid())).toMatchObject({ ok: true })
  await dispatch(owner, addCurrency.name, { target: 'bob', amount: 20_000, currency: 'voidPearls' })
  for (let nth = 0; nth < 21; nth += 1)
    expect(await ask('bob', buySkin, { design: albino, price: 500 })).toMatchObject({ ok: true })
  const [skins, balance] = [Object.keys(skinsOf('bob')).length, pearls('bob')]
  expect(await seen()).toBeNull()
  expect(await undo()).toMatchObject({ ok: true })
  expect([Object.keys(skinsOf('bob')).length, pearls('bob')]).toEqual([skins, balance])
  expect(await problems()).toEqual([])
})

test('[VN2141] a kept skin comes back although the same one was paid for on this dinosaur before, refunded or not', async () => {
  for (const isRefunded of [true, false]) {
    const { ask, dress, undo, seen, pearls, skinsOf, paid, refund, problems } = await openSold({
      wore: 'skin-melanistic',
    })
    await dress('bob', 'skin-albino', 500)
    if (isRefunded) expect(await refund(paid())).toMatchObject({ ok: true })
    await dress('bob', 'skin-default', 0)
    const bought = await ask('bob', buySkin, { design: albino, price: 500 })
    await dress('bob', 'skin-albino', 0, (bought as unknown as { output: { id: string } }).output.id)
    const balance = pearls('bob')
    expect(await seen()).toEqual({ name: 'Albino', price: null })
    expect(await undo()).toMatchObject({ ok: true })
    expect([pearls('bob'), Object.values(skinsOf('bob'))]).toMatchObject([balance, [{ ...albino, state: 'stored' }]])
    expect(await problems()).toEqual([])
  }
})

test('[VN2154] a kept skin whose price staff gave back while it was on the dinosaur does not come back, whether it was bought in the shop or on the market', async () => {
  for (const from of ['shop', 'market']) {
    const { ask, give, list, buy, listingOf, dress, undo, undoOther, seen, refund, skinsOf, problems } =
      await openSold()
    const outputOf = (answer: object) => (answer as { output: Record<string, string> }).output
    await give('ann', 'skin', 'Carnotaurus', { skin: 'skin-albino' })
    await list('ann', 'skin', 100, { kind: 'skin' })
    const bought =
      from === 'shop'
        ? outputOf(await ask('bob', buySkin, { design: albino, price: 500 }))
        : { id: 'skin', ...outputOf(await buy('bob', 'ann', listingOf('ann', 'skin'), 100)) }
    const { id = '', operation = '' } = bought as Record<string, string>
    await dress('bob', 'skin-albino', 0, id)
    expect(await seen()).toEqual({ name: 'Albino', price: null })
    const giveBack = from === 'shop' ? refund : (paid: string) => undoOther(paid, { moneyOnly: true })
    expect(await giveBack(operation)).toMatchObject({ output: { isItemBack: false } })
    expect(await seen()).toBeNull()
    expect(await undo()).toMatchObject({ ok: true })
    expect([skinsOf('bob'), await problems()]).toEqual([{}, []])
  }
})

test('[VN2155] a kept skin that came back is taken with what was paid for it, whether it was bought in the shop or on the market', async () => {
  for (const from of ['shop', 'market']) {
    const { ask, give, list, buy, listingOf, dress, undo, undoOther, refund, skinsOf, problems } = await openSold()
    const outputOf = (answer: object) => (answer as { output: Record<string, string> }).output
    await give('ann', 'skin', 'Carnotaurus', { skin: 'skin-albino' })
    await list('ann', 'skin', 100, { kind: 'skin' })
    const bought =
      from === 'shop'
        ? outputOf(await ask('bob', buySkin, { design: albino, price: 500 }))
        : { id: 'skin', ...outputOf(await buy('bob', 'ann', listingOf('ann', 'skin'), 100)) }
    const { id = '', operation = '' } = bought as Record<string, string>
    await dress('bob', 'skin-albino', 0, id)
    expect(await undo()).toMatchObject({ ok: true })
    expect(Object.keys(skinsOf('bob'))).toHaveLength(1)
    expect(await (from === 'shop' ? refund : undoOther)(operation)).toMatchObject({ output: { isItemBack: true } })
    const left = from === 'shop' ? [] : [{ skin: 'skin-albino', state: 'stored' }]
    expect([skinsOf('bob'), await problems()]).toEqual([{}, []])
    expect(Object.values(skinsOf('ann')).filter(({ state }) => state === 'stored')).toMatchObject(left)
  }
})

test('[VN2156] what a seller had paid for the skin on it is known again once staff undid the sale, including a price that they gave back meanwhile', async () => {
  for (const isRefunded of [true, false]) {
    const {
      ask,
      join,
      dress,
      list,
      buy,
      listingOf,
      undo,
      undoOther,
      paid,
      refund,
      dispatch,
      skinsOf,
      pearls,
      problems,
    } = await openSold()
    await join('cleo', 10_000)
    await dispatch(owner, addCurrency.name, { target: 'bob', amount: 20_000, currency: 'voidPearls' })
    await dress('bob', 'skin-albino', 500)
    await list('bob', 'carno', 1_000)
    const sold = await buy('cleo', 'bob', listingOf('bob', 'carno'), 1_000)
    if (isRefunded) {
      expect(await refund(paid())).toMatchObject({ ok: true })
      for (let nth = 0; nth < 21; nth += 1) await ask('bob', buySkin, { design: albino, price: 500 })
    }
    const [skins, balance] = [Object.keys(skinsOf('bob')).length, pearls('bob')]
    const { operation } = (sold as unknown as { output: { operation: string } }).output
    expect(await undoOther(operation, { seller: 'bob', buyer: 'cleo' })).toMatchObject({ output: { isItemBack: true } })
    expect(await undo()).toMatchObject({ output: { isItemBack: true } })
    const back = isRefunded ? 0 : 500
    expect([Object.keys(skinsOf('bob')).length, pearls('bob')]).toEqual([skins, balance + back])
    expect(await problems()).toEqual([])
  }
})

test('[VN2157] a buyer who put on the skin again in which it was sold gets back what they paid for it', async () => {
  const { dress, undo, seen, pearls, entriesOf, problems } = await openSold({ wore: 'skin-melanistic' })
  await dress('bob', 'skin-albino', 500)
  await dress('bob', 'skin-melanistic', 500)
  expect(await seen()).toEqual({ name: 'Melanistic', price: { currency: 'voidPearls', amount: 500 } })
  expect(await undo()).toMatchObject({ ok: true })
  expect([pearls('bob'), entriesOf('ann').carno?.skin, await problems()]).toEqual([1_500, 'skin-melanistic', []])
})

test('[VN2158] a dinosaur whose price staff gave back to a buyer who had sold it on is not theirs for nothing once that sale is undone, too; staff see it beforehand', async () => {
  const { hub, clock, join, list, buy, listingOf, undo, undoOther, balanceOf, entriesOf, problems } = await openSold()
  await join('cleo', 10_000)
  await list('bob', 'carno', 1_000)
  const sold = await buy('cleo', 'bob', listingOf('bob', 'carno'), 1_000)
  const { operation } = (sold as unknown as { output: { operation: string } }).output
  const isSellerRefunded = async () => {
    const input = { operation, player: 'bob', at: clock.now() }
    const found = await hub.query(owner, { name: readSale.name, input })
    return (found as unknown as { output: { sale: { isSellerRefunded: boolean } } }).output.sale.isSellerRefunded
  }
  expect(await isSellerRefunded()).toBe(false)
  expect(await undo()).toMatchObject({ code: 'used' })
  expect(await undo({ moneyOnly: true })).toMatchObject({ output: { isItemBack: false } })
  expect(await isSellerRefunded()).toBe(true)
  expect(await undoOther(operation, { seller: 'bob', buyer: 'cleo' })).toMatchObject({ output: { isItemBack: false } })
  expect(['ann', 'bob', 'cleo'].map((who) => balanceOf(who))).toEqual([0, 10_000, 10_000])
  expect([entriesOf('bob'), entriesOf('cleo'), await problems()]).toEqual([{}, {}, []])
})

test('[VN2275] a skin that an earlier release put on, without what paid for it, comes back in no form either once staff gave its price back', async () => {
  for (const isSoldOn of [false, true]) {
    const { ask, list, buy, undoOther, pearls, skinsOf, ...market } = await openSold()
    await market.join('cleo', 10_000)
    await market.dispatch(owner, addCurrency.name, { target: 'bob', amount: 20_000, currency: 'voidPearls' })
    await market.dress('bob', 'skin-albino', 500)
    await list('bob', 'carno', 1_000)
    const sold = isSoldOn ? await buy('cleo', 'bob', market.listingOf('bob', 'carno'), 1_000) : null
    await market.age('bob', 'carno')
    expect(await market.refund(market.paid())).toMatchObject({ ok: true })
    for (let nth = 0; nth < 21; nth += 1) await ask('bob', buySkin, { design: albino, price: 500 })
    const has = () => [Object.keys(skinsOf('bob')).length, pearls('bob')]
    const before = has()
    const { output } = (sold ?? {}) as { output?: { operation: string } }
    if (output) await undoOther(output.operation, { seller: 'bob', buyer: 'cleo' })
    expect(await market.seen()).toBeNull()
    expect(await market.undo()).toMatchObject({ output: { isItemBack: true } })
    expect([has(), await market.problems()]).toEqual([before, []])
  }
})
