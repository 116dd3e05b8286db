import type { RowOf } from '../../shared/engine/archive.ts'
import { keyOf, kindOf } from '../../shared/engine/document.ts'
import { mostCurrency } from '../../shared/features/ledger/accounts.ts'
import { ledger } from '../../shared/features/ledger/ledger.ts'
import type { Wallet } from '../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../shared/features/world/currencies.ts'

/** Each account of the ledger with a currency, as `wallet:ann voidPearls`, `hold:<id> …`, `sink:shop …` and `closed …`. */
export type Sums = ReadonlyMap<string, number>

type Row = RowOf<typeof ledger>
type Held = Readonly<Partial<Wallet>>

/**
 * The auditor's own books of the currency, from the rows of the ledger alone. It shares no code with the hub's ledger.
 * @param report takes what is wrong, each in a sentence
 */
export function createMoneyBooks(report: (problem: string) => void) {
  const sums = new Map<string, number>()
  const operations = new Set<string>()
  const corrected = new Set<string>()
  const holds = new Map<string, 'placed' | 'ended'>()
  const rows: Row[] = []
  const sumOf = (account: string, currency: Currency) => sums.get(`${account} ${currency}`) ?? 0

  function checkRow({ operation, entries, player, other, reverses, line }: Row) {
    if (operations.has(operation)) report(`the operation ${operation} is in the ledger twice`)
    operations.add(operation)
    for (const currency of currencies) {
      const sum = entries.reduce((all, one) => all + (one.currency === currency ? one.amount : 0), 0)
      if (sum !== 0) report(`the entries of ${operation} sum to ${sum} ${currency}`)
    }
    if (other === player) report(`${operation} moves from ${player} to the same account`)
    if (reverses === null) return
    const key = `${reverses} ${line}`
    if (corrected.has(key)) report(`${reverses} was corrected twice (line ${line})`)
    corrected.add(key)
    const original = rows.find((one) => one.operation === reverses)
    if (!original) return report(`${operation} corrects ${reverses}, which was never posted`)
    for (const currency of currencies) checkBack(original, currency)
  }
  /** All corrections of an operation together give back at most what it moved. */
  function checkBack(original: Row, currency: Currency) {
    const into = ({ entries }: Row) =>
      entries.reduce((sum, { account, currency: of, amount }) => {
        return of === currency && /^(player$|hold:)/.test(account) ? sum + amount : sum
      }, 0)
    const back = rows.reduce((sum, one) => (one.reverses === original.operation ? sum + into(one) : sum), 0)
    const moved = into(original)
    if (Math.abs(back) > Math.abs(moved) || back * moved > 0)
      report(`${original.operation} moved ${moved} ${currency}, and ${back} were given back`)
  }
  /** Set aside once, and ended once, as a whole. */
  function followHold(account: string, amount: number, key: string) {
    const was = holds.get(account)
    if (amount > 0 && was) report(`${account} was placed twice`)
    if (amount < 0 && was !== 'placed') report(`${account} ended ${was ? 'twice' : 'and was never placed'}`)
    if (amount < 0 && sums.get(key) !== 0) report(`${account} ended with ${sums.get(key)} left`)
    holds.set(account, amount > 0 ? 'placed' : 'ended')
  }
  return {
    sums: sums as Sums,
    rows: rows as readonly Row[],
    sumOf,
    post(raw: unknown): Row {
      const row = ledger.schema.parse(raw)
      rows.push(row)
      checkRow(row)
      for (const { account, currency, amount } of row.entries) {
        if (!Number.isSafeInteger(amount) || amount === 0) report(`${row.operation} moves ${amount} ${currency}`)
        const own = { player: `wallet:${row.player}`, other: `wallet:${row.other}` }[account as 'player'] ?? account
        const key = `${own} ${currency}`
        const sum = (sums.get(key) ?? 0) + amount
        sums.set(key, sum)
        if (own.startsWith('hold:')) followHold(own, amount, key)
        if (/^(wallet|hold|closed)/.test(own) && (sum < 0 || sum > mostCurrency))
          report(`${own} has ${sum} ${currency} after ${row.operation}`)
      }
      return row
    },
    /** A wallet, or what is left of erased ones, is what the ledger says. */
    compare(id: string, value: Held | undefined) {
      const account = kindOf(id as never) === 'wallet' ? `wallet:${keyOf(id as never)}` : 'closed'
      for (const currency of currencies) {
        const has = value?.[currency] ?? 0
        if (has !== sumOf(account, currency))
          report(`${id} has ${has} ${currency}, and ${sumOf(account, currency)} by the ledger`)
      }
      for (const [hold, { currency, amount }] of Object.entries(value?.holds ?? {}))
        if (sumOf(`hold:${hold}`, currency) !== amount)
          report(`the hold ${hold} of ${id} has ${amount}, and ${sumOf(`hold:${hold}`, currency)} by the ledger`)
    },
    /** What exists is what the house gave, less what it took. */
    closeTheBooks() {
      for (const currency of currencies) {
        let [exists, house] = [0, 0]
        for (const [key, sum] of sums) {
          if (!key.endsWith(` ${currency}`)) continue
          if (/^(faucet|sink):/.test(key)) house -= sum
          else exists += sum
        }
        if (exists !== house) report(`${exists} ${currency} exist, and the house gave ${house}`)
      }
    },
    openHolds: () => [...holds].flatMap(([hold, state]) => (state === 'placed' ? hold.slice('hold:'.length) : [])),
  }
}
export type MoneyBooks = ReturnType<typeof createMoneyBooks>
