import { expect, test } from 'vitest'
import { checkoutWith } from '../test/checkout.ts'
import { checkHouseShape, fileFaults, serverTopFaults, topLevelFaults } from './houseShape.ts'

test('[HS1] a file of 300 lines passes; a longer one must say in its first comment why it is one file', () => {
  expect(fileFaults('server/a.ts', 'x\n'.repeat(300))).toEqual([])
  expect(fileFaults('server/a.ts', 'x\n'.repeat(301))).toEqual([
    'server/a.ts: 301 lines; above 300 the first comment says "one file because …"',
  ])
  const reason = '/**\n * The table of all commands: one\n * file because readers compare its rows.\n */\n'
  expect(fileFaults('server/a.ts', reason + 'x\n'.repeat(301))).toEqual([])
  expect(fileFaults('server/a.ts', `// first\n${'x\n'.repeat(301)}// one file because I say so\n`)).toHaveLength(1)
})

test.each(['test.only(', 'test.skip(', 'it.todo(', 'describe.skip(', 'test.concurrent.only(', 'test.skipIf(x)('])(
  '[HS2] %s in a test is a fault, named with its line',
  (call) => {
    expect(fileFaults('server/a.test.ts', `\n${call}'x', run)\n`)).toEqual([
      'server/a.test.ts:2: a test that is left out or runs alone',
    ])
  },
)

test('[HS3] the same words outside of tests, and other words in tests, are not faults', () => {
  expect(fileFaults('server/a.ts', 'test.only(x)')).toEqual([])
  expect(fileFaults('server/a.test.ts', "test('only a skip', run)\ntest.each([1])('x', run)\nmail.skip()")).toEqual([])
})

test('[HS4] a type imported inside a type is a fault; an import at run time is not', () => {
  const inline = ['type X = import', "('./b.ts').X"].join('') // in parts, or this file would be at fault itself
  expect(fileFaults('server/a.ts', inline)).toHaveLength(1)
  expect(fileFaults('server/a.ts', "const b = await import('./b.ts')\nimport('./b.ts').then(run)")).toEqual([])
})

test('[HS5] the top level holds the four folders and what tools insist on, nothing else', () => {
  const allowed = ['client', 'server', 'shared', 'scripts', 'README.md', '.ci', '.env.example', 'biome.json', 'LICENSE']
  expect(topLevelFaults(allowed)).toEqual([])
  expect(topLevelFaults(['src', 'vitest.config.ts', 'docs.md'])).toHaveLength(3)
})

test('[HS6] the whole checkout is read, and reading nothing is a fault', async () => {
  const { root } = checkoutWith({ 'server/game/long.ts': 'x\n'.repeat(400), 'client/ui/long.css': 'x\n'.repeat(301) })
  expect(await checkHouseShape(root)).toHaveLength(2)
  expect(await checkHouseShape(checkoutWith({}).root)).toHaveLength(1)
})

test('[HS2504] a file that has become wrong is found after the checkout was clean, and so is a fault between files', async () => {
  const twice = `test('[${'AB1'}] x', run)\n`
  const { root, write } = checkoutWith({ 'server/game/a.ts': 'x\n', 'server/game/a.test.ts': twice })
  expect(await checkHouseShape(root)).toEqual([])
  write('server/game/b.test.ts', twice)
  expect(await checkHouseShape(root)).toHaveLength(1)
  write('server/game/a.ts', 'x\n'.repeat(400))
  expect(await checkHouseShape(root)).toHaveLength(2)
})

test.each(["import { env } from 'node:process'", 'const { env } = process', 'const mode = import.meta.env.MODE'])(
  '[HS7] %s is a fault in the product, but not in server/config.ts, scripts and tests',
  (line) => {
    expect(fileFaults('server/http/a.ts', line)).toHaveLength(1)
    expect(fileFaults('client/a.tsx', line)).toHaveLength(1)
    for (const path of ['server/config.ts', 'scripts/a.ts', 'server/a.crash.test.ts', 'server/testing/a.ts']) {
      expect(fileFaults(path, line)).toEqual([])
    }
  },
)

const longFunction = `export function f() {\n${'  x()\n'.repeat(49)}}\n`

