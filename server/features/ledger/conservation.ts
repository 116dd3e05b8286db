import type { DocumentId } from '../../../shared/engine/document.ts'
import { kindOf } from '../../../shared/engine/document.ts'
import { closedWallets } from '../../../shared/features/ledger/ledger.ts'
import { type Balances, type Wallet, wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import type { Hub } from '../../engine/hub.ts'

/** By account of the house, and `transfer` between wallets. */
type Flows = Wallet['flows']

/** What one wallet adds to the totals, in one currency. */
interface Share {
  /** Balance and holds. */
  readonly supply: number
  /** Of these in holds. */
  readonly held: number
  /** Of `transfer`: over all wallets they sum to zero. */
  readonly transfers: number
  /** By how much balance and holds differ from the sum of the flows: always 0. */
  readonly drift: number
}

type Held = Balances & { readonly holds?: Wallet['holds']; readonly flows: Flows }

function shareOf(held: Held, currency: Currency): Share {
  const holds = Object.values(held.holds ?? {}).filter((hold) => hold.currency === currency)
  const inHolds = holds.reduce((sum, { amount }) => sum + amount, 0)
  const supply = held[currency] + inHolds
  const flowed = Object.values(held.flows).reduce((sum, flow) => sum + flow[currency], 0)
  return { supply, held: inHolds, transfers: held.flows.transfer?.[currency] ?? 0, drift: Math.abs(supply - flowed) }
}

/** The totals of all wallets in one currency. Exact, however many wallets there are. */
interface Totals {
  supply: bigint
  held: bigint
  transfers: bigint
  drift: bigint
}

const driftOf = ({ drift, transfers }: Readonly<Totals>) => drift + (transfers < 0n ? -transfers : transfers)

type MoneyHub = Pick<Hub, 'epoch' | 'journaledIds' | 'copy' | 'onPublish'>

/**
 * The totals of the house, kept in the memory of each node as sums over the wallets: no document has them, so that no purchase writes to a
 * place that all purchases share. They are summed up once, from the checkpoint and the journal after it, and follow each change of a
 * wallet in constant time.
 * @param onFault called when the money of the hub is not conserved, at the start or after a change
 */
export function followMoney(hub: MoneyHub, onFault: (what: string, error: unknown) => void) {
  const shares = new Map<DocumentId, readonly Share[]>()
  const flowsOf = new Map<DocumentId, Flows>()
  /** By account of the house: what all wallets together had of it. */
  const houses = new Map<string, Record<Currency, bigint>>()
  let totals = blankTotals()
  let epoch = hub.epoch
  let isReported = false

  function take(id: DocumentId) {
    const { value } = hub.copy(id) ?? {}
    const now = value ? currencies.map((currency) => shareOf(value as Held, currency)) : []
    const before = shares.get(id) ?? []
    currencies.forEach((currency, at) => {
      const sums = totals[currency]
      for (const field of ['supply', 'held', 'transfers', 'drift'] as const)
        sums[field] += BigInt(now[at]?.[field] ?? 0) - BigInt(before[at]?.[field] ?? 0)
    })
    shares.set(id, now)
    takeFlows(id, (value as Held | undefined)?.flows ?? {})
  }
  function takeFlows(id: DocumentId, now: Flows) {
    const before = flowsOf.get(id) ?? {}
    // A flow that has not changed is the same object: a purchase costs as much as it changes.
    for (const account of new Set([...Object.keys(before), ...Object.keys(now)])) {
      if (account === 'transfer' || before[account] === now[account]) continue
      const sums = houses.get(account) ?? { voidPearls: 0n, razorTalons: 0n, sylvanShards: 0n }
      for (const currency of currencies)
        sums[currency] += BigInt(now[account]?.[currency] ?? 0) - BigInt(before[account]?.[currency] ?? 0)
      houses.set(account, sums)
    }
    flowsOf.set(id, now)
  }
  function count() {
    epoch = hub.epoch
    shares.clear()
    flowsOf.clear()
    houses.clear()
    totals = blankTotals()
    for (const id of hub.journaledIds()) if (isMoney(id)) take(id)
  }
  function report() {
    const wrong = currencies.filter((currency) => driftOf(totals[currency]) !== 0n)
    if (wrong.length > 0 && !isReported)
      onFault('money', new Error(`Wallets and ledger differ: ${wrong.map((one) => `${driftOf(totals[one])} ${one}`)}`))
    isReported = wrong.length > 0
  }
  count()
  report()
  hub.onPublish((published) => {
    const changed = published.filter(({ id }) => isMoney(id))
    if (changed.length === 0) return
    // A new leader may have loaded other documents than this node had.
    if (hub.epoch !== epoch) count()
    else for (const { id } of changed) take(id)
    report()
  })
  return {
    /** `drift` is 0 where money is conserved. */
    totals: (currency: Currency) => {
      const { supply, held } = totals[currency]
      return { supply, held, drift: driftOf(totals[currency]) }
    },
    /** What each account of the house ever gave to users, or took from them, as positive sums. */
    flows: () =>
      [...houses]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([account, sums]) => ({ account, sums: account.startsWith('sink:') ? negated(sums) : { ...sums } })),
    /** How many users have a wallet. */
    wallets: () =>
      [...flowsOf].filter(([id, flows]) => kindOf(id) === wallet.kind && Object.keys(flows).length > 0).length,
  }
}
export type MoneyTotals = ReturnType<typeof followMoney>

const negated = (sums: Readonly<Record<Currency, bigint>>): Record<Currency, bigint> => ({
  voidPearls: -sums.voidPearls,
  razorTalons: -sums.razorTalons,
  sylvanShards: -sums.sylvanShards,
})

const blankTotals = () =>
  Object.fromEntries(
    currencies.map((currency) => [currency, { supply: 0n, held: 0n, transfers: 0n, drift: 0n }]),
  ) as Record<Currency, Totals>

const moneyKinds: readonly string[] = [wallet.kind, closedWallets.kind]
const isMoney = (id: DocumentId) => moneyKinds.includes(kindOf(id))
