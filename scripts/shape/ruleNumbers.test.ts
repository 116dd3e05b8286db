import { expect, test } from 'vitest'
import { ruleNumberFaults } from './ruleNumbers.ts'

// In parts, or these would count as names of tests here.
const name = (number: string) => `test('${['[', number, ']'].join('')} a sentence', () => {})`
const faults = (...files: [string, string][]) => ruleNumberFaults(new Map(files))

test('[RN1] a number that heads two tests is a fault that names both places', () => {
  expect(faults(['a.test.ts', name('PK1')], ['server/contract/b.ts', `\n${name('PK1')}`])).toEqual([
    '[PK51] is the number of 2 rules: a.test.ts:1, server/contract/b.ts:2',
  ])
})

test('[RN2] different numbers, the same number in a comment, and a requirement of the ASVS are no fault', () => {
  const comment = ['// see [', 'PK1]'].join('')
  expect(faults(['a.test.ts', `${name('PK1')}\n${comment}`], ['b.test.ts', name('PK2')])).toEqual([])
  expect(faults(['a.test.ts', name('V6.3.1')], ['b.test.ts', name('V6.3.1')])).toEqual([])
})

test('[RN3] every number of a name counts', () => {
  const both = ['test("[', 'V6.3.1] [', 'SI2] a sentence", () => {})'].join('')
  expect(faults(['a.test.ts', both], ['b.test.ts', name('SI2')])).toHaveLength(1)
})
