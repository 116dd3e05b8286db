import { expect, test } from 'vitest'
import type { z } from 'zod'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { ledger, ledgerAudit, payments } from '../../../shared/features/ledger/ledger.ts'
import { readSale } from '../../../shared/features/market/queries.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { readPurchase, refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { buySkin, dressDinosaur } from '../../../shared/features/skins/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { person } from '../../testing/principals.ts'
import { openMarket, owner } from '../market/testing/openMarket.ts'

const reason = 'bought by mistake'
const designOf = (skin: string) => ({ species: 'Carnotaurus', skin, colours: null })
const albino = { name: 'Albino', price: { currency: 'voidPearls', amount: 500 } }

/** Ann has bought a Carnotaurus for 5,000 of her 30,000 Void Pearls. */
async function openBought() {
  const market = await openMarket()
  const { hub, dispatch, ask, memory } = market
  for (const who of ['ann', 'bob']) await market.join(who, 10_000)
  await market.free()
  await dispatch(owner, addCurrency.name, { target: 'ann', amount: 30_000, currency: 'voidPearls' })
  const outputOf = (answer: object) => (answer as { output: Record<'entry' | 'operation' | 'id', string> }).output
  const { entry: dinosaur, operation } = outputOf(await ask('ann', buyDinosaur, { item: 'carnotaurus', price: 5_000 }))
  const newest = () => Object.keys(hub.read(payments, 'ann').latest).at(-1) ?? ''
  return {
    ...market,
    dinosaur,
    operation,
    newest,
    async dress(skin: string, price: number, ownedSkin: string | null = null) {
      const answer = await ask('ann', dressDinosaur, { dinosaur, design: designOf(skin), price, ownedSkin })
      expect(answer).toMatchObject({ ok: true })
    },
    keep: async () => outputOf(await ask('ann', buySkin, { design: designOf('skin-albino'), price: 500 })),
    refund: (paid: string, moneyOnly = false) =>
      dispatch(owner, refundPurchase.name, { account: 'ann', operation: paid, moneyOnly, reason }),
    async seen(paid = operation, by = owner) {
      const found = await hub.query(by, { name: readPurchase.name, input: { account: 'ann', operation: paid } })
      return found.ok ? (found.output as { purchase: object | null }).purchase : found.code
    },
    /** What staff see of a sale before they undo it. */
    async seenOf(sale: string) {
      const input = { operation: sale, player: 'ann', at: market.clock.now() }
      const found = await hub.query(owner, { name: readSale.name, input })
      return found.ok ? (found.output as z.output<typeof readSale.output>).sale : null
    },
    async sell() {
      await market.list('ann', dinosaur, 1_000)
      const sold = outputOf(await market.buy('bob', 'ann', market.listingOf('ann', dinosaur), 1_000))
      return { operation: sold.operation, seller: 'ann', buyer: 'bob', reason }
    },
    pearls: () => hub.read(wallet, 'ann').voidPearls,
    told: () => Object.values(hub.read(notifications, 'ann').entries).at(-1)?.message,
    rows: async (kind: string, limit = 2) =>
      (await memory.storage.archivePage({ kind, before: null, limit })).rows.map(({ row }) => row),
  }
}

test('[VN2151] a refunded dinosaur on which its buyer had put a skin for currency gives the price of the skin back, too; staff see it beforehand', async () => {
  const { dress, refund, seen, operation, newest, pearls, told, rows, hub, entriesOf, skinsOf, problems } =
    await openBought()
  expect(await seen()).toEqual({ itemIs: 'kept', skin: null })
  await dress('skin-melanistic', 500)
  await dress('skin-albino', 500)
  const paid = newest()
  expect([await seen(), await seen(paid), await seen('none')]).toEqual([
    { itemIs: 'kept', skin: albino },
    { itemIs: 'used', skin: null, isWorn: true },
    null,
  ])
  expect(await seen(operation, person('bob'))).toBe('forbidden')
  expect(await refund(operation)).toMatchObject({
    output: { refunded: 5_000, newBalance: 29_500, isItemBack: true, skin: albino },
  })
  // What had been replaced was gone before.
  expect([pearls(), entriesOf('ann'), skinsOf('ann'), hub.read(redemptions, 'ann').purchases]).toEqual([
    29_500,
    {},
    {},
    1,
  ])
  expect(told()).toBe(
    `Staff refunded your purchase of Carnotaurus. You got 5,000 Void Pearls back, and the dinosaur was taken back. You also got back the 500 Void Pearls that you paid for its skin, Albino. Reason: ${reason}`,
  )
  expect(await rows(ledger.kind)).toMatchObject([
    { cause: 'refund', reverses: paid, item: 'Albino', reason, by: 'olga' },
    { cause: 'refund', reverses: operation, item: 'Carnotaurus', reason, by: 'olga' },
  ])
  expect(await rows(ledgerAudit.kind)).toMatchObject([
    { act: 'refundPurchase', item: 'Albino', amount: 500 },
    { act: 'refundPurchase', item: 'Carnotaurus', amount: 5_000 },
  ])
  expect(await refund(paid, true)).toMatchObject({ code: 'refunded' })
  expect([pearls(), await problems()]).toEqual([29_500, []])
})

