import type { CommandId } from '../../../../shared/engine/ids.ts'
import { catalogue, catalogueKey, type GivenChange, offerOf } from '../../../../shared/features/catalogue/catalogue.ts'
import { changeItems } from '../../../../shared/features/catalogue/commands.ts'
import { inventory } from '../../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../../shared/features/ledger/commands.ts'
import { buyDinosaur } from '../../../../shared/features/shop/commands.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { openApp } from '../../../testing/openApp.ts'
import { freshId, person } from '../../../testing/principals.ts'
import { dinosaurProblems } from '../../inventory/testing/checkDinosaurs.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'

export const owner = person('olga', 'owner')

/** A hub with all features, an owner called Olga, and buyers who are given Void Pearls. */
export async function openShop({ memory = createMemoryStorage(), clock = createTestClock() } = {}) {
  const app = await openApp(allFeatures, { memory, clock })
  const { hub, dispatch } = app
  const priceOf = (item: string) => offerOf(hub.read(catalogue, catalogueKey), item, clock.now())?.price ?? 0
  return {
    ...app,
    priceOf,
    async join(account: string, pearls: number) {
      await ensureAccount(hub, clock.now(), { account, name: account })
      if (pearls > 0) await dispatch(owner, addCurrency.name, { target: account, amount: pearls })
    },
    /** By default at the price that is asked. */
    buy: (who: string, item: string, price = priceOf(item), id: CommandId = freshId(clock.now())) =>
      dispatch(person(who), buyDinosaur.name, { item, price }, id),
    change: (changes: Readonly<Record<string, GivenChange>>) => dispatch(owner, changeItems.name, { changes }),
    pearlsOf: (who: string) => hub.read(wallet, who).voidPearls,
    bought: (who: string) => Object.values(hub.read(inventory, who).dinosaurs).map(({ species }) => species),
    restart: () => openShop({ memory, clock }),
    /** What is wrong with the money and the dinosaurs of the hub. */
    problems: async () => [
      ...(await moneyProblems(hub, memory.storage)),
      ...(await dinosaurProblems(hub, memory.storage)),
    ],
  }
}
export type OpenShop = Awaited<ReturnType<typeof openShop>>
