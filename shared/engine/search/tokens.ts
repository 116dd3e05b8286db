import type { Place } from './fields.ts'

export const operators = ['<=', '>=', ':', '=', '<', '>'] as const
export type Operator = (typeof operators)[number]

export interface Token extends Place {
  readonly kind: '(' | ')' | '-' | 'word' | 'quoted' | 'unclosed' | 'operator'
  /** Of a quotation without its marks. */
  readonly text: string
}

/** Ends a word. */
const ends = /[\s()":=<>]/

/** The words, quotations, operators and brackets of a search. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const token = tokenAt(text, at)
    tokens.push(token)
    at = token.to
  }
  return tokens
}

function tokenAt(text: string, from: number): Token {
  const first = text[from] as string
  const one = (kind: Token['kind'], to: number, inner = text.slice(from, to)): Token => ({
    kind,
    text: inner,
    from,
    to,
  })
  if (first === '(' || first === ')') return one(first, from + 1)
  if (first === '"') {
    const close = text.indexOf('"', from + 1)
    return close < 0
      ? one('unclosed', text.length, text.slice(from + 1))
      : one('quoted', close + 1, text.slice(from + 1, close))
  }
  const operator = operators.find((each) => text.startsWith(each, from))
  if (operator) return one('operator', from + operator.length)
  // Before a term it means `not`; within a word, or before a number, it is a part of it.
  const before = text[from - 1]
  if (first === '-' && (before === undefined || /[\s(]/.test(before)) && /[^\s\d.)]/.test(text[from + 1] ?? ' '))
    return one('-', from + 1)
  let to = from + 1
  while (to < text.length && !ends.test(text[to] ?? '')) to += 1
  return one('word', to)
}

/** Words that mean something else by themselves. */
const reserved = ['and', 'or', 'not', 'none']

/** The text as it has to be typed to be read as one word. A quotation mark cannot be typed. */
export function quoted(text: string): string {
  const plain = text.replaceAll('"', '')
  const isWord = plain !== '' && !ends.test(plain) && !plain.startsWith('-') && !plain.includes('..')
  return isWord && !reserved.includes(plain.toLowerCase()) ? plain : `"${plain}"`
}
