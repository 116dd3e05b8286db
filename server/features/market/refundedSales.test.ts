import { expect, test } from 'vitest'
import { mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { mostPayments } from '../../../shared/features/ledger/ledger.ts'
import { refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { mostOwnedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { openMarket, owner } from './testing/openMarket.ts'

const reason = 'bought by mistake'

test.each(['the sale first', 'the purchase first'])(
  '[VN1872] a sale that staff undo and a purchase that they refund leave no one with the dinosaur for nothing: %s',
  async (order) => {
    const { join, free, ask, list, buy, listingOf, undo, dispatch, hub, balanceOf, entriesOf, problems } =
      await openMarket()
    for (const who of ['ann', 'bob']) await join(who, 10_000)
    await free()
    await dispatch(owner, addCurrency.name, { target: 'ann', amount: 5_000, currency: 'voidPearls' })
    const bought = await ask('ann', buyDinosaur, { item: 'carnotaurus', price: 5_000 })
    const { entry = '', operation: paid = '' } = (bought as unknown as { output: Record<string, string> }).output
    await list('ann', entry, 1_000)
    const sold = await buy('bob', 'ann', listingOf('ann', entry), 1_000)
    const { operation } = (sold as unknown as { output: { operation: string } }).output
    const refund = (moneyOnly: boolean) =>
      dispatch(owner, refundPurchase.name, { account: 'ann', operation: paid, moneyOnly, reason })
    const isSaleFirst = order === 'the sale first'
    if (!isSaleFirst) expect(await refund(true)).toMatchObject({ output: { isItemBack: false } })
    expect(await undo({ operation, seller: 'ann', buyer: 'bob', reason })).toMatchObject({
      output: { isItemBack: isSaleFirst },
    })
    if (isSaleFirst) expect(await refund(false)).toMatchObject({ output: { isItemBack: true } })
    expect([entriesOf('ann'), entriesOf('bob')]).toEqual([{}, {}])
    expect(['ann', 'bob'].map((who) => balanceOf(who))).toEqual([10_000, 10_000])
    expect(hub.read(wallet, 'ann').voidPearls).toBe(5_000)
    expect(await problems()).toEqual([])
  },
)

test('[VN2024] an undone sale gives no one a dinosaur whose purchase was refunded, however many payments its seller has made since', async () => {
  const { join, free, ask, list, buy, listingOf, undo, dispatch, clock, balanceOf, entriesOf, problems } =
    await openMarket()
  for (const who of ['ann', 'bob', 'cleo']) await join(who, 10_000)
  await free()
  await dispatch(owner, addCurrency.name, { target: 'ann', amount: 50_000, currency: 'voidPearls' })
  const purchase = async () => {
    clock.pass(1)
    const bought = await ask('ann', buyDinosaur, { item: 'hypsilophodon', price: 500 })
    return (bought as unknown as { output: Record<'entry' | 'operation', string> }).output
  }
  const sell = async (seller: string, buyer: string, entry: string) => {
    await list(seller, entry, 1_000)
    const sold = await buy(buyer, seller, listingOf(seller, entry), 1_000)
    const { operation } = (sold as unknown as { output: { operation: string } }).output
    return { operation, seller, buyer, reason }
  }
  const { entry, operation: paid } = await purchase()
  const kept = await purchase()
  const first = await sell('ann', 'bob', entry)
  const second = await sell('bob', 'cleo', entry)
  const other = await sell('ann', 'cleo', kept.entry)
  const refund = { account: 'ann', operation: paid, moneyOnly: true, reason }
  expect(await dispatch(owner, refundPurchase.name, refund)).toMatchObject({ ok: true })
  const later = []
  for (let nth = 0; nth < mostPayments; nth += 1) later.push((await purchase()).entry)
  expect(await undo(second)).toMatchObject({ output: { isItemBack: true } })
  expect(await undo(first)).toMatchObject({ output: { isItemBack: false } })
  expect(await undo(other)).toMatchObject({ output: { isItemBack: true } })
  expect(Object.keys(entriesOf('ann')).sort()).toEqual([...later, kept.entry].sort())
  expect([entriesOf('bob'), entriesOf('cleo')]).toEqual([{}, {}])
  const shards = ['ann', 'bob', 'cleo'].map((who) => balanceOf(who, 'sylvanShards'))
  expect([shards, await problems()]).toEqual([[10_000, 10_000, 10_000], []])
})

test.each(['dinosaur', 'skin'] as const)(
  '[VN2150] a sale of a %s is undone though its seller has as many as they may: they get no further one until there is room again',
  async (kind) => {
    const { join, free, give, list, buy, listingOf, undo, listed, withdraw, entriesOf, skinsOf, problems } =
      await openMarket()
    for (const who of ['ann', 'bob']) await join(who, 10_000)
    await free()
    const skin = kind === 'skin' ? 'skin-albino' : null
    const owned = () => Object.keys(kind === 'skin' ? skinsOf('ann') : entriesOf('ann')).length
    const most = kind === 'skin' ? mostOwnedSkins : mostDinosaurs
    await give('ann', 'sold', 'Carnotaurus', { skin })
    await list('ann', 'sold', 100, { kind })
    const sold = await buy('bob', 'ann', listingOf('ann', 'sold'), 100)
    const { operation } = (sold as unknown as { output: { operation: string } }).output
    for (let nth = 0; nth < most; nth += 1) await give('ann', `more${nth}`, 'Carnotaurus', { skin })
    expect(await undo({ operation, seller: 'ann', buyer: 'bob' })).toMatchObject({ output: { isItemBack: true } })
    expect(owned()).toBe(most + 1)

    await give('bob', 'another', 'Carnotaurus', { skin })
    await list('bob', 'another', 100, { kind })
    const full = kind === 'skin' ? 'skinsFull' : 'full'
    const buyAnother = () => buy('ann', 'bob', listingOf('bob', 'another'), 100)
    expect(await buyAnother()).toMatchObject({ code: full })
    for (const id of ['more0', 'more1']) {
      await list('ann', id, 100, { kind })
      await buy('bob', 'ann', listingOf('ann', id), 100)
      expect(await buyAnother()).toMatchObject(id === 'more0' ? { code: full } : { ok: true })
    }
    // What is for sale counts, and comes back.
    await list('ann', 'more2', 100, { kind })
    await withdraw('ann', listed('ann')[0]?.id ?? '')
    expect([owned(), await problems()]).toEqual([most, []])
  },
)

test('[VN2377] a seller who has spent the one talon of a sale is refused in the singular', async () => {
  const { join, free, give, list, buy, listingOf, undo } = await openMarket()
  await join('ann', 0)
  await join('bob', 10)
  await free()
  await give('ann', 'carno', 'Carnotaurus')
  await give('bob', 'rex', 'Tyrannosaurus')
  await list('ann', 'carno', 1)
  const answer = await buy('bob', 'ann', listingOf('ann', 'carno'), 1)
  await list('bob', 'rex', 1)
  expect(await buy('ann', 'bob', listingOf('bob', 'rex'), 1)).toMatchObject({ ok: true })
  const { operation } = (answer as unknown as { output: { operation: string } }).output
  expect(await undo({ operation, seller: 'ann', buyer: 'bob', reason })).toMatchObject({
    message: 'The seller has only 0 of the 1 Razor Talon left, so the sale cannot be undone. Nothing changed.',
  })
})
