import { expect, test } from 'vitest'
import { dayMs } from './fields.ts'
import { helpOf, matcherOf, printSearch, termsOf } from './matchSearch.ts'
import { longestSearch, parseSearch } from './parseSearch.ts'
import { suggestionsFor, withSuggestion } from './suggestSearch.ts'
import { animal, animals, at, sampleSearch } from './testing/sampleSearch.ts'

const found = (text: string) => {
  const parsed = parseSearch(sampleSearch, text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return animals.filter(matcherOf(sampleSearch, parsed.node, at)).map(({ name }) => name)
}
const problem = (text: string) => {
  const parsed = parseSearch(sampleSearch, text)
  if (parsed.ok) throw new Error(`"${text}" was understood`)
  const { from, to, message } = parsed.problem
  return [text.slice(from, to), message]
}

test('[QS1] a search is terms, words and quotations, all of which must be true, and an empty one finds all', () => {
  expect(found('')).toEqual(['Spike', 'Rex', 'Old Tri', 'Zoé'])
  expect(found('species:tri growth>0.5 source:shop')).toEqual(['Spike'])
  expect(found('species:tri and growth>50%')).toEqual(['Spike', 'Old Tri'])
  expect(found('rex')).toEqual(['Rex'])
  expect(found('"old t"')).toEqual(['Old Tri'])
  expect(found('zoe')).toEqual(['Zoé'])
  expect(found('tag:big')).toEqual(['Spike', 'Rex'])
})

test('[QS2] or, not and brackets bind as one reads them', () => {
  expect(found('rex or spike')).toEqual(['Spike', 'Rex'])
  expect(found('species:tri source:shop or rex')).toEqual(['Spike', 'Rex'])
  expect(found('species:tri (source:shop or source:grown)')).toEqual(['Spike', 'Old Tri'])
  expect(found('not species:tri')).toEqual(['Rex', 'Zoé'])
  expect(found('-species:tri -rex')).toEqual(['Zoé'])
  expect(found('not (rex or spike)')).toEqual(['Old Tri', 'Zoé'])
  expect(found('NOT species:tri AND growth<1')).toEqual(['Zoé'])
})

test('[QS3] amounts are compared, have ranges and units, and what is not known is found by none alone', () => {
  expect(found('kills:3')).toEqual(['Rex'])
  expect(found('kills>=1')).toEqual(['Spike', 'Rex'])
  expect(found('kills:1..3')).toEqual(['Spike', 'Rex'])
  expect(found('kills:..2')).toEqual(['Spike', 'Old Tri'])
  expect(found('kills:2..')).toEqual(['Rex'])
  expect(found('kills:none')).toEqual(['Zoé'])
  expect(found('growth:50%..0.8')).toEqual(['Spike'])
  expect(found('played>90min')).toEqual(['Rex'])
  expect(found('played<=1.5h')).toEqual(['Spike'])
  expect(found('got:2026-03-02')).toEqual(['Rex'])
  expect(found('got>2026-03-01')).toEqual(['Rex', 'Old Tri'])
  expect(found('age<7d')).toEqual(['Rex', 'Old Tri'])
  expect(found('name:none')).toEqual([])
})

test('[QS4] what cannot be understood is named with its place and what helps', () => {
  expect(problem('rex colour:red')).toEqual([
    'colour',
    expect.stringMatching(/no filter "colour"\. Filters are species,/),
  ])
  expect(problem('spec:tri')).toEqual(['spec', 'There\'s no filter "spec". Did you mean "species"?'])
  expect(problem('source:shoop')).toEqual(['shoop', '"source" is one of grown, shop, marketplace.'])
  expect(problem('kills>many')).toEqual(['many', '"many" isn\'t a number, like 12.'])
  expect(problem('got:2026-02-31')).toEqual(['2026-02-31', '"2026-02-31" isn\'t a day, like 2026-03-01.'])
  expect(problem('played>5')).toEqual(['5', '"5" isn\'t a time with its unit, like 30min, 5h, 7d or 2w.'])
  expect(problem('kills:5..2')).toEqual(['5..2', 'This range ends before it begins.'])
  expect(problem('kills>1..2')).toEqual(['1..2', 'A range needs ":", as in kills:1..2.'])
  expect(problem('kills:..')).toEqual(['..', 'A range needs at least one end.'])
  expect(problem('species>tri')).toEqual(['>', '"species" is not an amount: use ":" or "=" instead of ">".'])
  expect(problem('a species:')).toEqual(['species:', '"species:" needs a value, as in species:tri.'])
  expect(problem('a >5')).toEqual(['a', expect.stringContaining('no filter "a"')])
  expect(problem('rex or')).toEqual(['or', '"or" needs something after it.'])
  expect(problem('or rex')).toEqual(['or', '"or" needs something before it.'])
  expect(problem('rex and')).toEqual(['and', '"and" needs something after it.'])
  expect(problem('rex not')).toEqual(['not', '"not" needs something after it.'])
  expect(problem('(rex')).toEqual(['(', 'This bracket is never closed.'])
  expect(problem('(')).toEqual(['(', 'This bracket is never closed.'])
  expect(problem('rex)')).toEqual([')', 'This bracket closes nothing.'])
  expect(problem('()')).toEqual(['()', 'There is nothing in these brackets.'])
  expect(problem('"rex')).toEqual(['"rex', 'This quotation mark is never closed.'])
  expect(problem(':5')).toEqual([':', '":" needs the name of a filter before it.'])
  expect(problem('x'.repeat(longestSearch + 1))[1]).toContain('at most 300 characters')
  expect(problem('('.repeat(60))[1]).toContain('too many brackets')
})

test('[QS5] suggestions go on where the cursor is, with filters, values of the list, and saved and recent searches', () => {
  const known = {
    now: at,
    rows: animals,
    saved: [{ name: 'Big ones', text: 'tag:big' }],
    recent: ['rex', 'growth>0.5'],
  }
  const insertsAt = (text: string, cursor = text.length) =>
    suggestionsFor(sampleSearch, text, cursor, known).map(({ insert }) => insert.trim())
  expect(insertsAt('')).toEqual(expect.arrayContaining(['tag:big', 'rex', 'species:', 'growth>']))
  expect(insertsAt('sp')).toEqual(['species:', 'name:Spike'])
  expect(insertsAt('source:')).toEqual(['source:grown', 'source:shop', 'source:marketplace'])
  expect(insertsAt('rex species:tyr')).toEqual(['species:Tyrannosaurus'])
  expect(insertsAt('name:o')).toEqual(['name:"Old Tri"', 'name:Zoé'])
  expect(insertsAt('big')).toEqual(['tag:big', 'tag:big'])
  expect(insertsAt('kills:')).toEqual(['kills:2', 'kills:none'])
  expect(insertsAt('rex o')).toEqual(['name:"Old Tri"', 'or'])
  const text = 'species:tr rex'
  const [first] = suggestionsFor(sampleSearch, text, 'species:tr'.length, known)
  expect(first && withSuggestion(text, first)).toEqual({ text: 'species:Triceratops  rex', cursor: 20 })
  const [open] = suggestionsFor(sampleSearch, 'name:"old', 9, known)
  expect(open && withSuggestion('name:"old', open).text).toBe('name:"Old Tri" ')
})

test('[QS6] a row says by which terms it and others like it are found, and the help has all filters', () => {
  expect(termsOf(sampleSearch, animal({ species: 'Tenontosaurus', source: 'grown', growth: 57 }), at)).toEqual([
    'species=Tenontosaurus',
    'source=grown',
    'growth:0.57',
  ])
  expect(helpOf(sampleSearch).map(({ name }) => name)).toEqual(sampleSearch.fields.map(({ name }) => name))
  for (const { example } of helpOf(sampleSearch)) expect(parseSearch(sampleSearch, example).ok, example).toBe(true)
  const parsed = parseSearch(sampleSearch, 'not (rex or played>120min) got:2026-03-01..2026-03-09')
  expect(parsed.ok && printSearch(sampleSearch, parsed.node)).toBe('not (rex or played>2h) got:2026-03-01..2026-03-09')
  expect(dayMs).toBe(24 * 3_600_000)
})
