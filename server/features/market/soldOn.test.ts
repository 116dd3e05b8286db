import { expect, test } from 'vitest'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { marketPast, mostSoldOn, soldOn, soldOnKey } from '../../../shared/features/market/listing.ts'
import { readSale } from '../../../shared/features/market/queries.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { dressDinosaur } from '../../../shared/features/skins/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Context } from '../../engine/rule.ts'
import { openMarket, owner } from './testing/openMarket.ts'
import { noteRefundedSale } from './undoneSales.ts'

const reason = 'bought by mistake'
const everyone = ['ann', 'bob', 'cleo', 'dan'] as const
interface Seen {
  readonly itemIs: string
  readonly isSellerRefunded: boolean
  readonly goesTo: { readonly account: string } | null
  readonly sellerSkin: object | null
}

/** What is sold from one user to the next, for 1,000 each. By default a dinosaur of Ann's. @param wears the skin that a user puts on it before they sell it */
async function openChain(
  route: readonly string[],
  { kind = 'dinosaur' as 'dinosaur' | 'skin', bought = false, wears = {} as Record<string, string> } = {},
) {
  const market = await openMarket()
  const { ask, hub, clock, dispatch } = market
  for (const who of everyone) {
    await market.join(who, 10_000)
    await dispatch(owner, addCurrency.name, { target: who, amount: 10_000, currency: 'voidPearls' })
  }
  await market.free()
  let [entry, gotBy] = ['carno', null as string | null]
  if (bought) {
    const answer = await ask('ann', buyDinosaur, { item: 'carnotaurus', price: 5_000 })
    ;({ entry, operation: gotBy } = (answer as unknown as { output: { entry: string; operation: string } }).output)
  } else await market.give('ann', 'carno', 'Carnotaurus', kind === 'skin' ? { skin: 'skin-albino' } : {})
  gotBy ??= (kind === 'skin' ? market.skinsOf('ann') : market.entriesOf('ann'))[entry]?.operation ?? null
  const sales: { readonly operation: string; readonly seller: string; readonly buyer: string; readonly at: number }[] =
    []
  for (const [nth, buyer] of route.slice(1).entries()) {
    const seller = route[nth] as string
    clock.pass(1_000)
    if (wears[seller]) {
      const design = { species: 'Carnotaurus', skin: wears[seller], colours: null }
      expect(await ask(seller, dressDinosaur, { dinosaur: entry, design, price: 500, ownedSkin: null })).toMatchObject({
        ok: true,
      })
    }
    expect(await market.list(seller, entry, 1_000, { kind })).toMatchObject({ ok: true })
    const answer = await market.buy(buyer, seller, market.listingOf(seller, entry), 1_000)
    const { operation } = (answer as unknown as { output: { operation: string } }).output
    sales.push({ operation, seller, buyer, at: clock.now() })
  }
  const saleAt = (nth: number) => sales[nth] as (typeof sales)[number]
  return {
    ...market,
    gotBy,
    sales,
    /** The nth sale. */
    undo(nth: number, { moneyOnly = false } = {}) {
      const { operation, seller, buyer } = saleAt(nth)
      return market.undo({ operation, seller, buyer, moneyOnly })
    },
    async seen(nth: number) {
      const { operation, seller, at } = saleAt(nth)
      const answer = await hub.query(owner, { name: readSale.name, input: { operation, player: seller, at } })
      return (answer as unknown as { output: { sale: Seen } }).output.sale
    },
    refund: (moneyOnly: boolean) =>
      dispatch(owner, refundPurchase.name, { account: 'ann', operation: gotBy, moneyOnly, reason }),
    remembered: () => hub.read(soldOn, soldOnKey).sellers,
    pearls: () => everyone.map((who) => hub.read(wallet, who).voidPearls),
    balances: () => everyone.map((who) => market.balanceOf(who)),
    told: (who: string) =>
      Object.values(hub.read(notifications, who).entries).map(({ title, message }) => `${title}. ${message}`),
    owners: () =>
      everyone.filter((who) => Object.keys(kind === 'skin' ? market.skinsOf(who) : market.entriesOf(who)).length > 0),
  }
}
const asBefore = everyone.map(() => 10_000)

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

test.each(['ann bob ann bob', 'ann bob cleo ann', 'ann bob cleo dan', 'ann bob cleo bob'])(
  '[VN2600] in whatever order staff undo the three sales of a dinosaur, its first owner has it and everyone their money: %s',
  async (route) => {
    for (const order of orders) {
      const { sales, seen, undo, owners, entriesOf, gotBy, balances, remembered, problems } = await openChain(
        route.split(' '),
      )
      for (const nth of order) {
        const { itemIs, goesTo, isSellerRefunded } = await seen(nth)
        const moneyOnly = itemIs === 'gone'
        const before = owners()
        const { seller } = sales[nth] as { seller: string }
        expect(await undo(nth, { moneyOnly }), `${order}: ${nth}`).toMatchObject({ ok: true })
        expect(isSellerRefunded, `${order}: ${nth}`).toBe(goesTo !== null)
        expect(owners(), `${order}: ${nth}`).toEqual(moneyOnly ? before : [goesTo?.account ?? seller])
      }
      expect(entriesOf('ann').carno, String(order)).toMatchObject({ state: 'stored', operation: gotBy })
      expect([balances(), remembered(), await problems()]).toEqual([asBefore, {}, []])
    }
  },
)

