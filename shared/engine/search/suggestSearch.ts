import { folded, isAmount, type Place, type SearchDefinition, type SearchField } from './fields.ts'
import { textsOf } from './matchSearch.ts'
import { operators, quoted } from './tokens.ts'

/** One way to go on with a search. It takes the place `from` to `to` of the text. */
export interface Suggestion extends Place {
  readonly kind: 'filter' | 'value' | 'word' | 'saved' | 'recent'
  readonly insert: string
  /** What it finds. */
  readonly what: string
}

export interface SavedSearch {
  readonly name: string
  readonly text: string
}

interface Known<Row> {
  /** Epoch ms. */
  readonly now: number
  /** The rows of the list: their texts are offered as values. */
  readonly rows: readonly Row[]
  readonly saved: readonly SavedSearch[]
  /** The latest first. */
  readonly recent: readonly string[]
}

const mostSuggestions = 10

/** The text with a suggestion in its place, and where the cursor is then. */
export const withSuggestion = (text: string, { from, to, insert }: Suggestion) => ({
  text: text.slice(0, from) + insert + text.slice(to),
  cursor: from + insert.length,
})

/**
 * How a search can go on where the cursor is: values of the filter that is being typed, filters whose names begin like that, values that
 * do, searches that were saved or used before.
 * @param cursor characters from 0
 */
export function suggestionsFor<Row>(
  definition: SearchDefinition<Row>,
  text: string,
  cursor: number,
  known: Known<Row>,
): readonly Suggestion[] {
  const from = startOf(text, cursor)
  const typed = text.slice(from, cursor).replace(/^-/, '')
  const place = { from: cursor - typed.length, to: endOf(text, cursor, typed) }
  const [, name, operator, value = ''] = /^([^\s:=<>()"]+)(<=|>=|[:=<>])"?([^"]*)$/.exec(typed) ?? []
  if (name !== undefined && operator !== undefined) {
    const field = definition.fields.find((one) => one.name === name.toLowerCase())
    return field ? valuesOf(field, { place, operator, value, known }).slice(0, mostSuggestions) : []
  }
  const whole = wholeSearches(text, known)
  const begun = typed.replace(/^"/, '')
  const found = [
    ...filtersLike(definition, begun, place),
    ...(begun === '' ? [] : valuesLike(definition, begun, place, known)),
  ]
  return [
    ...(text.trim() === '' ? whole : []),
    ...found,
    ...(text.trim() === '' ? [] : whole),
    ...words(begun, from, place),
  ].slice(0, mostSuggestions)
}

/** Where the term begins in which the cursor is: a quotation may have spaces. */
function startOf(text: string, cursor: number): number {
  let start = 0
  let isQuoted = false
  for (let at = 0; at < cursor; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (!isQuoted && /[\s()]/.test(text[at] ?? '')) start = at + 1
  }
  return start
}

/** Where that term ends. */
function endOf(text: string, cursor: number, typed: string): number {
  const rest = text.slice(cursor)
  const isQuoted = typed.split('"').length % 2 === 0
  const end = rest.search(isQuoted ? /"/ : /[\s()]/)
  if (end < 0) return text.length
  return cursor + end + (isQuoted ? 1 : 0)
}

interface Typed<Row> {
  readonly place: Place
  readonly operator: string
  readonly value: string
  readonly known: Known<Row>
}

function valuesOf<Row>(
  field: SearchField<Row>,
  { place, operator, value, known: { rows, now } }: Typed<Row>,
): readonly Suggestion[] {
  const begins = field.name + operator
  const none = field.isOptional && folded('none').startsWith(folded(value)) ? [['none', 'Not known'] as const] : []
  if (isAmount(field)) {
    if (value !== '') return []
    const [, example = ''] = field.example.split(/<=|>=|[:=<>]/)
    return [[example, field.what] as const, ...none].map(([text, what]) => valueAt(place, begins + text, what))
  }
  if (!operators.slice(2, 4).includes(operator as ':')) return []
  const texts = field.kind === 'choice' ? field.values : distinct(rows.flatMap((row) => textsOf(field.read(row, now))))
  const like = texts.filter((one) => folded(one).includes(folded(value)))
  const sorted = [...like.filter((one) => startsLike(one, value)), ...like.filter((one) => !startsLike(one, value))]
  return [...sorted.map((text) => [quoted(text), field.what] as const), ...none].map(([text, what]) =>
    valueAt(place, begins + text, what),
  )
}

const valueAt = (place: Place, insert: string, what: string): Suggestion => ({
  kind: 'value',
  insert: `${insert} `,
  what,
  ...place,
})

const startsLike = (text: string, begun: string) => folded(text).startsWith(folded(begun))
const distinct = (texts: readonly string[]) => [...new Set(texts)].sort((one, other) => one.localeCompare(other, 'en'))

const filtersLike = <Row>({ fields }: SearchDefinition<Row>, begun: string, place: Place): readonly Suggestion[] =>
  fields
    .filter(({ name }) => name.startsWith(folded(begun)))
    .map((field) => ({
      kind: 'filter',
      insert: `${field.name}${isAmount(field) ? '>' : ':'}`,
      what: field.what,
      ...place,
    }))

/** As `source:shop` for what begins with `sho`. */
const valuesLike = <Row>({ fields }: SearchDefinition<Row>, begun: string, place: Place, { rows, now }: Known<Row>) =>
  fields.flatMap((field) => {
    if (isAmount(field)) return []
    const texts =
      field.kind === 'choice' ? field.values : distinct(rows.flatMap((row) => textsOf(field.read(row, now))))
    return texts
      .filter((one) => startsLike(one, begun))
      .slice(0, 4)
      .map((text) => valueAt(place, `${field.name}:${quoted(text)}`, field.what))
  })

function wholeSearches<Row>(text: string, { saved, recent }: Known<Row>): readonly Suggestion[] {
  const begun = folded(text.trim())
  const place = { from: 0, to: text.length }
  const fits = (one: string) => folded(one).startsWith(begun) && one !== text.trim()
  return [
    ...saved
      .filter((one) => folded(one.name).startsWith(begun) || fits(one.text))
      .slice(0, 4)
      .map(({ name, text: insert }) => ({ kind: 'saved' as const, insert, what: name, ...place })),
    ...recent
      .filter((one) => fits(one) && !saved.some((other) => other.text === one))
      .slice(0, 3)
      .map((insert) => ({ kind: 'recent' as const, insert, what: 'Recent search', ...place })),
  ]
}

const meanings = { and: 'Both', or: 'Either', not: 'Leaves out what follows' } as const

function words(begun: string, from: number, place: Place): readonly Suggestion[] {
  if (begun === '') return []
  return (Object.keys(meanings) as (keyof typeof meanings)[])
    .filter((word) => word.startsWith(folded(begun)) && (from > 0 || word === 'not'))
    .map((word) => ({ kind: 'word', insert: `${word} `, what: meanings[word], ...place }))
}
