import { expect, test } from 'vitest'
import { checkoutWith } from '../test/checkout.ts'
import { checkHouseShape, fileFaults, topLevelFaults } from './houseShape.ts'

test('[HS1] a file of 300 lines is good, one of 301 is not', () => {
  expect(fileFaults('server/a.ts', 'x\n'.repeat(300))).toEqual([])
  expect(fileFaults('server/a.ts', 'x\n'.repeat(301))).toEqual(['server/a.ts: 301 lines; a file never passes 300'])
})

test.each(['test.only(', 'test.skip(', 'it.todo(', 'describe.skip(', 'test.concurrent.only(', 'test.skipIf(x)('])(
  '[HS2] %s in a test is a fault and is named with its line',
  (call) => {
    expect(fileFaults('server/a.test.ts', `\n${call}'x', run)\n`)).toEqual([
      'server/a.test.ts:2: a test that is left out or runs alone',
    ])
  },
)

test('[HS3] the same words outside of tests, and other words in tests, are no fault', () => {
  expect(fileFaults('server/a.ts', 'test.only(x)')).toEqual([])
  expect(fileFaults('server/a.test.ts', "test('only a skip', run)\ntest.each([1])('x', run)\nmail.skip()")).toEqual([])
})

test('[HS4] a type imported inside a type is a fault; an import at run time is not', () => {
  const inline = ['type X = import', "('./b.ts').X"].join('') // in parts, or this file would be at fault itself
  expect(fileFaults('server/a.ts', inline)).toHaveLength(1)
  expect(fileFaults('server/a.ts', "const b = await import('./b.ts')\nimport('./b.ts').then(run)")).toEqual([])
})

test.each(["import { env } from 'node:process'", 'const { env } = process', 'const mode = import.meta.env.MODE'])(
  '[HS7] %s is a fault in the product, and none in server/config.ts, scripts and tests',
  (line) => {
    expect(fileFaults('server/http/a.ts', line)).toHaveLength(1)
    expect(fileFaults('client/a.tsx', line)).toHaveLength(1)
    for (const path of ['server/config.ts', 'scripts/a.ts', 'server/a.crash.test.ts', 'server/testing/a.ts']) {
      expect(fileFaults(path, line)).toEqual([])
    }
  },
)

const longFunction = `export function f() {\n${'  x()\n'.repeat(49)}}\n`

test('[HS8] a function that is too long is a fault of the product and of scripts, none of a test', () => {
  const fault = (path: string) => [`${path}:1: 51 lines; a function never passes 50: export function f() {`]
  for (const path of ['server/a.ts', 'client/a.tsx', 'scripts/a.mjs', 'server/testing/a.ts']) {
    expect(fileFaults(path, longFunction)).toEqual(fault(path))
  }
  expect(fileFaults('server/a.test.ts', longFunction)).toEqual([])
  expect(fileFaults('client/a.css', longFunction)).toEqual([])
})

test('[HS5] the top level holds the four folders and what tools insist on, nothing else', () => {
  const allowed = ['client', 'server', 'shared', 'scripts', 'README.md', '.ci', '.env.example', 'biome.json', 'LICENSE']
  expect(topLevelFaults(allowed)).toEqual([])
  expect(topLevelFaults(['src', 'vitest.config.ts', 'docs.md'])).toHaveLength(3)
})

test('[HS6] the whole checkout is read, and reading nothing is a fault', () => {
  const { root } = checkoutWith({ 'server/game/long.ts': 'x\n'.repeat(400), 'client/ui/long.css': 'x\n'.repeat(301) })
  expect(checkHouseShape(root)).toHaveLength(2)
  expect(checkHouseShape(checkoutWith({}).root)).toHaveLength(1)
})
