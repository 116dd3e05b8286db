import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '../repositoryRoot.ts'

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')

interface Row {
  readonly requirement: string
  readonly files: readonly string[]
}

/** One entry for each requirement in a line of the table. */
const rowsIn = (text: string): Row[] =>
  [...text.matchAll(/^\| ((?:V\d+\.\d+\.\d+(?:, )?)+) \| [^|]+ \| ([^|]+) \|$/gm)].flatMap(
    ([, names = '', cell = '']) => {
      const files = [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
      return names.split(', ').map((requirement) => ({ requirement, files }))
    },
  )

/** A test is named so, or gets its number from `test.each`. */
const shows = (text: string, requirement: string) =>
  text.includes(`[${requirement}]`) || (text.includes("'[%s] ") && text.includes(`'${requirement}'`))

const rows = rowsIn(read('server/auth/README.md'))

test('[AT5] the table exists, and names each requirement once', () => {
  expect(rows.length).toBeGreaterThan(40)
  expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(rows.length)
  const wanted = ['4.4.2', '4.4.3', '7.2.3', '7.2.4', '7.3.1', '7.3.2', '7.4.1', '7.4.2', '2.4.1', '8.2.1', '8.3.1']
  for (const number of wanted) expect(rows.map(({ requirement }) => requirement)).toContain(`V${number}`)
})

describe('[AT6] every test in the table exists', () => {
  test.each(rows)('$requirement', ({ requirement, files }) => {
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      expect([file, existsSync(join(repositoryRoot, file))]).toEqual([file, true])
      expect([file, shows(read(file), requirement)]).toEqual([file, true])
    }
  })
})

test('[AT7] a missing test is noticed', () => {
  const [row] = rowsIn('| V1.2.3, V4.5.6 | words | `README.md`, `a.test.ts` |')
  expect(row).toEqual({ requirement: 'V1.2.3', files: ['README.md', 'a.test.ts'] })
  expect(shows("test('[V1.2.3] so', () => {})", 'V1.2.3')).toBe(true)
  expect(shows("test('[V1.2.3] so', () => {})", 'V1.2.4')).toBe(false)
})