test('[VN2152] a kept skin on it comes back as a kept skin, which its own refund takes; one that was refunded before comes back in no form', async () => {
  const kept = await openBought()
  const skin = await kept.keep()
  await kept.dress('skin-albino', 0, skin.id)
  expect(await kept.seen()).toEqual({ itemIs: 'kept', skin: { name: 'Albino', price: null } })
  expect(await kept.refund(kept.operation)).toMatchObject({ output: { skin: { name: 'Albino', price: null } } })
  expect(Object.values(kept.skinsOf('ann'))).toMatchObject([{ skin: 'skin-albino', state: 'stored' }])
  expect(kept.told()).toContain('The skin that you put on it, Albino, is in your skins. Reason')
  expect(await kept.seen(skin.operation)).toEqual({ itemIs: 'kept', skin: null })
  expect(await kept.refund(skin.operation)).toMatchObject({ output: { isItemBack: true } })
  expect([kept.skinsOf('ann'), kept.pearls(), await kept.problems()]).toEqual([{}, 30_000, []])

  for (const isKept of [false, true]) {
    const { dress, keep, newest, refund, seen, operation, pearls, skinsOf, problems } = await openBought()
    await dress('skin-albino', isKept ? 0 : 500, isKept ? (await keep()).id : null)
    expect(await refund(newest(), true)).toMatchObject({ output: { isItemBack: false } })
    expect(await seen()).toEqual({ itemIs: 'kept', skin: null })
    expect(await refund(operation)).toMatchObject({ output: { isItemBack: true, skin: null } })
    expect([pearls(), skinsOf('ann'), await problems()]).toEqual([30_000, {}, []])
  }
})

test('[VN2153] what was paid for a skin counts again once staff undid the sale of the dinosaur in it: it goes back with the purchase, once', async () => {
  const { dress, sell, undo, refund, seen, newest, operation, pearls, skinsOf, problems } = await openBought()
  await dress('skin-albino', 500)
  const paid = newest()
  expect(await undo(await sell())).toMatchObject({ output: { isItemBack: true } })
  expect(await seen()).toEqual({ itemIs: 'kept', skin: albino })
  expect(await refund(operation)).toMatchObject({ output: { skin: albino } })
  expect(await refund(paid, true)).toMatchObject({ code: 'refunded' })
  expect([pearls(), skinsOf('ann'), await problems()]).toEqual([30_000, {}, []])
})

test.each(['currency', 'a kept skin'])(
  '[VN2270] a seller whose purchase staff refund before they undo its sale gets back the skin that they had put on it, paid with %s, as in the other order',
  async (paidWith) => {
    const isKept = paidWith !== 'currency'
    const ends = []
    for (const isPurchaseFirst of [true, false]) {
      const { dress, keep, sell, undo, refund, seenOf, operation, pearls, told, ...market } = await openBought()
      const { balanceOf, entriesOf, skinsOf, problems } = market
      const skin = isKept ? await keep() : null
      await dress('skin-albino', isKept ? 0 : 500, skin?.id)
      const sale = await sell()
      if (isPurchaseFirst) {
        expect((await seenOf(sale.operation))?.sellerSkin).toBeNull()
        expect(await refund(operation, true)).toMatchObject({ output: { isItemBack: false } })
        const back = isKept ? { name: 'Albino', price: null } : albino
        expect(await seenOf(sale.operation)).toMatchObject({ isSellerRefunded: true, sellerSkin: back })
      }
      expect(await undo(sale)).toMatchObject({ output: { isItemBack: !isPurchaseFirst } })
      if (isPurchaseFirst)
        expect(told()).toBe(
          `Staff undid the sale of Carnotaurus and took back 950 Razor Talons. ${
            isKept
              ? 'The skin that you put on it, Albino, is in your skins.'
              : 'You got back the 500 Void Pearls that you paid for its skin, Albino.'
          }`,
        )
      else expect(await refund(operation)).toMatchObject({ output: { isItemBack: true } })
      const skins = () =>
        Object.values(skinsOf('ann')).map(({ skin: which, operation: got }) => [which, got === skin?.operation])
      ends.push([pearls(), balanceOf('ann'), balanceOf('bob'), skins(), entriesOf('ann'), entriesOf('bob')])
      // What it was bought for is given back once, with the skin.
      if (skin) expect(await refund(skin.operation)).toMatchObject({ output: { isItemBack: true } })
      expect([pearls(), skins(), await problems()]).toEqual([30_000, [], []])
    }
    expect(ends[0]).toEqual(ends[1])
    expect(ends[0]).toEqual([isKept ? 29_500 : 30_000, 10_000, 10_000, isKept ? [['skin-albino', true]] : [], {}, {}])
  },
)

