import { expect, test } from 'vitest'
import { featureOrderFaults, ruleNumberFaults, smallFileFaults } from './betweenFiles.ts'

const index = "export const featureOrder = ['account', 'roles', 'packs'] as const\n"
const files = (more: Record<string, string>) =>
  new Map(
    Object.entries({
      'server/features/index.ts': index,
      'server/features/account/rules.ts': '',
      'server/features/roles/rules.ts': '',
      'server/features/packs/rules.ts': "import { a } from '../account/rules.ts'\n",
      ...more,
    }),
  )

test('[FO16] a feature may import the features before it, and itself', () => {
  expect(featureOrderFaults(files({}))).toEqual([])
  expect(featureOrderFaults(files({ 'server/features/packs/feature.ts': "import { r } from './rules.ts'" }))).toEqual(
    [],
  )
})

test('[FO17] an import of a later feature is a fault; a test may import any', () => {
  const line = "import { p } from '../packs/rules.ts'\n"
  expect(featureOrderFaults(files({ 'server/features/roles/rules.ts': line }))).toEqual([
    'server/features/roles/rules.ts: roles comes before packs in server/features/index.ts and must not import it',
  ])
  expect(featureOrderFaults(files({ 'server/features/roles/rules.test.ts': line }))).toEqual([])
})

test('[FO18] a feature that is missing from the order is a fault', () => {
  expect(featureOrderFaults(files({ 'server/features/market/rules.ts': '' }))).toEqual([
    'server/features/index.ts: market is not in the order',
  ])
})

// In parts, or these would count as names of tests here.
const name = (number: string) => `test('${['[', number, ']'].join('')} a sentence', () => {})`
const faults = (...files: [string, string][]) => ruleNumberFaults(new Map(files))

test('[RN1] a number that heads two tests is a fault that names both places', () => {
  expect(faults(['a.test.ts', name('PK1')], ['server/contract/b.ts', `\n${name('PK1')}`])).toEqual([
    '[' + 'PK1] is the number of 2 rules: a.test.ts:1, server/contract/b.ts:2',
  ])
})

test('[RN2] different numbers, the same number in a comment, and a requirement of the ASVS are not faults', () => {
  const comment = ['// see [', 'PK1]'].join('')
  expect(faults(['a.test.ts', `${name('PK1')}\n${comment}`], ['b.test.ts', name('PK2')])).toEqual([])
  expect(faults(['a.test.ts', name('V6.3.1')], ['b.test.ts', name('V6.3.1')])).toEqual([])
})

test('[RN3] every number of a name counts', () => {
  const both = ['test("[', 'V6.3.1] [', 'SI2] a sentence", () => {})'].join('')
  expect(faults(['a.test.ts', both], ['b.test.ts', name('SI2')])).toHaveLength(1)
})

test('[HS10] a small file whose only importer is beside it is a fault, unless it is a program of its own', () => {
  const sources = (more: Record<string, string> = {}) =>
    new Map(
      Object.entries({
        'server/a/big.ts': `import { x } from './small.ts'\n${'x\n'.repeat(80)}`,
        'server/a/small.ts': 'export const x = 1\n',
        'server/a/small.test.ts': "import { x } from './small.ts'\n",
        ...more,
      }),
    )
  expect(smallFileFaults(sources())).toEqual([
    'server/a/small.ts: under 60 lines, and only big.ts beside it imports it: merge them',
  ])
  expect(smallFileFaults(sources({ 'server/b/other.ts': "import { x } from '../a/small.ts'\n" }))).toEqual([])
  expect(smallFileFaults(sources({ 'server/a/small.ts': 'x\n'.repeat(60) }))).toEqual([])
  const started = "startChild(new URL('./small.ts', import.meta.url))"
  expect(smallFileFaults(sources({ 'server/a/other.test.ts': started }))).toEqual([])
})
