import { expect, test } from 'vitest'
import { tortureArguments } from './tortureArguments.ts'

test('[TA1] what is not said is as it is told in the help', () => {
  expect(tortureArguments([])).toEqual({ seed: 1, runs: 10, nodes: 3, lanes: 2, store: 'redis' })
  expect(tortureArguments(['--store', 'embedded', '--seed', '9'])).toMatchObject({ nodes: 1, seed: 9 })
  expect(tortureArguments(['--help'])).toBeNull()
})

test('[TA2] what cannot be is refused by its name', () => {
  expect(() => tortureArguments(['--runs', 'many'])).toThrow('--runs is a whole number from 1, not "many"')
  expect(() => tortureArguments(['--store', 'tape'])).toThrow('--store is redis or embedded')
  expect(() => tortureArguments(['--sead', '1'])).toThrow('--sead')
})
