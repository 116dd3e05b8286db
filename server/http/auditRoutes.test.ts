import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { AuditLine } from '../../shared/features/audit/queries.ts'
import { inSession, person } from '../testing/principals.ts'
import { auditRoutes, csvFile, jsonLinesFile } from './auditRoutes.ts'
import { cellOf } from './csv.ts'

const line: AuditLine = {
  key: 'audit-deliveries-7-0',
  seq: 7,
  at: 0,
  kind: 'deliveries',
  act: 'kick',
  did: 'kicked {target}',
  order: 'kick {target}',
  by: 'ann',
  byName: '=cmd|calc',
  role: 'admin',
  elevated: false,
  target: { id: '76561198000000001', name: 'Rex, "the" 🦖\r\nKing' },
  detail: { reason: '@SUM(1)' },
  delivery: 'd1',
  outcome: null,
  address: null,
  session: null,
  agent: null,
}

test('[AF1836] a wrong filter of the file is refused by its name, with its value and what it may hold', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const query = () => Promise.reject(new Error('It was asked.'))
  const hub = { query, dispatch: query }
  auditRoutes(app, { hub, principalOf: () => inSession(person('olga', 'owner')), clock: { now: () => 0 } })
  const errorOf = async (given: string) => {
    const answer = await app.inject(`/api/audit.csv?${given}`)
    return [answer.statusCode, answer.json().error]
  }
  const aTime = 'a time in epoch ms, or in ISO 8601 such as 2026-11-23T04:00:00Z'
  expect(await errorOf('from=yesterday&text=Rex')).toEqual([400, `from: ${aTime}, not "yesterday".`])
  expect(await errorOf('to=2026-02-31')).toEqual([400, `to: ${aTime}, not "2026-02-31".`])
  expect(await errorOf('kinds=deliveries,theft')).toEqual([
    400,
    expect.stringMatching(/^kinds: one or more of .*deliveries.*, separated by commas, not "theft"\.$/),
  ])
  expect(await errorOf(`actor=${'x'.repeat(101)}`)).toEqual([
    400,
    'actor: Too long, at most 100 characters. It has 101.',
  ])
  expect(await errorOf('text=a&text=b')).toEqual([400, 'text: one text, not ["a","b"].'])
  expect(await errorOf('act=kick')).toEqual([400, 'There is no field "act". There are text, actor, kinds, from, to.'])
})

/** Reads as spreadsheets do that separate by commas. */
const readCsv = (text: string): string[][] => parse(text, { recordDelimiter: '\r\n' })
const readCell = (text: string) => readCsv(`${cellOf(text)}\r\n`)[0]?.[0]

test('[V1.2.10] [AF1] no cell is a formula, whatever precedes it', () => {
  for (const text of ['=1+1', '+1', '-1', '@a', '|x', '\t=1', '\r=1', '\n+1', ' =1', '"=1', '＝1', '\0=1', '\t', "'=1"])
    expect([text, readCell(text)]).toEqual([text, expect.stringMatching(/^'/)])
  for (const text of ['a=1', 'Rex', '7656', '{"a":"=1"}', '🦖']) expect(readCell(text)).toBe(text)
})

const separators = [
  ',',
  ';',
  '\t',
  '|',
  '"',
  "'",
  '\n',
  '\r',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\0',
  '\x1F',
  '^',
  '~',
]

test('[V1.2.10] [BH29] a cell that holds a separator of any spreadsheet is quoted, and a plain one is not', () => {
  for (const separator of separators)
    expect([separator, cellOf(`a${separator}b`)]).toEqual([separator, expect.stringMatching(/^".*"$/su)])
  for (const text of ['Rex', 'deliveries', '76561198000000001', '2026-01-01T00:00:00.000Z', '127.0.0.1', 'Ärger 3'])
    expect(cellOf(text)).toBe(text)
  for (const text of [' Rex', 'Rex ', '=1', '@a']) expect(cellOf(text)).toMatch(/^".*"$/)
})

const Hostile = fc.string({
  unit: fc.constantFrom(...separators, '=', '+', '-', '@', '%', '＝', ' ', 'a', '1', '\r\n', '{', '}'),
  maxLength: 24,
})

test('[V1.2.10] [BH30] for any text a file read with commas holds the text, and no cell of any spreadsheet is a formula', {
  tags: 'slow',
}, () => {
  const formula = /^[\s\0"']*[=+\-@%＝＋－＠]/u
  fc.assert(
    fc.property(Hostile, Hostile, Hostile, (byName, target, reason) => {
      const hostile = { ...line, byName, target: { id: 'x', name: target }, detail: { reason } }
      const file = (csvFile.head + csvFile.row(hostile) + csvFile.row(line)).slice(1)
      const [head = [], row = [], next = []] = readCsv(file)
      expect([row.length, next.length]).toEqual([head.length, head.length])
      const cells = Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']))
      // The marks before formulas are the only difference.
      const bare = (text = '') => text.replaceAll("'", '')
      expect([bare(cells.actor), bare(cells.target)]).toEqual([bare(byName), bare(target)])
      expect(bare(cells.arguments)).toBe(bare(JSON.stringify({ reason })))
      for (const delimiter of [',', ';', '\t', '|']) {
        const options = {
          delimiter,
          quote: delimiter === ',' ? '"' : null,
          relaxColumnCount: true,
          recordDelimiter: ['\r\n', '\n', '\r'],
        }
        for (const one of parse(file, options).flat())
          if (!/^["\s]*'/.test(one)) expect([delimiter, one]).not.toEqual([delimiter, expect.stringMatching(formula)])
      }
    }),
    { numRuns: 300 },
  )
})

test('[AF2] a written file is read back with as many cells in each row as in the head', () => {
  const [head = [], row = []] = readCsv((csvFile.head + csvFile.row(line)).slice(1))
  expect(row.length).toBe(head.length)
  expect(head).toEqual([...new Set(head)])
  const read = Object.fromEntries(head.map((name, at) => [name, row[at]]))
  expect(read).toMatchObject({
    time: '1970-01-01T00:00:00.000Z',
    actor: "'=cmd|calc",
    target: 'Rex, "the" 🦖\r\nKing',
    elevated: 'false',
    arguments: '{"reason":"@SUM(1)"}',
    outcome: '',
    entry: '7',
  })
})

test('[AF3] a line of JSON Lines is one line', () => {
  const row = jsonLinesFile.row(line)
  expect(row.indexOf('\n')).toBe(row.length - 1)
  expect(JSON.parse(row)).toEqual(line)
})
