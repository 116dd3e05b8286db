import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../server/testing/world.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { type RosterEntry, roster } from '../../shared/features/roster/roster.ts'
import { expectNoAxeFaults } from './axe.ts'
import { openBrowser } from './browser.ts'
import { isNotCutOff } from './openStaff.ts'

let browser: Browser
let world: World
beforeAll(async () => {
  world = await openWorld()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

interface Opened {
  readonly role: Role
  readonly path: string
  readonly width?: number
  readonly mood?: 'day' | 'night'
}

/** A browser of its own, signed in as one of the demo's people. Closed when the test is over. */
async function openAs({ role, path, width = 1280, mood = 'day' }: Opened) {
  const context = await browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const headers = { origin: world.address() }
  const answer = await context.request.post(`${world.address()}/auth/demo`, { data: { role }, headers })
  expect(answer.ok()).toBe(true)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(world.address() + path)
  await page.locator('[data-connection=live]').waitFor()
  await page.getByRole('button', { name: /^Light:/ }).click()
  await page.getByRole('button', { name: mood === 'day' ? /^Day/ : /^Night/ }).click()
  return page
}

const living = () =>
  Object.values(world.hub().hub.read(roster, 'main').players).filter(
    ({ name, animal }) => /^[a-z]{4,12}$/i.test(name) && animal && !animal.dead,
  )

/** Somebody with a name of letters alone, once the game has told who is there: from the end, for the first are the demo's own. */
async function victim(number: number) {
  await expect.poll(() => living().length, { timeout: 20_000 }).toBeGreaterThan(5)
  return living().at(-1 - number) as RosterEntry
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const command = (page: Page) => page.getByRole('textbox', { name: 'Command' })
const log = (page: Page) => page.getByRole('log')

test('[ST1] the palette kicks a player by the keyboard alone, with its question, and the audit finds it', async () => {
  const page = await openAs({ role: 'admin', path: '/' })
  const whom = await victim(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.type(`kick ${whom.name}`)
  await page
    .getByRole('option', { name: `Kick ${whom.name}` })
    .first()
    .waitFor()
  await expectNoAxeFaults(page)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: /reason/ }).waitFor()
  await page.keyboard.type('found by the palette')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: `Kick ${whom.name}?` })
    .getByText(whom.id)
    .waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page
    .getByRole('article', { name: `Kick ${whom.name}` })
    .getByText('Confirmed', { exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('found by the palette')
  const row = page.getByRole('row').filter({ hasText: 'found by the palette' })
  await row.filter({ hasText: 'Kick' }).filter({ hasText: whom.id }).filter({ hasText: 'Confirmed' }).waitFor()
  const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const file = await page.request.get(world.address() + address)
  expect(await file.text()).toContain('found by the palette')
})

test('[ST2] the console runs what is typed, shows the reply, completes and remembers', async () => {
  const page = await openAs({ role: 'admin', path: '/games' })
  await openTab(page, 'RCON Admin')
  await log(page).getByText('No commands executed yet').waitFor()
  await command(page).fill('sav')
  await page.keyboard.press('Tab')
  expect(await command(page).inputValue()).toBe('save ')
  await page.keyboard.press('Enter')
  const saved = log(page).getByRole('listitem').filter({ hasText: 'save' })
  await saved.locator('[data-tone=good]').waitFor()
  await command(page).fill('kick')
  await page.keyboard.press('Enter')
  await log(page).getByText('Error: Please enter a target player name').waitFor()
  const whom = await victim(1)
  await command(page).fill(`kick ${whom.name.slice(0, 3).toLowerCase()}`)
  await page.getByRole('list', { name: 'Completions' }).getByRole('button', { name: whom.name, exact: true }).click()
  expect(await command(page).inputValue()).toBe(`kick ${whom.name} `)
  await page.keyboard.press('Enter')
  await log(page)
    .getByRole('listitem')
    .filter({ hasText: `kick ${whom.name}` })
    .locator('[data-tone=good]')
    .waitFor()
  await page.keyboard.press('ArrowUp')
  expect(await command(page).inputValue()).toBe(`kick ${whom.name}`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await command(page).inputValue()).toBe('save')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('target player')
  await expect.poll(() => log(page).getByRole('listitem').count()).toBe(1)
})

test('[ST3] one’s own dinosaur is slain after a question, and there is no second time', async () => {
  const page = await openAs({ role: 'player', path: '/games' })
  expect(await page.getByRole('tab', { name: 'RCON Admin' }).count()).toBe(0)
  await openTab(page, 'Game Manager')
  await page.getByText('Alive', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Slay dinosaur' }).click()
  const dialog = page.getByRole('dialog', { name: /^Slay your own/ })
  await dialog.getByRole('button', { name: /^Slay my/ }).click()
  await page.getByText('Slay command sent successfully').waitFor()
  await page.getByText('Alive', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Slay dinosaur' }).click()
  await page.getByText('No dinosaur to slay or dinosaur is already dead.').waitFor()
})

test('[V8.2.1] [ST4] the palette of a player finds no command of staff, and the audit is not open to them', async () => {
  const page = await openAs({ role: 'player', path: '/audit' })
  await page.getByText('Not open to you').waitFor()
  await page.getByRole('button', { name: 'Find or do something' }).click()
  await page.getByRole('combobox').fill('kick')
  await page.getByText('Nothing found. Type another word.').waitFor()
  await page.keyboard.press('Escape')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toContain('Find or do something')
})

test.each([
  [360, 'night'],
  [1440, 'day'],
] as const)('[ST5] at %i px by %s nothing is cut off and axe finds nothing grave', async (width, mood) => {
  const page = await openAs({ role: 'admin', path: '/games', width, mood })
  for (const name of ['Server Status', 'Game Manager', 'RCON Admin']) {
    await openTab(page, name)
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page), name).toBe(true)
  }
  await page.goto(`${world.address()}/audit`)
  await page.getByRole('table').or(page.getByText('Nothing was done yet')).waitFor()
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page), 'audit').toBe(true)
  await page.getByRole('button', { name: 'Find or do something' }).click()
  await page.getByRole('dialog').waitFor()
  await expectNoAxeFaults(page)
})
