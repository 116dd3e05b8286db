import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../repositoryRoot.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** What a module imports when it runs; types are not part of that. */
const importsOf = (path: string) =>
  [...read(path).matchAll(/^(?:import|export)\b(?! type\b)[^;'"]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, still, lazy]) => still ?? lazy ?? '',
  )

/** All modules of ours that these import, and all packages. */
function reach(entries: readonly string[]) {
  const [ours, packages] = [new Set<string>(), new Set<string>()]
  const visit = (path: string) => {
    if (ours.has(path)) return
    ours.add(path)
    for (const name of importsOf(path))
      if (name.startsWith('.')) visit(normalize(join(dirname(path), name)))
      else if (!name.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  }
  for (const entry of entries) visit(entry)
  return { ours: [...ours], packages: [...packages] }
}

/** What the image that runs is given of the checkout. */
function copied(): readonly string[] {
  const stage =
    read('scripts/Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  return [...stage.matchAll(/^COPY (?!--)(.+)$/gm)].flatMap(([, words = '']) => words.split(' ').slice(0, -1))
}

test('[IM1907] the image has all that its hub and the scripts beside it import, files and packages', () => {
  const scripts = ['connect', 'export', 'import', 'restore', 'hashSecret'].map((name) => `scripts/${name}.ts`)
  const { ours, packages } = reach(['server/main.ts', ...scripts])
  expect(ours.length).toBeGreaterThan(300)
  const inImage = copied()
  expect(ours.filter((path) => !inImage.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([])
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Readonly<Record<string, string>> }
  expect(packages.filter((name) => !(name in dependencies))).toEqual([])
})
