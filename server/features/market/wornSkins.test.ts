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
    undo: () => dispatch(owner, reverseSale.name, sale),
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
