import { expect, test } from 'vitest'
import { chaosArguments } from './arguments.ts'

test('[TA1] omitted options have the defaults of the help text', () => {
  expect(chaosArguments([])).toEqual({ seed: 1, runs: 10, nodes: 3, lanes: 2, trades: 80, store: 'redis' })
  expect(chaosArguments(['--store', 'embedded', '--seed', '9'])).toMatchObject({ nodes: 1, seed: 9 })
  expect(chaosArguments(['--help'])).toBeNull()
})

test('[TA2] an invalid option is refused by name', () => {
  expect(() => chaosArguments(['--runs', 'many'])).toThrow('--runs is a whole number from 1, not "many"')
  expect(() => chaosArguments(['--store', 'tape'])).toThrow('--store is redis or embedded')
  expect(() => chaosArguments(['--sead', '1'])).toThrow('--sead')
})
