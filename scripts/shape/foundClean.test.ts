import { expect, test } from 'vitest'
import { checkoutWith } from '../test/checkout.ts'
import { checkChanged, lintChanged } from './foundClean.ts'

/** A check that finds a fault in each file with the word "wrong", and notes which files it was given. */
function createCheck() {
  const { root } = checkoutWith({})
  const files = new Map<string, string>()
  const given: string[][] = []
  let whileItRuns = () => {}
  const check = (rules = '1') =>
    checkChanged({
      root,
      name: 'words',
      rules,
      read: () => new Map(files),
      findFaults: (changed) => {
        given.push([...changed])
        whileItRuns()
        return changed.filter((path) => files.get(path)?.includes('wrong'))
      },
    })
  return { files, given, check, meanwhile: (act: () => void) => (whileItRuns = act) }
}

test('[FC2500] only what has changed is checked again: a content, a path, or all with the rules', async () => {
  const { files, given, check } = createCheck()
  files.set('a.ts', 'a').set('b.ts', 'b')
  await check()
  await check()
  files.set('b.ts', 'c').set('d.ts', 'a')
  await check()
  files.delete('d.ts')
  await check()
  await check('2')
  expect(given).toEqual([
    ['a.ts', 'b.ts'],
    ['b.ts', 'd.ts'],
    ['a.ts', 'b.ts'],
  ])
})

test('[FC2501] a fault is found each time, until it is mended', async () => {
  const { files, given, check } = createCheck()
  files.set('a.ts', 'a').set('b.ts', 'wrong')
  expect(await check()).toEqual(['b.ts'])
  expect(await check()).toEqual(['b.ts'])
  files.set('b.ts', 'b')
  expect(await check()).toEqual([])
  expect(await check()).toEqual([])
  expect(given).toHaveLength(3)
})

test('[FC2502] what is saved while the check runs is checked the next time, and so is what was there before', async () => {
  const { files, given, check, meanwhile } = createCheck()
  files.set('a.ts', 'a').set('b.ts', 'b')
  meanwhile(() => files.set('b.ts', 'later'))
  await check()
  meanwhile(() => {})
  files.set('b.ts', 'b')
  await check()
  expect(given).toEqual([['a.ts', 'b.ts'], ['b.ts']])
})

test('[FC2503] Biome is given the files that changed, and everything when its settings or many files did', async () => {
  const settings = { '.gitignore': '', 'biome.json': '{}', 'package.json': '{}', 'package-lock.json': '{}' }
  const { root, write } = checkoutWith({ ...settings, 'server/a.ts': 'a', 'node_modules/b.ts': 'b', 'data/c.ts': 'c' })
  const given: (readonly string[])[] = []
  const check = () =>
    lintChanged(root, async (paths) => {
      given.push(paths)
      return []
    })
  await check()
  write('server/a.ts', 'b')
  write('data/c.ts', 'd')
  await check()
  write('biome.json', '{ }')
  await check()
  for (let index = 0; index < 201; index++) write(`client/${index}.ts`, '')
  await check()
  const all = [...Object.keys(settings), 'server/a.ts'].toSorted()
  expect(given.map((paths) => paths.toSorted())).toEqual([all, ['server/a.ts'], all, ['.']])
})