test('[VN2271] a seller gets nothing for the skin of a dinosaur that they do not get back where staff gave its price back before, or where they had got it in that skin', async () => {
  const { dress, newest, sell, undo, refund, seenOf, operation, pearls, skinsOf, problems } = await openBought()
  await dress('skin-albino', 500)
  const paid = newest()
  const sale = await sell()
  expect(await refund(paid, true)).toMatchObject({ ok: true })
  expect(await refund(operation, true)).toMatchObject({ ok: true })
  expect((await seenOf(sale.operation))?.sellerSkin).toBeNull()
  expect(await undo(sale)).toMatchObject({ output: { isItemBack: false } })
  expect([pearls(), skinsOf('ann'), await problems()]).toEqual([30_000, {}, []])

  const passed = await openBought()
  await passed.dress('skin-albino', 500)
  await passed.join('cleo', 10_000)
  const first = await passed.sell()
  await passed.list('bob', passed.dinosaur, 1_000)
  const answer = await passed.buy('cleo', 'bob', passed.listingOf('bob', passed.dinosaur), 1_000)
  const { operation: second } = (answer as unknown as { output: { operation: string } }).output
  expect(await passed.undo({ ...first, moneyOnly: true })).toMatchObject({ output: { isItemBack: false } })
  expect(await passed.undo({ operation: second, seller: 'bob', buyer: 'cleo', reason })).toMatchObject({
    output: { isItemBack: false },
  })
  expect([passed.skinsOf('bob'), passed.entriesOf('bob'), await passed.problems()]).toEqual([{}, {}, []])
})

test("[VN2319] where a full wallet of the seller keeps the price of a skin from going back, staff read that it is the seller's", async () => {
  const { dress, sell, undo, refund, dispatch, pearls, operation, balanceOf } = await openBought()
  await dress('skin-albino', 500)
  const sale = await sell()
  expect(await refund(operation, true)).toMatchObject({ ok: true })
  const amount = mostCurrency - pearls() - 100
  expect(await dispatch(owner, addCurrency.name, { target: 'ann', amount, currency: 'voidPearls' })).toMatchObject({
    ok: true,
  })
  const before = balanceOf('bob')
  expect(await undo(sale)).toMatchObject({
    code: 'sellerTooRich',
    message: "The seller's wallet is full, so what they paid for the dinosaur's skin cannot go back. Nothing changed.",
  })
  expect([pearls(), balanceOf('bob')]).toEqual([mostCurrency - 100, before])
})

test('[VN2320] the refund of a skin that a dinosaur still wears says so, and not that it is gone; it stays on', async () => {
  const { dress, newest, seen, refund, entriesOf, dinosaur, sell } = await openBought()
  await dress('skin-albino', 500)
  const paid = newest()
  expect(await seen(paid)).toMatchObject({ itemIs: 'used', isWorn: true })
  expect(await refund(paid)).toMatchObject({
    code: 'used',
    message:
      'A dinosaur of the player wears the skin that was bought, and would keep it. Refund the currency alone, if that is right.',
  })
  await sell()
  expect(await seen(paid)).toEqual({ itemIs: 'used', skin: null })
  expect(await refund(paid)).toMatchObject({
    message:
      'The player no longer has what was bought: it was used, sold or given away. Refund the currency alone, if that is right.',
  })
  const other = await openBought()
  await other.dress('skin-albino', 500)
  expect(await other.refund(other.newest(), true)).toMatchObject({ output: { isItemBack: false } })
  expect(other.entriesOf('ann')[other.dinosaur]).toMatchObject({ skin: 'skin-albino', skinPaidBy: 'refunded' })
  expect(entriesOf('ann')[dinosaur]).toBeUndefined()
})

test('[VN2321] staff do not read that they can undo a later sale first once its buyer was erased', async () => {
  const { sell, seenOf, join, list, buy, listingOf, dinosaur, erase, undo } = await openBought()
  const first = await sell()
  await join('cleo', 10_000)
  await list('bob', dinosaur, 1_000)
  expect(await buy('cleo', 'bob', listingOf('bob', dinosaur), 1_000)).toMatchObject({ ok: true })
  expect(await seenOf(first.operation)).toMatchObject({ itemIs: 'gone', isSoldOn: true })
  expect(await erase('cleo')).toMatchObject({ ok: true })
  expect(await seenOf(first.operation)).toMatchObject({ itemIs: 'gone', isSoldOn: false })
  expect(await undo({ ...first, moneyOnly: true })).toMatchObject({ output: { isItemBack: false } })
})
