import { changeEconomySettings } from '../../../../shared/features/economy/commands.ts'
import { inventory } from '../../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../../shared/features/ledger/commands.ts'
import { recordPlay } from '../../../../shared/features/play/commands.ts'
import type { TradeLimits } from '../../../../shared/features/trades/limits.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import type { Currency } from '../../../../shared/features/world/currencies.ts'
import type { Feature } from '../../../engine/feature.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { openApp } from '../../../testing/openApp.ts'
import { person } from '../../../testing/principals.ts'
import { dinosaurProblems } from '../../inventory/testing/checkDinosaurs.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'

export const owner = person('olga', 'owner')
const hourMs = 3_600_000
/** Stays are recorded by readings that are at most so far apart. */
const readingMs = 240_000

export const steamIdOf = (nth: number) => `7656119800000${String(nth).padStart(4, '0')}`

/** A hub with all features and users who were seen in the game for some hours. */
export async function openTrades({ more = [] as readonly Feature[] } = {}) {
  const [memory, clock] = [createMemoryStorage(), createTestClock()]
  const app = await openApp([...allFeatures, ...more], { memory, clock })
  const { hub, dispatch } = app
  let players = 0
  return {
    ...app,
    /** @param hours that they were seen in the game before now */
    async join(name: string, { hours = 10, pearls = 0 } = {}) {
      players += 1
      const steamId = steamIdOf(players)
      await ensureAccount(hub, clock.now(), { account: name, steamId })
      const from = clock.now() - hours * hourMs - 2 * readingMs
      const reading = (at: number, ids: readonly string[]) =>
        hub.execute('test', recordPlay.name, {
          server: `of ${name}`,
          players: ids.map((id) => ({ id, species: 'Troodon' })),
          at,
          seenAt: null,
        })
      if (hours > 0) {
        for (let at = from; at <= from + hours * hourMs; at += readingMs) void reading(at, [steamId])
        await reading(from + hours * hourMs + readingMs, [])
      }
      if (pearls > 0) await dispatch(owner, addCurrency.name, { target: name, amount: pearls })
      return steamId
    },
    limit: (trades: Partial<TradeLimits>) =>
      dispatch(owner, changeEconomySettings.name, {
        trades: { fromHours: 2, perHour: 1_000, hoursPerDinosaur: 1, ...trades },
      }),
    balanceOf: (who: string, currency: Currency = 'voidPearls') => hub.read(wallet, who)[currency],
    dinosaursOf: (who: string) => Object.values(hub.read(inventory, who).dinosaurs),
    /** What is wrong with the currency and the dinosaurs of the hub. */
    problems: async () => [
      ...(await moneyProblems(hub, memory.storage)),
      ...(await dinosaurProblems(hub, memory.storage)),
    ],
  }
}
export type OpenTrades = Awaited<ReturnType<typeof openTrades>>
