import type { RowOf } from '../../../shared/engine/archive.ts'
import { account } from '../../../shared/features/account/account.ts'
import { farFactor } from '../../../shared/features/trades/limits.ts'
import {
  type FlowSums,
  mostFlows,
  type OneWayFlow,
  type readOneWayFlows,
} from '../../../shared/features/trades/queries.ts'
import { type TradeSign, trades } from '../../../shared/features/trades/trades.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import type { Page, QueryContext } from '../../engine/feature.ts'
import { isSamePerson } from '../account/persons.ts'

type Row = RowOf<typeof trades>

const dayMs = 86_400_000
const rowsPerPage = 500
/** More trades than these are not looked through at once. */
const mostRows = 20_000
/** A flow is in one direction where at most this part of it came back. */
const mostBack = 0.2
/** Smaller ones are not listed, unless both accounts are one person's. In units of currency; a dinosaur counts as so many. */
const leastWorth = 1_000
const dinosaurWorth = 1_000

const noSums = (): FlowSums => ({ voidPearls: 0, razorTalons: 0, sylvanShards: 0, dinosaurs: 0 })

/** Two accounts. `there` is from the one whose id comes first in the alphabet. */
interface Pair {
  readonly one: string
  readonly other: string
  readonly there: FlowSums
  readonly back: FlowSums
  readonly signs: Map<TradeSign, number>
  trades: number
  lastAt: number
}

/** Reads the trades of the last days, the newest first, and sums them for each two accounts, without sales that staff undid. */
export async function oneWayFlows(
  context: QueryContext<typeof readOneWayFlows>,
  { days }: { readonly days: number },
): Promise<{ flows: OneWayFlow[]; pairs: number; readTo: number | null }> {
  const since = context.now - days * dayMs
  const pairs = new Map<string, Pair>()
  const undone = new Set<string>()
  let read = 0
  let readTo: number | null = null
  for (let before: number | null = null; ; ) {
    const found: Page<Row> = await context.page(trades, { before, limit: rowsPerPage, from: since })
    for (const { at, row } of found.rows) {
      // The newest come first: what was undone is known before it is read.
      if (row.reverses !== undefined) undone.add(row.reverses)
      else if (!undone.has(row.operation)) addTo(pairs, row, at)
    }
    read += found.rows.length
    before = found.next
    if (before === null) break
    if (read < mostRows) continue
    readTo = found.rows.at(-1)?.at ?? null
    break
  }
  const flows = [...pairs.values()].flatMap((pair) => flowOf(context, pair) ?? [])
  flows.sort((one, other) => worthOf(other.there) - worthOf(other.back) - (worthOf(one.there) - worthOf(one.back)))
  return { flows: flows.slice(0, mostFlows), pairs: pairs.size, readTo }
}

function addTo(pairs: Map<string, Pair>, row: Row, at: number) {
  const { from, to, signs } = row
  const [one, other] = from < to ? [from, to] : [to, from]
  const key = `${one}/${other}`
  const pair = pairs.get(key) ?? {
    one,
    other,
    there: noSums(),
    back: noSums(),
    signs: new Map(),
    trades: 0,
    lastAt: at,
  }
  pairs.set(key, pair)
  const [given, returned] = from === one ? [pair.there, pair.back] : [pair.back, pair.there]
  addRow(row, given, returned)
  pair.trades += 1
  pair.lastAt = Math.max(pair.lastAt, at)
  for (const sign of signs) pair.signs.set(sign, (pair.signs.get(sign) ?? 0) + 1)
}

/** @param given from the one who gave or sold @param returned to them */
function addRow({ kind, currency, amount, usual }: Row, given: FlowSums, returned: FlowSums) {
  if (kind === 'gift') {
    if (currency === null) given.dinosaurs += 1
    else add(given, currency, amount)
    return
  }
  if (currency === null) return
  if (usual === null) {
    given.dinosaurs += 1
    add(returned, currency, amount)
  } else if (amount > usual * farFactor) add(returned, currency, amount - usual)
  else if (amount * farFactor < usual) add(given, currency, usual - amount)
}

/** A sum over many trades may be above what a number holds exactly: it stays at the most. */
function add(sums: FlowSums, currency: Currency, amount: number) {
  sums[currency] = Math.min(Number.MAX_SAFE_INTEGER, sums[currency] + amount)
}

const worthOf = (sums: FlowSums) =>
  sums.dinosaurs * dinosaurWorth + currencies.reduce((sum, currency) => sum + sums[currency], 0)

/** Null where about as much came back, or only a little passed. */
function flowOf({ read }: Pick<QueryContext, 'read'>, pair: Pair): OneWayFlow | null {
  const isThere = worthOf(pair.there) >= worthOf(pair.back)
  const [there, back] = isThere ? [pair.there, pair.back] : [pair.back, pair.there]
  const [from, to] = isThere ? [pair.one, pair.other] : [pair.other, pair.one]
  if (worthOf(back) > worthOf(there) * mostBack) return null
  const isOne = isSamePerson(read, from, to)
  if (worthOf(there) < leastWorth && !isOne) return null
  const party = (id: string) => ({ account: id, name: read(account, id).name })
  const { trades: count, lastAt, signs } = pair
  return {
    from: party(from),
    to: party(to),
    there,
    back,
    trades: count,
    lastAt,
    signs: Object.fromEntries(signs),
    isSamePerson: isOne,
  }
}
