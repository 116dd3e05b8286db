import {
  type AmountField,
  type AmountRange,
  amountHints,
  folded,
  isAmount,
  type Place,
  readAmount,
  type SearchDefinition,
  type SearchField,
  type SearchNode,
  type TermValue,
} from './fields.ts'
import { type Operator, type Token, tokensOf } from './tokens.ts'

export interface SearchProblem extends Place {
  /** What is wrong at that place, and how to mend it. */
  readonly message: string
}

/** `node` is null for a search that finds everything. */
export type ParsedSearch =
  | { readonly ok: true; readonly node: SearchNode | null }
  | { readonly ok: false; readonly problem: SearchProblem }

/** Characters of a search. */
export const longestSearch = 300
/** How deep brackets and `not` may be nested. */
const deepest = 40

class Unreadable extends Error {
  readonly problem: SearchProblem
  constructor(message: string, { from, to }: Place) {
    super(message)
    this.problem = { message, from, to }
  }
}

/**
 * Understands a search, or says what is wrong with it and where.
 *
 *     or    = and { "or" and }          species:tri or species:carno
 *     and   = not { ["and"] not }       a space is enough
 *     not   = ("not" | "-") not | one   -source:shop
 *     one   = "(" or ")" | term | words
 *     term  = field (":" | "=" | "<" | "<=" | ">" | ">=") value
 *     value = word | "quoted" | from..to | none
 */