test('[VN2601] a skin goes back to its first seller in the same way, and they and the two sides are notified of it', async () => {
  const { undo, seen, owners, balances, told, problems } = await openChain(['ann', 'bob', 'cleo'], { kind: 'skin' })
  expect(await undo(0, { moneyOnly: true })).toMatchObject({ ok: true })
  expect(await seen(1)).toMatchObject({ isSellerRefunded: true, goesTo: { account: 'ann' } })
  expect(await undo(1)).toMatchObject({ output: { isItemBack: false } })
  expect([owners(), balances(), await problems()]).toEqual([['ann'], asBefore, []])
  const name = 'Albino for Carnotaurus'
  expect(told('ann').at(-1)).toBe(
    `${name} is yours again. Staff undid a later sale of ${name}. It's back in your skins.`,
  )
  expect(told('bob').at(-1)).toBe(`A sale was undone. Staff undid the sale of ${name} and took back 950 Razor Talons.`)
  expect(told('cleo').at(-1)).toBe(
    `A purchase was undone. Staff undid your purchase of ${name}. You got 1,000 Razor Talons back.`,
  )
})

test('[VN2602] each gets back what they had paid for the skin in which they sold it, and the first seller has the dinosaur in theirs', async () => {
  const wears = { ann: 'skin-melanistic', bob: 'skin-albino' }
  const { undo, seen, entriesOf, pearls, balances, told, problems } = await openChain(['ann', 'bob', 'cleo'], { wears })
  expect(pearls()).toEqual([9_500, 9_500, 10_000, 10_000])
  expect(await undo(0, { moneyOnly: true })).toMatchObject({ ok: true })
  const sellerSkin = { name: 'Albino', price: { currency: 'voidPearls', amount: 500 } }
  expect(await seen(1)).toMatchObject({ goesTo: { account: 'ann' }, sellerSkin })
  expect(await undo(1)).toMatchObject({ ok: true })
  expect(entriesOf('ann').carno).toMatchObject({ skin: 'skin-melanistic', state: 'stored' })
  expect([pearls(), balances(), await problems()]).toEqual([[9_500, 10_000, 10_000, 10_000], asBefore, []])
  expect(told('bob').at(-1)).toBe(
    'A sale was undone. Staff undid the sale of Carnotaurus and took back 950 Razor Talons. You got back the 500 Void Pearls that you paid for its skin, Albino.',
  )
})

test('[VN2603] a user between the two sides is notified of what they get back for their skin', async () => {
  const { undo, entriesOf, pearls, told, problems } = await openChain(['ann', 'bob', 'cleo', 'dan'], {
    wears: { bob: 'skin-albino' },
  })
  for (const nth of [0, 1]) expect(await undo(nth, { moneyOnly: true })).toMatchObject({ ok: true })
  expect(await undo(2)).toMatchObject({ ok: true })
  expect(entriesOf('ann').carno).toMatchObject({ skin: null })
  expect([pearls(), await problems()]).toEqual([asBefore, []])
  expect(told('bob').at(-1)).toBe(
    'A later sale was undone. Staff undid a later sale of Carnotaurus. You got back the 500 Void Pearls that you paid for its skin, Albino.',
  )
})

test.each([true, false])(
  '[VN2604] what its first seller had bought in the shop is taken with the price that staff gave back for it, in either order: the purchase first %s',
  async (isPurchaseFirst) => {
    const { undo, seen, refund, owners, pearls, balances, remembered, problems } = await openChain(
      ['ann', 'bob', 'cleo'],
      { bought: true },
    )
    if (isPurchaseFirst) expect(await refund(true)).toMatchObject({ ok: true })
    expect(await undo(0, { moneyOnly: true })).toMatchObject({ ok: true })
    expect(await seen(1)).toMatchObject({
      isSellerRefunded: true,
      goesTo: isPurchaseFirst ? null : { account: 'ann' },
    })
    expect(await undo(1)).toMatchObject({ output: { isItemBack: false } })
    if (!isPurchaseFirst) expect(await refund(false)).toMatchObject({ output: { isItemBack: true } })
    expect([owners(), pearls(), balances(), remembered()]).toEqual([[], asBefore, asBefore, {}])
    expect(await problems()).toEqual([])
  },
)

test('[VN2605] nothing goes to a first seller who was erased, and nothing of them is kept', async () => {
  const { undo, seen, owners, erase, remembered, problems } = await openChain(['ann', 'bob', 'cleo'])
  expect(await undo(0, { moneyOnly: true })).toMatchObject({ ok: true })
  expect(Object.values(remembered())).toEqual(['ann'])
  expect(await erase('ann')).toMatchObject({ ok: true })
  expect(remembered()).toEqual({})
  expect(await seen(1)).toMatchObject({ isSellerRefunded: true, goesTo: null })
  expect(await undo(1)).toMatchObject({ output: { isItemBack: false } })
  expect([owners(), await problems()]).toEqual([[], []])
})

test('[VN2606] a sale whose buyer had used up what was sold is not remembered; of too many the oldest are forgotten', async () => {
  const { undo, use, remembered } = await openChain(['ann', 'bob'])
  await use('bob', 'carno')
  expect(await undo(0, { moneyOnly: true })).toMatchObject({ ok: true })
  expect(remembered()).toEqual({})
  const kept: { sellers: Record<string, string> } = { sellers: {} }
  const past = { past: { one: { gotBy: '' } as { gotBy: string } } }
  const context = {
    read: (kind: object) => (kind === soldOn ? kept : kind === marketPast ? past : { dinosaurs: {} }),
    edit: (kind: object) => (kind === soldOn ? kept : past),
  } as unknown as Pick<Context, 'read' | 'edit'>
  for (let nth = 0; nth < mostSoldOn + 2; nth += 1) {
    past.past.one.gotBy = `sale ${nth}`
    noteRefundedSale(context, { operation: `sale ${nth}`, seller: 'ann', buyer: 'bob' })
  }
  expect([Object.keys(kept.sellers).length, Object.keys(kept.sellers)[0]]).toEqual([mostSoldOn, 'sale 2'])
})
