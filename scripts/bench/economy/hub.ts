import { systemClock } from '../../../server/engine/clock.ts'
import { createHub } from '../../../server/engine/createHub.ts'
import type { Hub } from '../../../server/engine/hub.ts'
import type { Storage } from '../../../server/engine/storage.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite.ts'
import { allFeatures } from '../../../server/testing/allFeatures.ts'
import { freshId, person } from '../../../server/testing/principals.ts'
import type { DocumentId } from '../../../shared/engine/document.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { benchFolder } from '../journalHub.ts'
import { type Books, type Buy, ownCpu, type Purchase, startingBalance } from './load.ts'

export const accountOf = (player: number) => `p${player}`

/** Wallets that were filled by a grant each. */
export async function fillWallets(folder: string, players: number) {
  const storage = await openSqliteStorage({ folder, durable: false })
  await storage.load()
  const sums = { voidPearls: startingBalance, razorTalons: 0, sylvanShards: 0 }
  const value = { ...sums, holds: {}, flows: { 'faucet:staffGrant': sums } }
  const ids = Array.from({ length: players }, (_, player): DocumentId => `wallet/${accountOf(player)}`)
  await storage.checkpoint(
    0,
    ids.map((id) => ({ id, version: 1, value })),
  )
  await storage.close()
}

export const callOf = ({ item, price }: Purchase) => ({
  id: freshId(Date.now()),
  name: buyDinosaur.name,
  input: { item, price },
})

const refusals = ['tooPoor', 'full']

/** @throws if it is not an answer of a shop */
export function isSold(answer: Pick<Answer, 'ok'> & { readonly code?: string; readonly message?: string }): boolean {
  if (!answer.ok && !refusals.includes(answer.code ?? ''))
    throw new Error(`A purchase of the bench failed: ${answer.message}`)
  return answer.ok
}

/** A hub over a folder that was filled before. */
export async function openKept(folder: string, durable = true) {
  const storage = await openSqliteStorage({ folder, durable })
  const hub = await createHub({ storage, features: allFeatures, clock: systemClock, onFault: console.error })
  return { hub, books: (players: number) => booksOf(hub, storage, players), close: hub.close }
}

/** The hub without sockets: commands to the engine, answered once the journal has them. */
export async function openEngine(players: number, durable: boolean) {
  const { folder, remove } = benchFolder('economy')
  await fillWallets(folder, players)
  const { hub, books, close } = await openKept(folder, durable)
  const buy: Buy = async (purchase) => isSold(await hub.dispatch(person(accountOf(purchase.player)), callOf(purchase)))
  return { buy, cpu: ownCpu, books: () => books(players), close: () => close().then(remove) }
}

/** @throws if the entries of an operation do not sum to zero, or if a wallet is not what the ledger says */
async function booksOf(
  hub: Pick<Hub, 'read' | 'settled'>,
  storage: Pick<Storage, 'archivePage'>,
  players: number,
): Promise<Books> {
  await hub.settled()
  const spentBy = new Map<string, number>()
  // First purchases are rewarded: the shops beside it have no rewards.
  const earnedBy = new Map<string, number>()
  let purchases = 0
  for (let before: number | null = null, isLast = false; !isLast; ) {
    const page = await storage.archivePage({ kind: ledger.kind, before, limit: 500 })
    for (const { row } of page.rows) {
      const { operation, player, cause, entries } = ledger.schema.parse(row)
      if (player === null) continue
      if (entries.reduce((sum, { amount }) => sum + amount, 0) !== 0)
        throw new Error(`The entries of ${operation} do not sum to zero.`)
      if (cause !== 'shop') {
        const gained = entries.filter(({ account, currency }) => account === 'player' && currency === 'voidPearls')
        earnedBy.set(player, (earnedBy.get(player) ?? 0) + gained.reduce((sum, { amount }) => sum + amount, 0))
        continue
      }
      const paid = entries.find(({ account }) => account === 'sink:shop')?.amount ?? 0
      spentBy.set(player, (spentBy.get(player) ?? 0) + paid)
      purchases += 1
    }
    before = page.next
    isLast = page.next === null
  }
  let [balances, items] = [0, 0]
  for (let player = 0; player < players; player += 1) {
    const id = accountOf(player)
    const { voidPearls } = hub.read(wallet, id)
    const earned = earnedBy.get(id) ?? 0
    if (voidPearls + (spentBy.get(id) ?? 0) - earned !== startingBalance)
      throw new Error(`The wallet of ${id} is not what the ledger says.`)
    balances += voidPearls - earned
    items += Object.keys(hub.read(inventory, id).dinosaurs).length
  }
  return { purchases, items, balances, spent: [...spentBy.values()].reduce((sum, one) => sum + one, 0) }
}
