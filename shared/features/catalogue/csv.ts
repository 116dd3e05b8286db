import { csvRows } from '../../engine/csvRows.ts'
import { numberText } from '../../engine/numberText.ts'
import { mostCurrency } from '../ledger/accounts.ts'
import {
  type CatalogueChanges,
  defaultItems,
  type GivenChange,
  highestOrder,
  isPriced,
  itemNamed,
  mostPerDay,
  offerOf,
} from './catalogue.ts'
import type { CatalogueItem } from './items.ts'

/** Columns by their heads. `name` and `kind` are for the reader, and are not read again. */
const columns = [
  'id',
  'name',
  'kind',
  'list price',
  'sale price',
  'sale ends',
  'available',
  'order',
  'limit per day',
] as const
type Column = (typeof columns)[number]

/** The catalogue as a table for a spreadsheet, in UTF-8 with commas. @param now epoch ms: sales that have ended are left out */
export function catalogueCsv(changes: Readonly<CatalogueChanges>, now: number): string {
  const lines = defaultItems.flatMap(({ id }) => {
    const offer = offerOf(changes, id, now)
    if (!offer) return []
    const { sale } = offer
    const ends = sale?.endsAt ? new Date(sale.endsAt).toISOString() : ''
    const price = isPriced(offer) ? offer.basePrice : ''
    const cells = [id, offer.name, offer.kind, price, sale?.price ?? '', ends, offer.isOn ? 'yes' : 'no', offer.order]
    return [[...cells, offer.perDay ?? ''].map(quoted).join(',')]
  })
  return [columns.join(','), ...lines, ''].join('\r\n')
}

const quoted = (cell: string | number) =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)

export interface ParsedCatalogue {
  /** Empty if there is a problem. */
  readonly changes: Record<string, GivenChange>
  /** As in `Line 4: "ten" is not a price`. */
  readonly problems: readonly string[]
}

const mostProblems = 20

/**
 * Reads a table of the form of `catalogueCsv`. Columns may be in any order; all but `id` may be left out, and what they say then stays as it
 * is, like items without a line. Separated by commas, semicolons or tabs.
 */
export function parseCatalogueCsv(text: string): ParsedCatalogue {
  const [head, ...rows] = csvRows(text)
  const heads = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const problems = headProblems(heads)
  const changes: Record<string, GivenChange> = {}
  const lineOf = new Map<string, number>()
  if (problems.length > 0) return { changes, problems }
  if (rows.length === 0) return { changes, problems: ['Line 2: there is no item'] }
  for (const { line, cells } of rows) {
    const cellOf = (column: Column) =>
      heads.includes(column) ? (cells[heads.indexOf(column)]?.trim() ?? '') : undefined
    const id = cellOf('id') ?? ''
    const fail = (what: string) => void problems.push(`Line ${line}: ${what}`)
    const item = itemNamed(id)
    if (cells.length !== heads.length) fail(`it has ${cells.length} cells, and the first line has ${heads.length}`)
    else if (!item) fail(`"${id}" is not an item of the catalogue`)
    else if (lineOf.has(id)) fail(`"${id}" is on line ${lineOf.get(id)}, too`)
    else changes[id] = changeIn(item, cellOf, fail)
    lineOf.set(id, line)
  }
  return problems.length > 0 ? { changes: {}, problems: problems.slice(0, mostProblems) } : { changes, problems }
}

function headProblems(heads: readonly string[]): string[] {
  const unknown = heads.filter((head) => !(columns as readonly string[]).includes(head))
  const twice = heads.filter((head, at) => heads.indexOf(head) !== at)
  return [
    ...unknown.map((head) => `Line 1: "${head}" is not a column. The columns are ${columns.join(', ')}`),
    ...twice.map((head) => `Line 1: the column "${head}" is there twice`),
    ...(heads.includes('id') ? [] : ['Line 1: the column "id" is missing']),
  ]
}

type CellOf = (column: Column) => string | undefined

/** The change that one line asks for: of a column that the table does not have, nothing. */
function changeIn(item: CatalogueItem, cellOf: CellOf, fail: (what: string) => void): GivenChange {
  const [price, sale, ends, isOn, order, perDay] = (
    ['list price', 'sale price', 'sale ends', 'available', 'order', 'limit per day'] as const
  ).map(cellOf)
  const whole = (cell: string, [least, most]: readonly [number, number], what: string) => {
    const value = /^\d{1,15}$/.test(cell) ? Number(cell) : Number.NaN
    if (!(value >= least && value <= most))
      fail(`"${cell}" is not ${what}: a whole number from ${least} to ${numberText(most)}`)
    return value
  }
  const given: GivenChange = {}
  if (!isPriced(item)) {
    if (price || sale || ends || perDay) fail(`${item.name} is free: it has no price, sale or limit`)
  } else {
    if (price === '') fail('the list price is missing')
    else if (price !== undefined) given.price = whole(price, [1, mostCurrency], 'a list price')
    if (perDay !== undefined) given.perDay = perDay ? whole(perDay, [1, mostPerDay], 'a limit per day') : null
    if (sale === '' && ends) fail('there is an end of a sale, and no sale price')
    if (sale === '') given.sale = null
    else if (sale !== undefined || ends !== undefined)
      given.sale = {
        ...(sale !== undefined && { price: whole(sale, [1, mostCurrency], 'a sale price') }),
        ...(ends !== undefined && { endsAt: endIn(ends, fail) }),
      }
    if (given.sale?.price && given.price && given.sale.price >= given.price)
      fail(`the sale price ${given.sale.price} is not below the list price ${given.price}`)
  }
  if (isOn !== undefined) {
    if (!/^(yes|no)$/i.test(isOn)) fail(`"${isOn}" is not yes or no, for available`)
    given.isOn = isOn.toLowerCase() === 'yes'
  }
  if (order !== undefined) given.order = whole(order, [0, highestOrder], 'an order')
  return given
}

function endIn(cell: string, fail: (what: string) => void): number | null {
  if (cell === '') return null
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(cell) ? Date.parse(cell) : Number.NaN
  if (!Number.isNaN(at)) return at
  fail(`"${cell}" is not an end of a sale: a time in UTC such as 2026-12-24T18:00Z`)
  return null
}
