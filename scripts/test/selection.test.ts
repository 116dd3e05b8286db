import { expect, test } from 'vitest'
import { checkoutWith } from './checkout.ts'
import { readTestOptions } from './selection.ts'

const files = {
  'server/packs/rules.test.ts': "test('PK31: a seventh carnivore is refused')",
  'server/packs/traffic.integration.test.ts': "test('PT1: traffic')",
  'server/storage/contract/leaseRules.ts': "rule('ST40: one lease')",
  'server/storage/redis.contract.test.ts': 'storageContract()',
  'client/ui/Pager.test.tsx': "test('PG1: pages')",
  'client/ui/Pager.tsx': 'PK31',
}
const select = (...args: string[]) => readTestOptions(args, checkoutWith(files).root).selection

test('[SL1] without arguments everything runs, quietly', () => {
  expect(readTestOptions([], checkoutWith(files).root)).toEqual({ busy: false, selection: null })
  expect(readTestOptions(['--busy'], checkoutWith(files).root)).toEqual({ busy: true, selection: null })
})

test('[SL2] a path selects a test file, or every test file below a folder, of several kinds at once', () => {
  expect(select('server/packs')).toEqual({
    files: ['server/packs/rules.test.ts', 'server/packs/traffic.integration.test.ts'],
    names: [],
  })
  expect(select('server/packs/rules.test.ts', './client')?.files).toEqual([
    'server/packs/rules.test.ts',
    'client/ui/Pager.test.tsx',
  ])
})

test('[SL3] a name selects the test files that hold it', () => {
  expect(select('PK31')).toEqual({ files: ['server/packs/rules.test.ts'], names: ['PK31'] })
  expect(select('seventh carnivore')?.files).toEqual(['server/packs/rules.test.ts'])
})

test('[SL4] a rule of a contract suite selects the files that run the suite', () => {
  expect(select('ST40')).toEqual({ files: ['server/storage/redis.contract.test.ts'], names: ['ST40'] })
})

test('[SL5] a path and a name together select the name below the path', () => {
  expect(select('server/packs', 'PT1')?.files).toEqual(['server/packs/traffic.integration.test.ts'])
  expect(() => select('client', 'PT1')).toThrow('"PT1" is neither a path nor part of the name of a test there.')
})

test('[SL6] an argument that matches nothing, and an unknown option, are named', () => {
  expect(() => select('PK99')).toThrow('"PK99" is neither a path nor part of the name of a test')
  expect(() => select('server/storage/contract')).toThrow('No test file below server/storage/contract.')
  expect(() => select('--quick')).toThrow('There is no option --quick.')
})
