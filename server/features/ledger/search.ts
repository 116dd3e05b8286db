import type { RowOf } from '../../../shared/engine/archive.ts'
import { readsMoneyOfOthers } from '../../../shared/engine/permissions.ts'
import { matcherOf } from '../../../shared/engine/search/matchSearch.ts'
import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { account } from '../../../shared/features/account/account.ts'
import { transferCauses } from '../../../shared/features/ledger/accounts.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { directionOf, ledgerSearch } from '../../../shared/features/ledger/ledgerSearch.ts'
import type { LedgerFilter, LedgerLine, readReceipt, searchLedger } from '../../../shared/features/ledger/queries.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import type { Page, PageOf, QueryContext } from '../../engine/feature.ts'
import { accountOf } from '../account/rules.ts'
import { rankProblem } from './grants.ts'

/** Limits the rows that one query reads, so that a rare word does not block the store. */
const mostRowsRead = 3_000

type Row = RowOf<typeof ledger>
type LedgerContext = QueryContext<typeof searchLedger>

interface Wanted {
  readonly filter: LedgerFilter
  /** The account whom the lines are about. */
  readonly about: string
  readonly before: number | null
  readonly limit: number
}

/** One page of the operations of a user, newest first. Refused with `forbidden` where the asker may not read them. */
export async function searchLines(context: LedgerContext, { filter, about, before, limit }: Wanted) {
  const { page, now, refuse } = context
  const { text, causes, currency, direction, from, to } = filter
  const parsed = parseSearch(ledgerSearch, text)
  if (!parsed.ok) return refuse('badSearch', { why: parsed.problem.message })
  const isFound = matcherOf(ledgerSearch, parsed.node, now)
  const [only] = causes
  const range = {
    about,
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(only !== undefined && causes.length === 1 && { filter: { cause: only } }),
  }
  const lines: LedgerLine[] = []
  let next = before
  let searchedTo: number | null = null
  for (let read = 0; read < mostRowsRead && lines.length < limit; ) {
    const found = await page(ledger, { ...range, before: next, limit: limit - lines.length })
    for (const { position, at, row } of found.rows) {
      if (!isAbout(row, about)) continue
      const line = lineOf(context, about, { position, at, row })
      const fits =
        (causes.length === 0 || causes.includes(line.cause)) &&
        (currency === null || line.changes.some((change) => change.currency === currency)) &&
        (direction === null || directionOf(line) === direction)
      if (fits && isFound(line)) lines.push(line)
    }
    next = found.next
    if (next === null) return { lines, next, searchedTo: null }
    searchedTo = found.rows.at(-1)?.at ?? searchedTo
    // A page without a row has looked through many in the store.
    read += found.rows.length || mostRowsRead
  }
  return { lines, next, searchedTo }
}

/** The store finds by all persons of a row: what staff did to the wallets of others is not their own ledger. */
const isAbout = ({ player, other }: Row, about: string) => player === about || other === about

/** The account that is read: the asker's own where none is named. */
export const accountAsked = ({ principal }: Pick<QueryContext, 'principal'>, player: string | null) =>
  player ?? accountOf(principal)

interface Found {
  readonly position: number
  readonly at: number
  readonly row: Row
}

