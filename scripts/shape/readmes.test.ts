import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder } from '../build/fingerprint.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const isThere = (path: string) => existsSync(join(repositoryRoot, path))
const readmes = [
  'README.md',
  ...['shared', 'server', 'client', 'scripts'].flatMap((folder) =>
    filesUnder(repositoryRoot, folder).filter((path) => path.endsWith('/README.md')),
  ),
]

/** Folders that npm creates or the hub writes, and the feature of the example. */
const MADE = /^(build|data)\/|\/lantern\//

const linksIn = (readme: string): string[] =>
  [...read(readme).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) => join(dirname(readme), to))
const pathsIn = (readme: string): string[] =>
  [...read(readme).matchAll(/`((?:shared|server|client|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path)
const commandsIn = (readme: string): string[] =>
  [...read(readme).matchAll(/`npm run ([\w-]+)/g)].map(([, command = '']) => command)

test('[DC4] the main README has at most 200 lines and leads to every other README', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(201)
  const linked = new Set(readmes.flatMap(linksIn).flatMap((to) => [to, join(to, 'README.md')]))
  expect(readmes.filter((readme) => readme !== 'README.md' && !linked.has(readme))).toEqual([])
})

test.each(readmes)('[DC5] every link, path and command in %s exists', (readme) => {
  const paths = [...linksIn(readme), ...pathsIn(readme)].filter((path) => !MADE.test(path))
  expect(paths.filter((path) => !isThere(path))).toEqual([])
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  expect(commandsIn(readme).filter((command) => !(command in scripts))).toEqual([])
})
