import { keyOf, kindOf } from '../../../shared/engine/document.ts'
import type { Payment } from '../../../shared/features/ledger/ledger.ts'
import type { Sums } from '../../../shared/features/statistics/sums.ts'
import { type Wallet, wallet } from '../../../shared/features/wallet/wallet.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import { dayName } from './running.ts'
import { addSums, addTo } from './sums.ts'

type Flows = Wallet['flows']
type Transfers = Flows[string]
const noTransfers: Transfers = { voidPearls: 0, razorTalons: 0, sylvanShards: 0 }

/**
 * Counts payments from the changes of wallets: how many there were of each cause, what passed between users, and what was sold. Only what is
 * published while it listens.
 */
export function createPayments(hub: Pick<Hub, 'read' | 'journaledIds'>) {
  let counted: Sums = {}
  /** What each user got from others less what they gave, by account; as far as it is not nothing. */
  const transfers = new Map<string, Transfers>()
  for (const id of hub.journaledIds()) {
    if (kindOf(id) !== wallet.kind) continue
    const { transfer } = hub.read(wallet, keyOf(id)).flows
    if (transfer) transfers.set(keyOf(id), transfer)
  }

  /** Each command changes a wallet once: its patches name the accounts of the house that it paid from or to. */
  function noteWallet({ id, patches }: Published) {
    const changed = new Set<string>()
    for (const { path, value } of patches) {
      if (path.length > 0 && path[0] !== 'flows') continue
      const flows = path.length === 0 ? ((value as Wallet).flows ?? {}) : flowsIn(path, value)
      for (const [account, sums] of Object.entries(flows))
        for (const currency of currencies) {
          // What came with its account is 0 where nothing was paid; one that is set to 0 by itself was refunded.
          const isChanged = path.length === 3 ? sums[currency] !== undefined : sums[currency]
          if (isChanged) changed.add(`${account}/${currency}`)
        }
    }
    for (const key of changed) if (!key.startsWith('transfer/')) addTo(counted, 'times', key, 1)
    noteTransfers(keyOf(id), patches)
  }
  /**
   * What a user gave to others: with what they got, it would count twice. By the patches of each change: when one of several that became
   * durable at once is noted, the wallet has the others already.
   */
  function noteTransfers(account: string, patches: Published['patches']) {
    const before = transfers.get(account) ?? noTransfers
    const after = patches.reduce(transfersAfter, before)
    if (before === after) return
    transfers.set(account, after)
    for (const currency of currencies) {
      const given = before[currency] - after[currency]
      if (given <= 0) continue
      addTo(counted, 'moved', `transfer/${currency}`, given)
      addTo(counted, 'times', `transfer/${currency}`, 1)
    }
  }
  /** A rule adds a payment, and replaces it where it is refunded. */
  function notePayments({ patches }: Published) {
    for (const { op, path, value } of patches) {
      if (op === 'remove') continue
      const latest = path.length === 0 ? (value as { latest?: Record<string, Payment> }).latest : undefined
      const changed =
        path.length === 2
          ? [value as Payment]
          : path.length === 1
            ? Object.values(value as object)
            : Object.values(latest ?? {})
      for (const payment of changed as readonly Payment[])
        if (payment.refundedAt === null) noteSale(payment)
        else noteRefund(payment)
    }
  }
  function noteSale({ cause, currency, item, amount }: Readonly<Payment>) {
    addTo(counted, 'sold', `${cause}/${currency}/${item}`, amount)
    addTo(counted, 'soldTimes', `${cause}/${currency}/${item}`, 1)
  }
  /** A payment may be older than all that is counted now: its refund is counted by itself. */
  function noteRefund({ cause, currency, item, amount, at }: Readonly<Payment>) {
    addTo(counted, 'refunded', `${dayName(at)}/${cause}/${currency}/${item}`, amount)
    addTo(counted, 'refundedTimes', `${dayName(at)}/${cause}/${currency}/${item}`, 1)
  }
  return {
    /** A change of a wallet or of the payments of a user. */
    note(change: Published) {
      if (kindOf(change.id) === wallet.kind) noteWallet(change)
      else notePayments(change)
    },
    /** What was counted since the last call. */
    take(): Sums {
      const taken = counted
      counted = {}
      return addSums({}, taken)
    },
  }
}

/** What a user got from others less what they gave, after a patch of their wallet. */
function transfersAfter(before: Transfers, { path, value }: Published['patches'][number]): Transfers {
  const [field, account, currency] = path
  if (field === undefined) return (value as Wallet).flows?.transfer ?? noTransfers
  if (field !== 'flows') return before
  if (account === undefined) return (value as Flows | undefined)?.transfer ?? noTransfers
  if (account !== 'transfer') return before
  if (currency === undefined) return (value as Transfers | undefined) ?? noTransfers
  return { ...before, [currency]: value as number }
}

/** The flows that a patch sets: of all accounts, of one, or one currency of one. */
function flowsIn(path: readonly (string | number)[], value: unknown): Readonly<Record<string, Partial<Transfers>>> {
  const [, account, currency] = path.map(String)
  if (account === undefined) return (value ?? {}) as Flows
  return { [account]: (currency === undefined ? (value ?? {}) : { [currency]: value }) as Partial<Transfers> }
}
