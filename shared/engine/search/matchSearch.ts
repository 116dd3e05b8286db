import {
  type AmountRange,
  amountOf,
  folded,
  isAmount,
  printAmount,
  type SearchDefinition,
  type SearchField,
  type SearchNode,
  type TermValue,
} from './fields.ts'
import { quoted } from './tokens.ts'

/** Whether a row is found. @param node null finds all. @param now epoch ms, for ages */
export function matcherOf<Row>(
  definition: SearchDefinition<Row>,
  node: SearchNode | null,
  now: number,
): (row: Row) => boolean {
  if (node === null) return () => true
  if (node.kind === 'not') {
    const matches = matcherOf(definition, node.node, now)
    return (row) => !matches(row)
  }
  if (node.kind === 'words') {
    const text = folded(node.text)
    return (row) => definition.words(row).some((one) => folded(one).includes(text))
  }
  if (node.kind === 'term') {
    const field = definition.fields.find(({ name }) => name === node.field)
    return field ? termMatcher(field, node.value, now) : () => false
  }
  const each = node.nodes.map((one) => matcherOf(definition, one, now))
  return node.kind === 'and' ? (row) => each.every((one) => one(row)) : (row) => each.some((one) => one(row))
}

function termMatcher<Row>(field: SearchField<Row>, value: TermValue, now: number): (row: Row) => boolean {
  if (isAmount(field)) {
    if (value.kind !== 'range') return (row) => value.kind === 'none' && field.read(row, now) === null
    const { kind } = field
    return (row) => {
      const amount = field.read(row, now)
      return amount !== null && isWithin(value.range, amountOf(kind, amount))
    }
  }
  if (value.kind !== 'text') return (row) => value.kind === 'none' && textsOf(field.read(row, now)).length === 0
  const text = folded(value.text)
  const fits = (one: string) => {
    if (value.isWhole) return one === text
    return field.kind === 'choice' ? one.startsWith(text) : one.includes(text)
  }
  return (row) => textsOf(field.read(row, now)).some((one) => fits(folded(one)))
}

/** The values of a row; empty for none. */
export const textsOf = (value: string | readonly string[] | null): readonly string[] =>
  value === null || value === '' ? [] : typeof value === 'string' ? [value] : value

const isWithin = ({ min, max, isAbove, isBelow }: AmountRange, amount: number) =>
  (min === null || (isAbove ? amount > min : amount >= min)) &&
  (max === null || (isBelow ? amount < max : amount <= max))

/** The text of a search: it is understood as the same again. */
export function printSearch<Row>(definition: SearchDefinition<Row>, node: SearchNode | null): string {
  if (node === null) return ''
  if (node.kind === 'words') return quoted(node.text)
  if (node.kind === 'not') return `not ${printInner(definition, node.node)}`
  if (node.kind === 'term') return printTerm(definition, node.field, node.value)
  return node.nodes.map((one) => printInner(definition, one)).join(node.kind === 'and' ? ' ' : ' or ')
}

const printInner = <Row>(definition: SearchDefinition<Row>, node: SearchNode) =>
  node.kind === 'and' || node.kind === 'or' ? `(${printSearch(definition, node)})` : printSearch(definition, node)

function printTerm<Row>({ fields }: SearchDefinition<Row>, name: string, value: TermValue): string {
  const field = fields.find((one) => one.name === name)
  if (value.kind === 'none') return `${name}:none`
  if (value.kind === 'text') return `${name}${value.isWhole ? '=' : ':'}${quoted(value.text)}`
  if (!field || !isAmount(field)) return ''
  const { min, max, isAbove, isBelow } = value.range
  const print = (amount: number) => printAmount(field.kind, amount)
  if (min === null) return `${name}${isBelow ? '<' : '<='}${print(max ?? 0)}`
  if (max === null) return `${name}${isAbove ? '>' : '>='}${print(min)}`
  return `${name}:${min === max ? print(min) : `${print(min)}..${print(max)}`}`
}

/** Terms that find a row and others like it, in the order of the fields. */
export const termsOf = <Row>(definition: SearchDefinition<Row>, row: Row, now: number): readonly string[] =>
  definition.fields.flatMap((field) => {
    if (!field.isLike) return []
    if (isAmount(field)) {
      const value = field.read(row, now)
      if (value === null) return []
      const amount = amountOf(field.kind, value)
      return printTerm(definition, field.name, { kind: 'range', range: { min: amount, max: amount } })
    }
    return textsOf(field.read(row, now)).map((text) =>
      printTerm(definition, field.name, { kind: 'text', text, isWhole: true }),
    )
  })

interface HelpRow {
  readonly name: string
  readonly what: string
  readonly example: string
  /** The values of a choice. */
  readonly values: readonly string[]
}

/** The sheet of all filters. */
export const helpOf = <Row>({ fields }: SearchDefinition<Row>): readonly HelpRow[] =>
  fields.map((field) => ({
    name: field.name,
    what: field.what,
    example: field.example,
    values: field.kind === 'choice' ? field.values : [],
  }))