/** An operation as this user's line. Other users and staff are named for staff alone, and the two sides of a gift for each other. */
function lineOf(
  { principal, read }: Pick<QueryContext, 'principal' | 'read'>,
  about: string,
  found: Found,
): LedgerLine {
  const { position, at, row } = found
  const isFirst = row.player === about
  const isStaff = readsMoneyOfOthers(principal.can)
  const other = (isFirst ? row.other : row.player) ?? null
  const by = whoDid(row, about, other)
  // Users who read their own have the other account of a gift alone.
  const named = isStaff ? other : row.parties?.find((one) => one !== about)
  return {
    key: String(position),
    at,
    operation: row.operation,
    cause: row.cause,
    changes: currencies.flatMap((currency) => {
      const sumOf = (isIt: (name: string) => boolean) =>
        row.entries.reduce((sum, one) => (one.currency === currency && isIt(one.account) ? sum + one.amount : sum), 0)
      const balance = sumOf((name) => name === (isFirst ? 'player' : 'other'))
      const held = isFirst ? sumOf((name) => name.startsWith('hold:')) : 0
      const after = (isFirst ? row.after : row.otherAfter)?.[currency] ?? null
      return balance === 0 && held === 0 ? [] : [{ currency, balance, held, after }]
    }),
    by,
    byName: isStaff && by === 'staff' ? read(account, row.by).name : '',
    otherName: named ? read(account, named).name : '',
    // What staff wrote about one user is that user's.
    reason: isFirst || isStaff ? row.reason : '',
    item: row.item,
    subject: row.subject,
    reverses: row.reverses,
  }
}

/** Users who read their own do not get the ids of others: an act of another one is then a transfer, or that of staff. */
function whoDid({ byHub, by, cause }: Row, about: string, other: string | null): LedgerLine['by'] {
  if (byHub) return 'hub'
  if (by === about) return 'you'
  const isTransfer = transferCauses.some((one) => one === cause)
  return isTransfer && (by === undefined || by === other) ? 'other' : 'staff'
}

interface Asked {
  readonly player: string | null
  readonly operation: string
  readonly at: number
}

export async function receiptOf(context: QueryContext<typeof readReceipt>, { player, operation, at }: Asked) {
  const about = accountAsked(context, player)
  const [own] = await allOf(context, { about, from: at, to: at, filter: { operation } })
  if (!own) return { receipt: null }
  const { subject, reverses } = own.row
  const asked: readonly Omit<PageOf<typeof ledger>, 'limit'>[] = [
    ...(subject === null || ['dailyBonus', 'trivia', 'achievement'].includes(own.row.cause)
      ? []
      : [{ about, filter: { subject } }]),
    ...(reverses === null ? [] : [{ about, filter: { operation: reverses } }]),
    { about, filter: { reverses: operation } },
  ]
  const related = new Map<number, Found>()
  for (const one of asked) for (const found of await allOf(context, one)) related.set(found.position, found)
  related.delete(own.position)
  return {
    receipt: {
      line: lineOf(context, about, own),
      entries: own.row.entries.map((one) => ({ ...one, account: seenFrom(own.row, about, one.account) })),
      related: [...related.values()]
        .sort((one, next) => one.position - next.position)
        .map((found) => lineOf(context, about, found)),
      mayNot: readsMoneyOfOthers(context.principal.can) ? takingBackProblem(context, own.row) : null,
    },
  }
}

/** Of a sale both sides count, as for its undo. */
function takingBackProblem(context: QueryContext<typeof readReceipt>, { player, other }: Row) {
  const sides = [player, other].filter((one) => one !== null)
  return sides.map((one) => rankProblem(context, context.principal, one)).find((one) => one !== null) ?? null
}

/** The row names wallets from the side of its first account: for the second one, as the buyer of a sale, they are the other way round. */
function seenFrom({ player }: Row, about: string, account: string): string {
  if (player === about || (account !== 'player' && account !== 'other')) return account
  return account === 'player' ? 'other' : 'player'
}

/** How many pages of the store a receipt looks through, and how many operations it has. */
const mostPages = 20
const mostRelated = 50

async function allOf(
  { page }: Pick<QueryContext, 'page'>,
  asked: Omit<PageOf<typeof ledger>, 'limit'>,
): Promise<readonly Found[]> {
  const rows: Found[] = []
  let before: number | null = null
  for (let nth = 0; nth < mostPages && rows.length < mostRelated; nth += 1) {
    const found: Page<Row> = await page(ledger, { ...asked, before, limit: mostRelated })
    rows.push(...found.rows.filter(({ row }) => asked.about === undefined || isAbout(row, asked.about)))
    before = found.next
    if (before === null) break
  }
  return rows
}
