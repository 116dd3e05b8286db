import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../server/testing/testApp.ts'
import { createCopies } from '../../../shared/features/fixtures/copies.ts'
import { parseFixture } from '../../../shared/features/fixtures/parseFixture.ts'
import type { ServerStatus } from '../../../shared/features/server/server.ts'
import type { Down } from '../../../shared/protocol/down.ts'
import { serveFixture } from '../../fixture/serveFixture.ts'
import { repositoryRoot } from '../../repositoryRoot.ts'
import { expectNoAxeFaults, openSavingBrowser, uiTimeoutMs } from './site.ts'

let browser: Browser
let world: TestApp
const folder = mkdtempSync(join(tmpdir(), 'waterhole-fixtures-'))
beforeAll(async () => {
  world = await openTestApp()
  browser = await openSavingBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

const textOf = (name: string) => readFileSync(join(repositoryRoot, 'scripts/fixtures', `${name}.jsonl`), 'utf8')

async function openPage(address: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  context.setDefaultTimeout(uiTimeoutMs)
  onTestFinished(() => context.close())
  await page.goto(address)
  return page
}

const isReached = (status: ServerStatus | undefined, state: ServerStatus['link']['name']) =>
  status?.link.name === state && (state !== 'up' || (status.readAt ?? 0) >= status.link.since)

/** Serves a recording step by step, under the control of the test. */
async function serve(name: string, socket = 1) {
  const fixture = parseFixture(textOf(name))
  const { copies, receive } = createCopies()
  const serving = await serveFixture({
    fixture,
    name,
    port: 0,
    speed: 1,
    step: true,
    socket,
    played({ event, payload }) {
      if (event === 'down') for (const change of (payload as Down).changes) receive(change)
    },
  })
  onTestFinished(serving.close)
  /** Plays until the messages sent so far report this state of the game link, and of one that is up also a reading. */
  const stepToLink = (state: ServerStatus['link']['name']) => {
    while (serving.step()) if (isReached(copies.get('server/main')?.value as ServerStatus | undefined, state)) return
    throw new Error(`The recording is over, and the link was not ${state}.`)
  }
  const stepAll = () => {
    while (serving.step());
  }
  return { address: serving.address, stepToLink, stepAll }
}

const markers = (page: Page) => page.evaluate(() => window.__waterholeMap?.markers() ?? [])

test('[FX30] a page shows three hundred recorded players without a hub, and says that it is a recording', async () => {
  const { address, stepAll } = await serve('three-hundred-players-minute')
  const page = await openPage(`${address}/map?probe`)
  await page.locator('[data-connection=live]').waitFor()
  await page.getByText('Recording: three-hundred-players-minute').waitFor()
  stepAll()
  await page.waitForFunction(() => (window.__waterholeMap?.markers().length ?? 0) > 250)
  expect((await markers(page)).some(({ name }) => /^Name \d+$/.test(name))).toBe(true)
})

test('[FX31] stepping through a recording, the page shows the link going down and up again', async () => {
  const { address, stepToLink } = await serve('link-down-and-back', 2)
  const page = await openPage(`${address}/games?tab=status`)
  const shown = (sign: string) => page.getByText(sign, { exact: true }).first().waitFor()
  await page.locator('[data-connection=live]').waitFor()
  for (const [state, sign] of [
    ['up', 'Online'],
    ['down', 'OFFLINE'],
    ['up', 'Online'],
  ] as const) {
    stepToLink(state)
    await shown(sign)
  }
})

test('[FX32] at sixty times the speed, a late page holds the current state, and users can neither sign in nor out', async () => {
  const fixture = parseFixture(textOf('pack-following'))
  const ended = Promise.withResolvers<void>()
  const serving = await serveFixture({
    fixture,
    name: 'pack-following',
    port: 0,
    speed: 60,
    step: false,
    socket: 2,
    ended: () => ended.resolve(),
  })
  onTestFinished(serving.close)
  const early = await openPage(`${serving.address}/map?probe`)
  await early.locator('[data-connection=live]').waitFor()
  await ended.promise
  const late = await openPage(`${serving.address}/map?probe`)
  for (const page of [early, late]) {
    await page.getByText('Name 4').first().waitFor()
    await page.waitForFunction(() => (window.__waterholeMap?.markers().length ?? 0) === 2)
  }
  const answer = await late.evaluate(async () => (await fetch('/auth/logout', { method: 'POST' })).status)
  expect(answer).toBe(403)
})

test('[FX33] a tester opens a recording, searches it, steps through it, and sees the state at each step', async () => {
  const page = await openPage(`${world.address()}/fixtures`)
  await page.getByRole('button', { name: /^pack-removal/ }).click()
  await page.getByRole('textbox', { name: 'Search messages' }).fill('dropped')
  const row = page.locator('tbody tr').first()
  await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(10)
  await row.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => row.getAttribute('data-chosen')).toBe('true')
  await page.getByRole('combobox', { name: 'As seen by' }).selectOption('socket 3')
  const held = page.getByRole('region', { name: 'State at this message' })
  await expect.poll(() => held.getByText(/^pack\//).count()).toBe(0)
  await page.getByRole('button', { name: 'Previous message' }).click()
  await held.getByText(/^membership\//).waitFor()
  await page.getByRole('textbox', { name: 'Search messages' }).fill('')
  const timeText = async () => (await page.getByRole('slider').getAttribute('aria-valuetext')) ?? ''
  const before = await timeText()
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('60')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(timeText).not.toBe(before)
})

test('[FX34] a truncated upload is refused with its reason; a changed one is kept, and its first difference is shown and linked', async () => {
  const page = await openPage(`${world.address()}/fixtures`)
  const text = textOf('refused-command')
  const [cut, changed] = [join(folder, 'Cut Off.jsonl'), join(folder, 'Changed One.jsonl')]
  writeFileSync(cut, text.slice(0, 900))
  writeFileSync(changed, text.replace('"code":"strangeCode"', '"code":"emptyCode"'))
  await page.getByLabel('File of JSON Lines').setInputFiles(cut)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('the file ends in the middle of this line').waitFor()
  await page.getByLabel('File of JSON Lines').setInputFiles(changed)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('changed-one is uploaded.').waitFor()
  await page.getByRole('button', { name: /^changed-one/ }).click()
  await page.getByRole('button', { name: 'Play against a test hub' }).click()
  await page.getByText('The hub differs at').waitFor({ timeout: uiTimeoutMs })
  await page.getByText('(payload.code)').waitFor()
  await page.getByRole('button', { name: /^line \d+/ }).click()
  expect(await page.locator('tr[data-chosen]').textContent()).toContain('refused: emptyCode')
  await expectNoAxeFaults(page)
  await page.getByRole('button', { name: 'Remove changed-one' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove changed-one' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^changed-one/ }).count()).toBe(0)
})

test.each([360, 1440])('[FX35] the page passes axe at %i px, and nothing is cut off horizontally', async (width) => {
  const page = await openPage(`${world.address()}/fixtures`, width)
  await page.getByRole('button', { name: /^pack-following/ }).click()
  await page.getByRole('button', { name: 'Play against a test hub' }).waitFor()
  await expectNoAxeFaults(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test.each([360, 1440])(
  '[FX1505] at %i px the hint to choose a recording is one text, and one that is opened comes into view',
  async (width) => {
    const page = await openPage(`${world.address()}/fixtures`, width)
    const [title, text] = [page.getByText('No recording is open.'), page.getByText('Choose one to go through it')]
    await title.waitFor()
    // At 360 px the list is above the hint, and moves it down when it comes.
    await page.getByRole('button', { name: /^pack-following/ }).waitFor()
    const [upper, lower] = [await title.boundingBox(), await text.boundingBox()]
    expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0)).toBeLessThan(24)
    await page.getByRole('button', { name: /^pack-following/ }).click()
    await page.getByRole('heading', { name: 'pack-following' }).waitFor()
    const top = async () => (await page.getByRole('heading', { name: 'pack-following' }).boundingBox())?.y ?? 0
    await expect.poll(top).toBeLessThan(600)
    expect(await top()).toBeGreaterThan(40)
  },
)
