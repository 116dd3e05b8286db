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
  /** Of `transfer`: over all wallets they sum to zero. */
  readonly transfers: number
  /** By how much balance and holds differ from the sum of the flows: always 0. */
  readonly drift: number
}

type Held = Balances & { readonly holds?: Wallet['holds']; readonly flows: Flows }

function shareOf(held: Held, currency: Currency): Share {
  const holds = Object.values(held.holds ?? {}).filter((hold) => hold.currency === currency)
  const supply = holds.reduce((sum, { amount }) => sum + amount, held[currency])
  const flowed = Object.values(held.flows).reduce((sum, flow) => sum + flow[currency], 0)
  return { supply, transfers: held.flows.transfer?.[currency] ?? 0, drift: Math.abs(supply - flowed) }
}

/** The totals of all wallets in one currency. Exact, however many wallets there are. */
interface Totals {
  supply: bigint
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
  let totals = blankTotals()
  let epoch = hub.epoch
  let isReported = false

  function take(id: DocumentId) {
    const { value } = hub.copy(id) ?? {}
    const now = value ? currencies.map((currency) => shareOf(value as Held, currency)) : []
    const before = shares.get(id) ?? []
    currencies.forEach((currency, at) => {
      const sums = totals[currency]
      for (const field of ['supply', 'transfers', 'drift'] as const)
        sums[field] += BigInt(now[at]?.[field] ?? 0) - BigInt(before[at]?.[field] ?? 0)
    })
    shares.set(id, now)
  }
  function count() {
    epoch = hub.epoch
    shares.clear()
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
    totals: (currency: Currency) => ({ supply: totals[currency].supply, drift: driftOf(totals[currency]) }),
  }
}

const blankTotals = () =>
  Object.fromEntries(currencies.map((currency) => [currency, { supply: 0n, transfers: 0n, drift: 0n }])) as Record<
    Currency,
    Totals
  >

const moneyKinds: readonly string[] = [wallet.kind, closedWallets.kind]
const isMoney = (id: DocumentId) => moneyKinds.includes(kindOf(id))
