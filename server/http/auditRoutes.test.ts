import { expect, test } from 'vitest'
import type { AuditLine } from '../../shared/features/audit/queries.ts'
import { cellOf, csvFile, jsonLinesFile } from './auditRoutes.ts'

const line: AuditLine = {
  key: 'audit-deliveries-7-0',
  seq: 7,
  at: 0,
  kind: 'deliveries',
  act: 'kick',
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

/** Parses RFC 4180. */
function readCsv(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows
}

test('[V1.2.10] [AF1] no cell is a formula, whatever precedes it', () => {
  for (const text of ['=1+1', '+1', '-1', '@a', '|x', '\t=1', '\r=1', '\n+1', ' =1', '"=1', '＝1', '\0=1', '\t', "'=1"])
    expect(readCsv(cellOf(text))[0]?.[0]).toBe(`'${text}`)
  for (const text of ['a=1', 'Rex', '7656', '{"a":"=1"}', '🦖', '']) expect(readCsv(cellOf(text))[0]?.[0]).toBe(text)
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
