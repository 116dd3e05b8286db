import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAmount, type SearchNode, type TermValue } from './fields.ts'
import { matcherOf, printSearch, termsOf } from './matchSearch.ts'
import { longestSearch, parseSearch } from './parseSearch.ts'
import { suggestionsFor, withSuggestion } from './suggestSearch.ts'
import { animal, animals, at, sampleSearch } from './testing/sampleSearch.ts'

const { fields } = sampleSearch
const text = fc
  .string({ unit: fc.constantFrom(...'abTé 1-.:=<>()'.split('')), minLength: 1, maxLength: 8 })
  .filter((one) => one.trim() !== '')
const amounts = {
  number: fc.integer({ min: -5, max: 9 }),
  share: fc.integer({ min: 0, max: 100 }).map((one) => one / 100),
}
const amountOf = (kind: string) =>
  kind === 'number' || kind === 'share' ? amounts[kind] : fc.integer({ min: 0, max: kind === 'date' ? 30_000 : 99_999 })

const range = (kind: string): fc.Arbitrary<TermValue> =>
  fc
    .record({
      shape: fc.constantFrom('below', 'above', 'least', 'most', 'is', 'between'),
      one: amountOf(kind),
      other: amountOf(kind),
    })
    .map(({ shape, one, other }) => {
      const ranges = {
        below: { min: null, max: one, isBelow: true },
        above: { min: one, max: null, isAbove: true },
        least: { min: one, max: null },
        most: { min: null, max: one },
        is: { min: one, max: one },
        between: { min: Math.min(one, other), max: Math.max(one, other) },
      } as const
      return { kind: 'range', range: ranges[shape as keyof typeof ranges] }
    })

const term: fc.Arbitrary<SearchNode> = fc.constantFrom(...fields).chain((field) => {
  const written = (one: string, isWhole: boolean): TermValue => ({ kind: 'text', text: one, isWhole })
  const value = isAmount(field)
    ? range(field.kind)
    : fc
        .tuple(field.kind === 'choice' ? fc.constantFrom(...field.values) : text, fc.boolean())
        .map(([one, whole]) => written(one, whole))
  const orNone = field.isOptional ? fc.oneof(value, fc.constant<TermValue>({ kind: 'none' })) : value
  return orNone.map((one) => ({ kind: 'term', field: field.name, value: one }))
})
const { node } = fc.letrec<{ node: SearchNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    term,
    text.map((one): SearchNode => ({ kind: 'words', text: one })),
    tie('node').map((one): SearchNode => ({ kind: 'not', node: one })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('node'), { minLength: 2, maxLength: 3 }))
      .map(([kind, nodes]): SearchNode => ({ kind, nodes })),
  ),
}))
/** Pieces of searches, in any order. */
const loose = fc
  .array(
    fc.constantFrom(
      'species:',
      'tri',
      ' ',
      '"',
      '(',
      ')',
      'or ',
      'and ',
      'not ',
      '-',
      'growth>',
      '0.5',
      '..',
      'none',
      '<=',
      'é',
    ),
  )
  .map((pieces) => pieces.join(''))

test('[QS7] every search, printed, is understood as the same search', () => {
  fc.assert(
    fc.property(node, (one) => {
      const printed = printSearch(sampleSearch, one)
      fc.pre(printed.length <= longestSearch)
      const parsed = parseSearch(sampleSearch, printed)
      expect(parsed, printed).toMatchObject({ ok: true })
      expect(parsed.ok && printSearch(sampleSearch, parsed.node)).toBe(printed)
      const [wanted, got] = [one, parsed.ok ? parsed.node : null].map((each) =>
        animals.map(matcherOf(sampleSearch, each, at)),
      )
      expect(got, printed).toEqual(wanted)
    }),
    { numRuns: 3_000 },
  )
})

test('[QS8] whatever is typed is understood, or its fault has a place in the text', () => {
  fc.assert(
    fc.property(fc.oneof(loose, fc.string({ maxLength: 40 })), (typed) => {
      const parsed = parseSearch(sampleSearch, typed)
      if (parsed.ok) return
      const { from, to, message } = parsed.problem
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeGreaterThan(from)
      expect(to).toBeLessThanOrEqual(typed.length)
      expect(message).toMatch(/[.?]$/)
    }),
    { numRuns: 5_000 },
  )
})

test('[QS9] not, and and or are those of logic', () => {
  fc.assert(
    fc.property(node, node, (one, other) => {
      const found = (each: SearchNode) => animals.map(matcherOf(sampleSearch, each, at))
      const not = (each: SearchNode): SearchNode => ({ kind: 'not', node: each })
      expect(found(not(not(one)))).toEqual(found(one))
      expect(found(not({ kind: 'or', nodes: [one, other] }))).toEqual(
        found({ kind: 'and', nodes: [not(one), not(other)] }),
      )
    }),
    { numRuns: 500 },
  )
})

test('[QS10] the terms of a row find it', () => {
  const row = fc.record({
    species: text,
    growth: fc.integer({ min: 0, max: 100 }),
    source: fc.constantFrom('grown', 'shop'),
  })
  fc.assert(
    fc.property(row, (more) => {
      const one = animal(more as never)
      const parsed = parseSearch(sampleSearch, termsOf(sampleSearch, one, at).join(' '))
      expect(parsed.ok && matcherOf(sampleSearch, parsed.node, at)(one)).toBe(true)
    }),
  )
})

test('[QS11] a suggestion fits its place, and a suggested value is understood', () => {
  const known = { now: at, rows: animals, saved: [{ name: 'Big', text: 'tag:big' }], recent: ['rex'] }
  fc.assert(
    fc.property(loose, fc.double({ min: 0, max: 1, noNaN: true }), (typed, part) => {
      const cursor = Math.floor(part * typed.length)
      for (const one of suggestionsFor(sampleSearch, typed, cursor, known)) {
        expect(one.from).toBeLessThanOrEqual(cursor)
        expect(one.to).toBeGreaterThanOrEqual(cursor)
        expect(one.to).toBeLessThanOrEqual(typed.length)
        expect(withSuggestion(typed, one).text).toContain(one.insert)
        if (one.kind === 'value' || one.kind === 'saved')
          expect(parseSearch(sampleSearch, one.insert), one.insert).toMatchObject({ ok: true })
      }
    }),
    { numRuns: 3_000 },
  )
})
