import type { RowOf } from '../../../../shared/engine/archive.ts'
import { type DocumentId, keyOf, kindOf } from '../../../../shared/engine/document.ts'
import { mostCurrency } from '../../../../shared/features/ledger/accounts.ts'
import { closedWallets, closedWalletsKey, ledger } from '../../../../shared/features/ledger/ledger.ts'
import { type Wallet, wallet } from '../../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../../shared/features/world/currencies.ts'
import type { Hub } from '../../../engine/hub.ts'
import type { Storage } from '../../../engine/storage.ts'

type Row = RowOf<typeof ledger>
/** By account of the ledger and currency, as `wallet:ann voidPearls`. */
type Sums = Map<string, number>

/**
 * Whether the money of a hub is conserved, by the invariants of the README. It sums the ledger by itself, entry by entry, and shares no
 * code with `post`. Call it at the end of every test that moves money.
 * @returns what is wrong, each in a sentence; empty if nothing is
 */
export async function moneyProblems(
  hub: Pick<Hub, 'read' | 'journaledIds' | 'settled'>,
  storage: Pick<Storage, 'archivePage'>,
): Promise<readonly string[]> {
  await hub.settled()
  const rows = await allRows(storage)
  const wallets = [...hub.journaledIds()]
    .filter(isWallet)
    .map((id) => [keyOf(id), hub.read(wallet, keyOf(id))] as const)
  const closedSums = hub.read(closedWallets, closedWalletsKey)
  const { sums, problems } = sumsOf(rows)
  return [
    ...problems,
    ...repeatedOperations(rows),
    ...wallets.flatMap(([id, one]) => walletProblems(id, one, sums)),
    ...ownersWithoutWallet(sums, wallets),
    ...currencies.flatMap((currency) => totalProblems(currency, { wallets, closedSums, sums })),
  ]
}
const isWallet = (id: DocumentId) => kindOf(id) === wallet.kind

async function allRows(storage: Pick<Storage, 'archivePage'>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let before: number | null = null; ; ) {
    const page = await storage.archivePage({ kind: ledger.kind, before, limit: 500 })
    rows.push(...page.rows.map(({ row }) => ledger.schema.parse(row)))
    if (page.next === null) return rows
    before = page.next
  }
}

/** Invariants 1 and 3, and the sums of the ledger. */
function sumsOf(rows: readonly Row[]) {
  const sums: Sums = new Map()
  const problems: string[] = []
  for (const { operation, entries, player, other } of rows) {
    for (const currency of currencies) {
      const sum = entries.reduce((all, entry) => all + (entry.currency === currency ? entry.amount : 0), 0)
      if (sum !== 0) problems.push(`1: the entries of ${operation} sum to ${sum} ${currency}`)
    }
    for (const { account, currency, amount } of entries) {
      if (!Number.isSafeInteger(amount)) problems.push(`3: ${operation} moves ${amount}`)
      const own: Readonly<Record<string, string | null>> = { player: `wallet:${player}`, other: `wallet:${other}` }
      const key = `${own[account] ?? account} ${currency}`
      sums.set(key, (sums.get(key) ?? 0) + amount)
    }
    if (other === player) problems.push(`9: ${operation} has the same account twice`)
  }
  return { sums, problems }
}

const repeatedOperations = (rows: readonly Row[]) => {
  const operations = rows.map(({ operation }) => operation)
  const corrections = rows.filter(({ reverses }) => reverses !== null)
  const lines = corrections.map(({ reverses, line }) => `${reverses} ${line}`)
  return [
    ...(new Set(operations).size < operations.length ? ['5: an operation is in the ledger twice'] : []),
    ...(new Set(lines).size < lines.length ? ['8: an operation, or a line of it, was reversed twice'] : []),
    ...[...Map.groupBy(corrections, ({ reverses }) => reverses ?? '')].flatMap(([original, rest]) => {
      const paid = rows.find(({ operation }) => operation === original)
      return paid ? overpaid(paid, rest) : [`8: ${original} was reversed, and never posted`]
    }),
  ]
}

