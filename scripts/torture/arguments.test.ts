import { expect, test } from 'vitest'
import { nodesArguments, tortureArguments } from './arguments.ts'

test('[TA1] omitted options have the defaults of the help text', () => {
  expect(nodesArguments([])).toEqual({ seed: 1, runs: 10, nodes: 3, lanes: 2, trades: 80, store: 'redis' })
  expect(nodesArguments(['--store', 'embedded', '--seed', '9'])).toMatchObject({ nodes: 1, seed: 9 })
  expect(nodesArguments(['--help'])).toBeNull()
})

test('[TA2] an invalid option is refused by name', () => {
  expect(() => nodesArguments(['--runs', 'many'])).toThrow('--runs is a whole number from 1, not "many"')
  expect(() => nodesArguments(['--store', 'tape'])).toThrow('--store is redis or embedded')
  expect(() => nodesArguments(['--sead', '1'])).toThrow('--sead')
})

test('[TA3] runs in this process are chosen by seeds and by classes', () => {
  expect(tortureArguments([])).toEqual({ seed: 1, seeds: 26, only: [] })
  expect(tortureArguments(['--seeds', '1000', '--seed', '1001', '--only', 'economy,backups/redis'])).toEqual({
    seed: 1001,
    seeds: 1_000,
    only: ['economy', 'backups/redis'],
  })
  expect(() => tortureArguments(['--seeds', '0'])).toThrow('--seeds is a whole number from 1, not "0"')
})
