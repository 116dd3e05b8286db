import { expect, test } from 'vitest'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
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