/** All corrections of an operation together give back at most what it took from balance and holds, in each currency. */
const overpaid = (original: Row, corrections: readonly Row[]) =>
  currencies.flatMap((currency) => {
    const into = (row: Row) =>
      row.entries.reduce((sum, one) => {
        const isOwn = /^(player$|hold:)/.test(one.account) && one.currency === currency
        return isOwn ? sum + one.amount : sum
      }, 0)
    const back = corrections.reduce((sum, row) => sum + into(row), 0)
    const moved = into(original)
    return Math.abs(back) > Math.abs(moved) || back * moved > 0
      ? [`8: ${original.operation} moved ${moved} ${currency}, and ${back} were given back`]
      : []
  })

/** Invariants 3, 4 and 10 for one wallet. */
function walletProblems(id: string, one: Readonly<Wallet>, sums: Sums): string[] {
  const balances = currencies.flatMap((currency) => {
    const [has, earned] = [one[currency], sums.get(`wallet:${id} ${currency}`) ?? 0]
    return [
      ...(has < 0 || has > mostCurrency || !Number.isSafeInteger(has) ? [`3: ${id} has ${has} ${currency}`] : []),
      ...(has === earned ? [] : [`10: ${id} has ${has} ${currency}, and ${earned} by the ledger`]),
    ]
  })
  const holds = Object.entries(one.holds).flatMap(([hold, { currency, amount }]) => {
    const held = sums.get(`hold:${hold} ${currency}`) ?? 0
    return amount === held ? [] : [`4: the hold ${hold} of ${id} has ${amount}, and ${held} by the ledger`]
  })
  return [...balances, ...holds]
}

function ownersWithoutWallet(sums: Sums, wallets: readonly (readonly [string, unknown])[]) {
  const owners = new Set(wallets.map(([id]) => id))
  return [...sums].flatMap(([key, sum]) => {
    const [, owner] = /^wallet:(.*) \w+$/.exec(key) ?? []
    return owner !== undefined && sum !== 0 && !owners.has(owner) ? [`10: ${owner} has no wallet, and ${sum}`] : []
  })
}

interface Totals {
  readonly wallets: readonly (readonly [string, Readonly<Wallet>])[]
  readonly closedSums: Readonly<Omit<Wallet, 'holds'>>
  readonly sums: Sums
}

/** Invariants 2, 10 and 11: over all wallets, and for each account of the house. */
function totalProblems(currency: Currency, { wallets, closedSums, sums }: Totals): string[] {
  const all = [...wallets.map(([, one]) => one), { ...closedSums, holds: {} }]
  const supply = all.reduce((sum, { holds, ...one }) => {
    const held = Object.values(holds).filter((hold) => hold.currency === currency)
    return sum + held.reduce((some, { amount }) => some + amount, one[currency])
  }, 0)
  const flows = new Map<string, number>()
  for (const one of all)
    for (const [account, flow] of Object.entries(one.flows))
      flows.set(account, (flows.get(account) ?? 0) + flow[currency])
  const { transfer = 0, ...house } = Object.fromEntries(flows)
  const made = Object.values(house).reduce((sum, flow) => sum + flow, 0)
  const isHouse = (key: string) => /^(faucet|sink):/.test(key) && key.endsWith(` ${currency}`)
  const accounts = [
    ...new Set([...Object.keys(house), ...[...sums.keys()].filter(isHouse).map((key) => key.split(' ')[0] ?? '')]),
  ]
  return [
    ...(supply === made ? [] : [`2: ${supply} ${currency} exist, and ${made} were made`]),
    ...(transfer === 0 ? [] : [`2: transfers sum to ${transfer} ${currency}`]),
    ...accounts.flatMap((account) => {
      const [flowed, posted] = [house[account] ?? 0, sums.get(`${account} ${currency}`) ?? 0]
      return flowed === -posted ? [] : [`10: ${account} gave ${flowed} ${currency}, and ${-posted} by the ledger`]
    }),
    ...(closedSums[currency] === (sums.get(`closed ${currency}`) ?? 0)
      ? []
      : [`11: closed has ${closedSums[currency]} ${currency}, and the ledger differs`]),
  ]
}
