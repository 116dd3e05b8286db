import { expect, test } from 'vitest'
import { checkoutWith } from '../test/checkout.ts'
import { type Build, BuildFailed, bringUpToDate } from './bringUpToDate.ts'
import { filesUnder } from './fingerprint.ts'

const build: Build = {
  name: 'page',
  doing: 'Building the page',
  aboutSeconds: 10,
  inputs: (root) => filesUnder(root, 'client'),
  output: { folder: 'build/page', mainFile: 'index.html' },
  args: ['bundle'],
}

function createSite() {
  const checkout = checkoutWith({ 'client/main.ts': 'one' })
  const lines: string[] = []
  const site = {
    ...checkout,
    lines,
    runs: 0,
    makes: () => checkout.write('build/page/index.html', 'page'),
    exitCode: 0,
    bringUpToDate: () => bringUpToDate(build, { root: checkout.root, print: (line) => void lines.push(line), run }),
  }
  const run = async () => {
    site.runs += 1
    site.makes()
    return { exitCode: site.exitCode, talk: 'what the bundler said', isLate: false }
  }
  return site
}

test('[BU3] a build runs the first time and not the second', async () => {
  const site = createSite()
  expect(await site.bringUpToDate()).toBe('made')
  expect(site.lines[0]).toBe('Building the page (about 10 s) …')
  expect(await site.bringUpToDate()).toBe('fresh')
  expect(site.runs).toBe(1)
})

test('[BU4] a changed, new or removed input builds again', async () => {
  const site = createSite()
  await site.bringUpToDate()
  site.write('client/main.ts', 'two')
  expect(await site.bringUpToDate()).toBe('made')
  site.write('client/more.ts', '')
  expect(await site.bringUpToDate()).toBe('made')
  site.remove('client/more.ts')
  expect(await site.bringUpToDate()).toBe('made')
  expect(await site.bringUpToDate()).toBe('fresh')
})

test('[BU5] a missing or changed product is built again', async () => {
  const site = createSite()
  await site.bringUpToDate()
  site.remove('build/page')
  expect(await site.bringUpToDate()).toBe('made')
  site.write('build/page/index.html', 'half')
  expect(await site.bringUpToDate()).toBe('made')
})

test("[BU6] a failed build reports the program's output, and is tried again next time", async () => {
  const site = createSite()
  await site.bringUpToDate()
  site.write('client/main.ts', 'two')
  site.exitCode = 1
  await expect(site.bringUpToDate()).rejects.toThrow(
    new BuildFailed('Building the page failed:\n\nwhat the bundler said'),
  )
  site.exitCode = 0
  expect(await site.bringUpToDate()).toBe('made')
})

test('[BU7] a build that does not make its main file has failed', async () => {
  const site = createSite()
  site.makes = () => {}
  await expect(site.bringUpToDate()).rejects.toThrow('made no build/page/index.html')
})
