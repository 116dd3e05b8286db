/**
 * Search in lists. One definition of the fields of a list drives the parser, the suggestions, the help and "more like this": see
 * `parseSearch`, `suggestionsFor`, `helpOf` and `termsOf`.
 */
export interface SearchDefinition<Row> {
  /** What one row is called, for the help: `dinosaur`. */
  readonly noun: string
  readonly fields: readonly SearchField<Row>[]
  /** Where words without a field are looked for. */
  readonly words: (row: Row) => readonly string[]
}

interface FieldBase {
  /** As it is typed: one lower-case word. */
  readonly name: string
  /** What it finds, for help and suggestions: `Name of the species`. */
  readonly what: string
  /** A whole term, for the help: `growth>0.5`. */
  readonly example: string
  /** Rows without a value are found by `none`. */
  readonly isOptional?: true
  /** Offered by "more like this". */
  readonly isLike?: true
}

/** Found where the text contains what is typed; with `=`, where it is the same. Null for none. */
export interface TextField<Row> extends FieldBase {
  readonly kind: 'text'
  /** @param now epoch ms */
  readonly read: (row: Row, now: number) => string | readonly string[] | null
}

/** One of a few values, or several of them. What is typed is the beginning of one. */
export interface ChoiceField<Row> extends FieldBase {
  readonly kind: 'choice'
  readonly values: readonly string[]
  /** @param now epoch ms */
  readonly read: (row: Row, now: number) => string | readonly string[] | null
}

/**
 * `number`. `share`: from 0 to 1, typed as 0.5 or 50%. `duration`: ms, typed as 30min, 5h, 7d or 2w. `date`: epoch ms, typed as a day of
 * UTC like 2026-03-01.
 */
export interface AmountField<Row> extends FieldBase {
  readonly kind: 'number' | 'share' | 'duration' | 'date'
  /** @param now epoch ms. Null where it is not known. */
  readonly read: (row: Row, now: number) => number | null
}
export type SearchField<Row> = TextField<Row> | ChoiceField<Row> | AmountField<Row>
export type AmountKind = AmountField<unknown>['kind']

export const isAmount = <Row>(field: SearchField<Row>): field is AmountField<Row> =>
  field.kind !== 'text' && field.kind !== 'choice'

/** The place of something in the text of a search: characters from 0. */
export interface Place {
  readonly from: number
  readonly to: number
}

/** Amounts are whole days for `date`, whole minutes for `duration`. Null: no bound. */
export interface AmountRange {
  readonly min: number | null
  readonly max: number | null
  /** The bound itself is left out. */
  readonly isAbove?: true
  readonly isBelow?: true
}

export type TermValue =
  | { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'range'; readonly range: AmountRange }

/** A search that was understood. */
export type SearchNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly SearchNode[] }
  | { readonly kind: 'not'; readonly node: SearchNode }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'term'; readonly field: string; readonly value: TermValue }

const minuteMs = 60_000
export const dayMs = 86_400_000
const units = { w: 7 * 24 * 60, d: 24 * 60, h: 60, min: 1 } as const

/** Without case and accents: how texts are compared. */
export const folded = (text: string) =>
  (isAscii.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase()
/** Most texts: there is nothing to take apart in them. */
const isAscii = /^[ -~]*$/

/** In the unit in which a range counts. */
export function amountOf(kind: AmountKind, value: number): number {
  if (kind === 'date') return Math.floor(value / dayMs)
  return kind === 'duration' ? Math.floor(value / minuteMs) : value
}

/** What a text means as an amount, in the unit of ranges; null if it means none. */
export function readAmount(kind: AmountKind, text: string): number | null {
  if (kind === 'date') return readDay(text)
  if (kind === 'duration') {
    const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(min|h|d|w)$/.exec(text.toLowerCase()) ?? []
    return number === '' ? null : Math.round(Number(number) * units[unit as keyof typeof units])
  }
  const [, number = '', percent = ''] = /^(-?\d+(?:\.\d+)?|-?\.\d+)(%?)$/.exec(text) ?? []
  if (number === '' || (percent !== '' && kind !== 'share')) return null
  return percent === '' ? Number(number) : Number(number) / 100
}

function readDay(text: string): number | null {
  const [, year, month, day] = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text) ?? []
  if (year === undefined) return null
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // The 31st of February would be a day in March.
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day) ? at.getTime() / dayMs : null
}

/** The text that means this amount. @param amount in the unit of ranges */
export function printAmount(kind: AmountKind, amount: number): string {
  if (kind === 'date') return new Date(amount * dayMs).toISOString().slice(0, 10)
  if (kind === 'number' || kind === 'share') return plainNumber(amount)
  const unit = (Object.keys(units) as (keyof typeof units)[]).find((one) => amount !== 0 && amount % units[one] === 0)
  return unit ? `${amount / units[unit]}${unit}` : `${amount}min`
}

/** Without an exponent, which cannot be typed. */
const plainNumber = (amount: number) =>
  String(amount).includes('e') ? amount.toFixed(20).replace(/\.?0+$/, '') : String(amount)

/** How amounts of a kind are typed, for errors. */
export const amountHints: Readonly<Record<AmountKind, string>> = {
  number: 'a number, like 12',
  share: 'a number from 0 to 1 or a percentage, like 0.5 or 50%',
  duration: 'a time with its unit, like 30min, 5h, 7d or 2w',
  date: 'a day, like 2026-03-01',
}
