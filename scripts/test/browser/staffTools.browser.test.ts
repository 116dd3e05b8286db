import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoAxeFaults } from './site.ts'
import { isNotCutOff, openStaffSite } from './staff.ts'

const { site, openAs, victim } = openStaffSite()

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const command = (page: Page) => page.getByRole('textbox', { name: 'Command' })
const log = (page: Page) => page.getByRole('log')

test('[ST50] the palette kicks a player by keyboard after a confirmation, and the audit finds it', async () => {
  const page = await openAs({ role: 'admin', path: '/' })
  const whom = await victim()
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
  const file = await page.request.get(site.world.address() + address)
  expect(await file.text()).toContain('found by the palette')
})

test('[ST51] the console runs a typed command, confirms harmful ones, shows the reply, completes, remembers and filters', async () => {
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
  const whom = await victim()
  await command(page).fill(`kick ${whom.name.slice(0, 3).toLowerCase()}`)
  await page.getByRole('list', { name: 'Completions' }).getByRole('button', { name: whom.name, exact: true }).click()
  expect(await command(page).inputValue()).toBe(`kick ${whom.name} `)
  const asked = page.getByRole('dialog', { name: `Kick ${whom.name}?` })
  await page.keyboard.press('Enter')
  await asked.getByText(whom.id).waitFor()
  await page.keyboard.press('Escape')
  await log(page).getByText('Not sent: it was kept as it is.').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await asked.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await log(page)
    .getByRole('listitem')
    .filter({ hasText: `kick ${whom.name}` })
    .locator('[data-tone=good]')
    .waitFor()
  await command(page).fill('half a thought')
  for (const earlier of [`kick ${whom.name}`, `kick ${whom.name}`, 'kick', 'save', 'save']) {
    await page.keyboard.press('ArrowUp')
    expect(await command(page).inputValue()).toBe(earlier)
  }
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown')
  expect(await command(page).inputValue()).toBe('half a thought')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('target player')
  await expect.poll(() => log(page).getByRole('listitem').count()).toBe(1)
})

test('[ST52] a player slays their own dinosaur after a confirmation, and only once', async () => {
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

test('[V8.2.1] [ST53] a player’s palette finds no staff command, and the audit is closed to them', async () => {
  const page = await openAs({ role: 'player', path: '/audit' })
  await page.getByText('You need “Use the console” to open this page.').waitFor()
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
] as const)('[ST54] at %i px by %s nothing is cut off and axe finds nothing serious', async (width, mood) => {
  const page = await openAs({ role: 'admin', path: '/games', width, mood })
  for (const name of ['Server Status', 'Game Manager', 'RCON Admin']) {
    await openTab(page, name)
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page), name).toBe(true)
  }
  await page.goto(`${site.world.address()}/audit`)
  await page.getByRole('table').or(page.getByText('Nothing was done yet')).waitFor()
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page), 'audit').toBe(true)
  await page.getByRole('button', { name: 'Find or do something' }).click()
  await page.getByRole('dialog').waitFor()
  await expectNoAxeFaults(page)
})