test('[HS8] a function that is too long is a fault in the product and in scripts, but not in tests', () => {
  const fault = (path: string) => [`${path}:1: 51 lines; a function has at most 50: export function f() {`]
  for (const path of ['server/a.ts', 'client/a.tsx', 'scripts/a.mjs', 'server/testing/a.ts']) {
    expect(fileFaults(path, longFunction)).toEqual(fault(path))
  }
  expect(fileFaults('server/a.test.ts', longFunction)).toEqual([])
  expect(fileFaults('server/storage/contract/leaseRules.ts', longFunction)).toEqual([])
  expect(fileFaults('client/a.css', longFunction)).toEqual([])
})

test('[HS9] server/ holds main.ts and config.ts at its top, and folders', () => {
  expect(serverTopFaults(['server/main.ts', 'server/config.ts', 'server/README.md', 'server/app/app.ts'])).toEqual([])
  expect(serverTopFaults(['server/log.ts'])).toEqual([
    'server/log.ts: the top of server/ holds main.ts and config.ts; the rest has a folder',
  ])
})

// In parts, or these lines would be faults themselves.
test.each([
  ['a spread of an object literal', ['f({ ..', '.{ a, b }, c })'].join('')],
  ['a choice from a bag of parts', ['function f(parts: Pick<Hub', "Parts, 'clock'>) {}"].join('')],
])('[HS11] %s is a fault', (fault, line) => {
  expect(fileFaults('server/a.ts', line)[0]).toContain(`server/a.ts:1: ${fault}`)
})

test('[MC8] arithmetic with wall time is a fault, but for files that compare it with stored times', () => {
  for (const line of [
    'const ms = clock.now() - startedAt',
    'if (until > Date.now()) wait()',
    'const end = Date.now() + 5',
  ])
    expect(fileFaults('server/a.ts', line)[0]).toContain('an interval on wall time')
  const fine = ['const read = () => clock.now()', 'const ms = clock.monotonic() - startedAt']
  for (const line of fine) expect(fileFaults('server/a.ts', line)).toEqual([])
  expect(fileFaults('server/engine/timers.ts', 'wait(timer.at - clock.now())')).toEqual([])
})

test('[HS2460] a limit of a field that is a number in the page is a fault: the hub may have another one', () => {
  for (const line of ['<Field label="Reason" longest={200} />', "const search = { hint: 'Name', longest: 100 }"])
    expect(fileFaults('client/features/x/a.tsx', line)).toEqual([
      'client/features/x/a.tsx:1: the longest text of a field as a number: import the limit that the hub checks',
    ])
  expect(fileFaults('client/features/x/a.tsx', '<Field label="Reason" longest={longestReason} />')).toEqual([])
  for (const path of ['client/features/x/a.test.tsx', 'client/features/parts/stories.tsx', 'client/ui/a.tsx'])
    expect(fileFaults(path, '<Field label="Reason" longest={200} />')).toEqual([])
})

test('[HS2538] the lengths of an id are declared once: as numbers elsewhere in the product they are a fault', () => {
  const line = 'const Account = z.string().min(1).max(64)'
  expect(fileFaults('shared/features/x/commands.ts', line)).toEqual([
    'shared/features/x/commands.ts:1: the lengths of an id as numbers: shared/engine/ids.ts has the schema `Id`',
  ])
  expect(fileFaults('shared/features/x/commands.ts', 'const input = z.strictObject({ account: Id })')).toEqual([])
  expect(fileFaults('shared/features/x/x.test.ts', line)).toEqual([])
})

test('[HS12] a spread of a value, or of a condition, is not a fault', () => {
  expect(fileFaults('server/a.ts', 'f({ ...parts, ...(x && { a }), c })')).toEqual([])
})

test('[HS13] a file that only passes exports on, and a file whose name says nothing, are faults', () => {
  expect(fileFaults('server/x/parts.ts', "export * from './a.ts'\nexport { b } from './b.ts'\n")).toHaveLength(1)
  expect(fileFaults('server/x/utils.ts', 'export const a = 1\n')).toEqual([
    'server/x/utils.ts: a file is named for its idea; this name says nothing',
  ])
})
