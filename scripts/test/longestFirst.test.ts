import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../repositoryRoot.ts'
import { longFileNames, orderFiles } from './longestFirst.ts'

const ordered = (...paths: string[]) => orderFiles(paths.map((path) => ({ path }))).map(({ path }) => path)

test('[LZ1] every file that is said to be long exists', () => {
  expect(longFileNames.filter((name) => !existsSync(join(repositoryRoot, name)))).toEqual([])
})

test('[LZ2] the longest files start first, and those in a browser are spread among those that wait', () => {
  const [bench, redis] = ['scripts/bench.integration.test.ts', 'server/storage/redis/redis.contract.test.ts']
  const browser = ['a', 'b', 'c', 'd'].map((name) => `scripts/test/browser/${name}.browser.test.ts`)
  const order = ordered(...browser, 'server/x.integration.test.ts', redis, bench)
  expect(order.filter((path) => !browser.includes(path))).toEqual([bench, redis, 'server/x.integration.test.ts'])
  expect(order.slice(0, 2)).toEqual([browser[0], bench])
  expect(order.indexOf(redis)).toBeLessThan(order.indexOf(browser[3] ?? ''))
})

test('[LZ3] screens follow each other, before the rest, and no file is left out or comes twice', () => {
  const files = ['a.test.ts', 'b.test.tsx', 'c.property.test.ts', 'd.test.tsx', 'e.test.ts']
  const order = ordered(...files)
  expect(order.slice(0, 2)).toEqual(['b.test.tsx', 'd.test.tsx'])
  expect(order.toSorted()).toEqual(files)
})
