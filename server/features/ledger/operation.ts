import { type Faucet, mostCurrency, type Sink } from '../../../shared/features/ledger/accounts.ts'
import type { Cause } from '../../../shared/features/ledger/ledger.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'

/** Where an entry takes currency from, or puts it. A hold is set aside from the wallet of the account `of`. */
export type Account =
  | { readonly kind: 'wallet'; readonly of: string }
  | { readonly kind: 'hold'; readonly of: string; readonly id: string }
  | { readonly kind: 'faucet'; readonly cause: Faucet }
  | { readonly kind: 'sink'; readonly cause: Sink }
  | { readonly kind: 'closed' }

interface LedgerEntry {
  readonly account: Account
  readonly currency: Currency
  /** Into the account; out of it where it is negative. */
  readonly amount: number
}

/** One movement of currency: it happens as a whole or not at all, and its entries sum to zero in each currency. */
export interface Operation {
  /** New and unique: the ledger names the operation by it. */
  readonly id: string
  readonly cause: Cause
  readonly entries: readonly LedgerEntry[]
  /** An account id, or the name of a part of the hub. */
  readonly by: string
  readonly byHub?: boolean
  readonly reason?: string
  /** Name of what is bought or redeemed. */
  readonly item?: string
  readonly subject?: string | null
  /** The item of the catalogue whose limit of the day it uses: kept with the payment, and not in the ledger. */
  readonly countedAs?: string
  /** The operation that this one undoes, or a part of which it refunds. */
  readonly reverses?: string | null
  /** Which part of the original a refund is for; null for all of it. */
  readonly line?: string | null
}

export const walletOf = (of: string) => ({ kind: 'wallet', of }) as const
export const holdOf = (of: string, id: string) => ({ kind: 'hold', of, id }) as const
export const faucet = (cause: Faucet) => ({ kind: 'faucet', cause }) as const
export const sink = (cause: Sink) => ({ kind: 'sink', cause }) as const
export const closed = { kind: 'closed' } as const

/** The same amount out of one account and into another. */
export const move = (from: Account, to: Account, currency: Currency, amount: number): readonly LedgerEntry[] => [
  { account: from, currency, amount: -amount },
  { account: to, currency, amount },
]

/** The accounts whose wallets or holds an operation changes, in the order in which its entries name them. */
export const playersOf = ({ entries }: Pick<Operation, 'entries'>): readonly string[] => [
  ...new Set(
    entries.flatMap(({ account }) => (account.kind === 'wallet' || account.kind === 'hold' ? account.of : [])),
  ),
]

/** The name of an account in a row of the ledger. @param player the first account of the operation */
export function nameOf(account: Account, player: string): string {
  if (account.kind === 'wallet') return account.of === player ? 'player' : 'other'
  if (account.kind === 'hold') return `hold:${account.id}`
  return account.kind === 'closed' ? 'closed' : `${account.kind}:${account.cause}`
}

/** What is wrong with an operation whatever the balances are: a fault of the program, never of a user. Null if nothing is. */
export function faultOf({ entries }: Pick<Operation, 'entries'>): string | null {
  const players = playersOf({ entries })
  const [player = ''] = players
  if (entries.length < 2) return 'it has fewer than two entries'
  if (players.length === 0) return 'it has no wallet'
  if (players.length > 2) return 'it has more than two wallets'
  const unknown = entries.find(({ currency }) => !currencies.includes(currency))
  if (unknown) return `"${unknown.currency}" is not a currency`
  const wrong = entries.find(({ amount }) => !isAmount(amount))
  if (wrong) return `${wrong.amount} is not an amount`
  const named = entries.map(({ account, currency }) => `${account.kind} ${nameOf(account, player)} ${currency}`)
  // A transfer to oneself is of this form.
  if (new Set(named).size < named.length) return 'an account has two entries in one currency'
  for (const currency of currencies) {
    const sum = entries.reduce((all, entry) => all + (entry.currency === currency ? entry.amount : 0), 0)
    if (sum !== 0) return `its entries sum to ${sum} ${currency}`
  }
  return null
}

const isAmount = (amount: number) => Number.isSafeInteger(amount) && amount !== 0 && Math.abs(amount) <= mostCurrency
