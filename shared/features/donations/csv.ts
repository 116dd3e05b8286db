import { csvRows } from '../../engine/csvRows.ts'
import { type GivenDonation, mostLines } from './commands.ts'
import { isCurrencyCode, minorUnits } from './money.ts'

/** Columns by their heads. `donor` and `account` may be left out, or empty. */
const columns = ['transaction', 'amount', 'currency', 'account', 'donor'] as const
type Column = (typeof columns)[number]
const needed: readonly Column[] = ['transaction', 'amount', 'currency']

export const donationColumns = columns.join(', ')

export interface ParsedDonations {
  /** Empty if there is a problem. */
  readonly lines: readonly (GivenDonation & { readonly line: number })[]
  /** As in `Line 4: "ten" is not an amount of EUR`. */
  readonly problems: readonly string[]
}

const mostProblems = 20

/** Reads a table of donations with the columns `donationColumns`, in any order. */
export function parseDonationsCsv(text: string): ParsedDonations {
  const [head, ...rows] = csvRows(text)
  const heads = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const problems = headProblems(heads)
  if (problems.length > 0) return { lines: [], problems }
  if (rows.length === 0) return { lines: [], problems: ['Line 2: there is no donation'] }
  if (rows.length > mostLines)
    return { lines: [], problems: [`The file has ${rows.length} donations. At most ${mostLines} fit into one file.`] }
  const lines: (GivenDonation & { line: number })[] = []
  const lineOf = new Map<string, number>()
  for (const { line, cells } of rows) {
    const cellOf = (column: Column) => (heads.includes(column) ? (cells[heads.indexOf(column)]?.trim() ?? '') : '')
    const fail = (what: string) => void problems.push(`Line ${line}: ${what}`)
    const currency = cellOf('currency').toUpperCase()
    const amount = minorUnits(cellOf('amount'), currency)
    const transaction = cellOf('transaction')
    const before = lineOf.get(transaction)
    if (cells.length !== heads.length) fail(`it has ${cells.length} cells, and the first line has ${heads.length}`)
    else if (transaction === '' || transaction.length > 120) fail('a transaction has 1 to 120 characters')
    else if (before !== undefined) fail(`the transaction "${transaction}" is on line ${before}, too`)
    else if (!isCurrencyCode(currency)) fail(`"${currency}" is not a currency. Enter one such as EUR`)
    else if (amount === null) fail(`"${cellOf('amount')}" is not an amount of ${currency}`)
    else if (cellOf('account').length > 100 || cellOf('donor').length > 100)
      fail('a name can have at most 100 characters')
    else lines.push({ line, transaction, amount, currency, account: cellOf('account'), donor: cellOf('donor') })
    lineOf.set(transaction, line)
  }
  return problems.length > 0 ? { lines: [], problems: problems.slice(0, mostProblems) } : { lines, problems }
}

function headProblems(heads: readonly string[]): string[] {
  const unknown = heads.filter((head) => !(columns as readonly string[]).includes(head))
  const twice = heads.filter((head, at) => heads.indexOf(head) !== at)
  return [
    ...unknown.map((head) => `Line 1: "${head}" is not a column. The columns are ${donationColumns}`),
    ...twice.map((head) => `Line 1: the column "${head}" is there twice`),
    ...needed.filter((column) => !heads.includes(column)).map((column) => `Line 1: the column "${column}" is missing`),
  ]
}