export function parseSearch<Row>(definition: SearchDefinition<Row>, text: string): ParsedSearch {
  try {
    if (text.length > longestSearch)
      throw new Unreadable(`A search can have at most ${longestSearch} characters.`, {
        from: longestSearch,
        to: text.length,
      })
    return { ok: true, node: createReader(definition, tokensOf(text)).readAll() }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Reads tokens from the first to the last. */
function createReader<Row>(definition: SearchDefinition<Row>, tokens: readonly Token[]) {
  let at = 0
  let depth = 0
  const next = () => tokens[at]
  const isWord = (word: 'and' | 'or' | 'not') => next()?.kind === 'word' && next()?.text.toLowerCase() === word

  function either(): SearchNode {
    const nodes = [all()]
    while (isWord('or')) {
      const word = tokens[at++] as Token
      if (!begins()) throw new Unreadable('"or" needs something after it.', word)
      nodes.push(all())
    }
    return joined('or', nodes)
  }
  function all(): SearchNode {
    const nodes = [one()]
    for (;;) {
      const word = next()
      if (word && isWord('and')) {
        at += 1
        if (!begins()) throw new Unreadable('"and" needs something after it.', word)
      } else if (!begins()) break
      nodes.push(one())
    }
    return joined('and', nodes)
  }
  const begins = () => next() !== undefined && next()?.kind !== ')' && !isWord('and') && !isWord('or')

  function one(): SearchNode {
    const token = next()
    if (!token) throw new Error('A search was read beyond its end')
    depth += 1
    if (depth > deepest) throw new Unreadable('There are too many brackets within brackets.', token)
    const node = oneAt(token)
    depth -= 1
    return node
  }
  function oneAt(token: Token): SearchNode {
    at += 1
    if (token.kind === ')') throw new Unreadable('This bracket closes nothing.', token)
    if (token.kind === '(') return bracketed(token)
    if (token.kind === 'operator') throw new Unreadable(`"${token.text}" needs the name of a filter before it.`, token)
    if (token.kind === 'unclosed') throw new Unreadable('This quotation mark is never closed.', token)
    const word = token.text.toLowerCase()
    const isNot = token.kind === '-' || (token.kind === 'word' && word === 'not' && next()?.kind !== 'operator')
    if (isNot) {
      if (!begins()) throw new Unreadable(`"${token.text}" needs something after it.`, token)
      return { kind: 'not', node: one() }
    }
    if (token.kind === 'word' && next()?.kind === 'operator') {
      at += 2
      return termOf(definition, [token, tokens[at - 2] as Token, tokens[at - 1]])
    }
    if (token.kind === 'word' && (word === 'and' || word === 'or'))
      throw new Unreadable(`"${token.text}" needs something before it.`, token)
    return { kind: 'words', text: token.text }
  }
  function bracketed(open: Token): SearchNode {
    if (next()?.kind === ')') throw new Unreadable('There is nothing in these brackets.', { ...open, to: open.to + 1 })
    if (!begins()) throw new Unreadable('This bracket is never closed.', open)
    const node = either()
    if (next()?.kind !== ')') throw new Unreadable('This bracket is never closed.', open)
    at += 1
    return node
  }
  return {
    /** Null without tokens. */
    readAll(): SearchNode | null {
      if (tokens.length === 0) return null
      const node = either()
      const rest = next()
      if (rest) throw new Unreadable('This bracket closes nothing.', rest)
      return node
    },
  }
}

function termOf<Row>(
  definition: SearchDefinition<Row>,
  [name, operator, value]: readonly [Token, Token, Token | undefined],
): SearchNode {
  const field = fieldNamed(definition, name)
  if (value?.kind === 'unclosed') throw new Unreadable('This quotation mark is never closed.', value)
  if (value?.kind !== 'word' && value?.kind !== 'quoted')
    throw new Unreadable(`"${name.text}${operator.text}" needs a value, as in ${field.example}.`, {
      from: name.from,
      to: operator.to,
    })
  return { kind: 'term', field: field.name, value: termValue(field, operator, value) }
}

const joined = (kind: 'and' | 'or', nodes: readonly SearchNode[]): SearchNode =>
  nodes.length === 1 ? (nodes[0] as SearchNode) : { kind, nodes }

function fieldNamed<Row>({ fields }: SearchDefinition<Row>, name: Token): SearchField<Row> {
  const word = name.text.toLowerCase()
  const field = fields.find((one) => one.name === word)
  if (field) return field
  const near = fields.find((one) => one.name.startsWith(word) || word.startsWith(one.name))
  throw new Unreadable(
    `There's no filter "${name.text}".${near ? ` Did you mean "${near.name}"?` : ` Filters are ${fields.map((one) => one.name).join(', ')}.`}`,
    name,
  )
}

function termValue<Row>(field: SearchField<Row>, operator: Token, value: Token): TermValue {
  if (field.isOptional && value.kind === 'word' && value.text.toLowerCase() === 'none') return { kind: 'none' }
  if (isAmount(field)) return { kind: 'range', range: rangeOf(field, operator.text as Operator, value) }
  if (operator.text !== ':' && operator.text !== '=')
    throw new Unreadable(`"${field.name}" is not an amount: use ":" or "=" instead of "${operator.text}".`, operator)
  const isWhole = operator.text === '='
  if (field.kind === 'choice' && !field.values.some((one) => fits(one, value.text, isWhole)))
    throw new Unreadable(`"${field.name}" is one of ${field.values.join(', ')}.`, value)
  return { kind: 'text', text: value.text, isWhole }
}

const fits = (one: string, text: string, isWhole: boolean) =>
  isWhole ? folded(one) === folded(text) : folded(one).startsWith(folded(text))

function rangeOf<Row>({ name, kind }: AmountField<Row>, operator: Operator, value: Token): AmountRange {
  const read = (text: string): number => {
    const amount = readAmount(kind, text)
    if (amount === null) throw new Unreadable(`"${text}" isn't ${amountHints[kind]}.`, value)
    return amount
  }
  const [from = '', to] = value.text.split('..')
  if (to !== undefined) {
    if (operator !== ':' && operator !== '=')
      throw new Unreadable(`A range needs ":", as in ${name}:${value.text}.`, value)
    if (from === '' && to === '') throw new Unreadable('A range needs at least one end.', value)
    const range = { min: from === '' ? null : read(from), max: to === '' ? null : read(to) }
    if (range.min !== null && range.max !== null && range.min > range.max)
      throw new Unreadable('This range ends before it begins.', value)
    return range
  }
  const amount = read(value.text)
  if (operator === '<') return { min: null, max: amount, isBelow: true }
  if (operator === '<=') return { min: null, max: amount }
  if (operator === '>') return { min: amount, max: null, isAbove: true }
  return operator === '>=' ? { min: amount, max: null } : { min: amount, max: amount }
}
