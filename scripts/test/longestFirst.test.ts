import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../repositoryRoot.ts'
import { longFileNames, orderFiles } from './longestFirst.ts'

const ordered = (...paths: string[]) =>
  orderFiles(paths.map((path) => ({ path, project: /\.?(\w+)\.test/.exec(path)?.[1] ?? '' }))).map(({ path }) => path)

test('[LZ1] every file that is listed as long exists', () => {
  expect(longFileNames.filter((name) => !existsSync(join(repositoryRoot, name)))).toEqual([])
})

test('[LZ2] files of one project follow each other, the longest first', () => {
  const [packs, redis] = [
    'server/features/packs/packs.integration.test.ts',
    'server/storage/redis/redis.contract.test.ts',
  ]
  const [short, crash, kill] = ['a.integration.test.ts', 'a.crash.test.ts', 'server/testing/kill.crash.test.ts']
  expect(ordered(short, redis, crash, packs, kill)).toEqual([kill, crash, redis, packs, short])
})

test('[LZ3] screens follow each other, before the rest, and no file is left out or comes twice', () => {
  const files = ['a.unit.test.ts', 'b.unit.test.tsx', 'c.property.test.ts', 'd.unit.test.tsx', 'e.unit.test.ts']
  const order = ordered(...files)
  expect(order.slice(0, 3)).toEqual(['b.unit.test.tsx', 'd.unit.test.tsx', 'c.property.test.ts'])
  expect(order.toSorted()).toEqual(files)
})
