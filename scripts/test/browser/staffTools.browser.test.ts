import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { commandTest, testLines } from '../../../shared/features/console/console.ts'
import { expectNoAxeFaults } from './site.ts'
import { isNotCutOff, openStaffSite } from './staff.ts'

const { site, openAs, victim } = openStaffSite()

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const command = (page: Page) => page.getByRole('textbox', { name: 'Command' })
const log = (page: Page) => page.getByRole('log')

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
}

test('[ST50] [PW45] by keyboard the palette opens a player, kicks them after a question, and the audit finds it', async () => {
  const page = await openAs({ role: 'admin', path: '/' })
  const whom = await victim()
  const drawer = page.getByRole('dialog', { name: whom.name, exact: true })
  await openPalette(page)
  await page.keyboard.type(`kick ${whom.id}`)
  await page.getByRole('option', { name: `Kick ${whom.name}…` }).waitFor()
  await expectNoAxeFaults(page)
  // Enter alone opens the player.
  await page.keyboard.press('Enter')
  await drawer.waitFor()
  await openPalette(page)
  await page.keyboard.type('kikc')
  await page.getByRole('option', { name: `Kick ${whom.name}…` }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: `Kick ${whom.name}?` })
  await question.getByText(whom.id).waitFor()
  // The focus is in the reason, where Enter does nothing.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await openPalette(page)
  await page.keyboard.type('kick')
  await page.getByRole('option', { name: `Kick ${whom.name}…` }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await question.getByRole('textbox', { name: /^Reason/ }).fill('found by the palette')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await drawer
    .getByRole('article', { name: `Kick ${whom.name}` })
    .getByText('Confirmed', { exact: true })
    .waitFor()

  await openPalette(page)
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search audit' }).fill('found by the palette')
  const row = page.getByRole('row').filter({ hasText: `Demo Admin kicked ${whom.name}: “found by the palette”` })
  await row.filter({ hasText: 'Confirmed' }).click({ position: { x: 8, y: 8 } })
  await page.getByRole('dialog', { name: 'Audit entry' }).getByText(whom.id).waitFor()
  await page.keyboard.press('Escape')
  const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const file = await page.request.get(site.world.address() + address)
  expect(await file.text()).toContain('found by the palette')
})

test('[ST51] the console routes lines to hub, game and mod, asks before a harmful one, completes, and keeps its history on the hub', async () => {
  const page = await openAs({ role: 'admin', path: '/games' })
  await openTab(page, 'RCON Admin')
  await log(page).getByText('No commands executed yet').waitFor()
  const answered = (text: string) =>
    log(page)
      .getByRole('listitem')
      .filter({ hasText: `› ${text}` })
      .filter({ has: page.locator('[data-tone=good]') })
  await command(page).fill('sav')
  await page.keyboard.press('Tab')
  expect(await command(page).inputValue()).toBe('save ')
  await page.keyboard.press('Enter')
  await answered('save').filter({ hasText: 'Evrima RCON' }).waitFor()
  await command(page).fill('kick')
  await page.keyboard.press('Enter')
  await log(page).getByText('Error: Please enter a target player name').waitFor()
  const whom = await victim()
  await command(page).fill(`kick ${whom.name.slice(0, -1).toLowerCase()}`)
  await page.getByRole('list', { name: 'Completions' }).getByRole('button', { name: whom.name, exact: true }).click()
  expect(await command(page).inputValue()).toBe(`kick ${whom.name} `)
  const asked = page.getByRole('dialog', { name: `Kick ${whom.name}?` })
  await page.keyboard.press('Enter')
  await asked.getByText(whom.id).waitFor()
  await page.keyboard.press('Escape')
  await log(page).getByText('Cancelled. Nothing was sent.').waitFor()
  await asked.waitFor({ state: 'detached' })
  // A line is there twice while the hub's answer is on its way, and the history with it.
  const lines = () => log(page).getByRole('listitem').count()
  await expect.poll(lines).toBe(3)
  await command(page).press('ArrowUp')
  await expect.poll(() => command(page).inputValue()).toBe(`kick ${whom.name}`)
  await page.keyboard.press('Enter')
  await asked.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await answered(`kick ${whom.name}`).waitFor()
  await expect.poll(lines).toBe(4)
  await command(page).fill('half a thought')
  for (const earlier of [`kick ${whom.name}`, `kick ${whom.name}`, 'kick', 'save', 'save']) {
    await command(page).press('ArrowUp')
    await expect.poll(() => command(page).inputValue()).toBe(earlier)
  }
  for (let step = 0; step < 4; step++) await command(page).press('ArrowDown')
  await expect.poll(() => command(page).inputValue()).toBe('half a thought')
  await command(page).fill('playerlist')
  await page.keyboard.press('Enter')
  await answered('playerlist')
    .filter({ hasText: /Evrima RCON.*\d+ players\./s })
    .waitFor()
  await command(page).fill('players')
  await page.keyboard.press('Enter')
  await answered('players').filter({ hasText: 'Source RCON' }).waitFor()

  const elsewhere = await openAs({ role: 'admin', path: '/console' })
  await expect.poll(() => log(elsewhere).getByRole('listitem').count()).toBe(6)
  await command(elsewhere).fill('help heal')
  await elsewhere.keyboard.press('Enter')
  await log(page).getByText('heal <player> [reason]: Heal a player.').waitFor()
  await page.getByRole('searchbox', { name: 'Search lines' }).fill('target player')
  await expect.poll(() => log(page).getByRole('listitem').count()).toBe(1)
})

test('[CQ27] a command test goes on while its page is left, and is cancelled from another one', async () => {
  const other = await openAs({ role: 'owner', path: '/console?tab=testing' })
  const page = await openAs({ role: 'admin', path: '/console?tab=testing' })
  await page.getByRole('button', { name: 'Start test' }).click()
  await page.getByText(/^Running, started by Demo Admin/).waitFor()
  await page.close()
  // Its next line is sent after the page was left. The test is over after some twenty seconds, so it is cancelled at once.
  const sent = () => site.world.hub().hub.read(commandTest, 'main').run?.sent ?? 0
  const [left, next] = [sent(), testLines[sent()]]
  await expect.poll(sent).toBeGreaterThan(left)
  await other.getByRole('button', { name: 'Cancel test' }).click()
  await other.getByText(/^Cancelled: \d+ of 11 sent\.$/).waitFor()
  await other
    .getByRole('row')
    .filter({ hasText: new RegExp(`${next}.*Answered.*Evrima RCON`, 's') })
    .first()
    .waitFor()
  await other.goto(`${site.world.address()}/audit`)
  await other
    .getByRole('row')
    .filter({ hasText: `Demo Admin ran “${next}” in the console` })
    .first()
    .waitFor()
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

test("[V8.2.1] [ST53] a player's palette finds no staff command, and the audit is closed to them", async () => {
  const page = await openAs({ role: 'player', path: '/audit' })
  await page.getByText('You need “Use the console” to open this page.').waitFor()
  const focused = () =>
    page.evaluate(() => (document.activeElement?.matches('main') ? 'MAIN' : document.activeElement?.textContent))
  // Nothing had the focus: afterwards the page has it, not the account menu.
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('MAIN')
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByRole('combobox').fill('kick')
  await page.getByText('Nothing found for “kick”.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toMatch(/^Search/)
})

test('[CK15] over the map the palette gives the focus back to the page, and shows a player without closing their drawer', async () => {
  const page = await openAs({ role: 'admin', path: '/map' })
  const whom = await victim()
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  const drawer = page.getByRole('dialog', { name: whom.name, exact: true })
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('MAIN')
  await openPalette(page)
  await page.keyboard.type(whom.id)
  await page.getByRole('option', { name: whom.name }).first().waitFor()
  await page.keyboard.press('Enter')
  await drawer.waitFor()
  await openPalette(page)
  await page.keyboard.type('show')
  await page.getByRole('option', { name: `Show ${whom.name} on the map` }).waitFor()
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
  expect(await drawer.isVisible()).toBe(true)
  expect(new URL(page.url()).searchParams.get('player')).toBe(whom.id)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('MAIN')
})

test.each([
  [360, 'night'],
  [768, 'day'],
] as const)(
  '[PW46] at %i px by %s the palette is not cut off, axe finds nothing serious, and settings and recent entries work',
  async (width, mood) => {
    const page = await openAs({ role: 'player', path: '/games', width, mood })
    await page.getByRole('button', { name: /^Search/ }).click()
    await palette(page).waitFor()
    await expectNoAxeFaults(page)
    await page.keyboard.type('dusk')
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme=dusk]').waitFor()
    await page.reload()
    await page.locator('[data-connection=live]').waitFor()
    await page.getByRole('button', { name: /^Search/ }).click()
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Theme: Dusk' }).waitFor()
    await page.keyboard.type('nothing at all')
    await page.getByText('Nothing found for “nothing at all”.').waitFor()
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page)).toBe(true)
    const box = await palette(page).boundingBox()
    if (width === 360) expect(box).toMatchObject({ x: 0, y: 0, width: 360, height: 860 })
    await page.getByRole('combobox').fill('log out')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().waitFor()
  },
)

test.each([
  [360, 'night'],
  [1440, 'day'],
] as const)('[ST54] [CK9] at %i px by %s nothing is cut off and axe finds nothing serious', async (width, mood) => {
  const page = await openAs({ role: 'admin', path: '/games', width, mood })
  for (const name of ['Server Status', 'Game Manager', 'RCON Admin']) {
    await openTab(page, name)
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page), name).toBe(true)
  }
  // A line as long as the console takes them, which the audit shows in one row.
  await command(page).fill('x'.repeat(900))
  await page.keyboard.press('Enter')
  await log(page).getByRole('listitem').filter({ hasText: '› xxx' }).first().waitFor()
  await page.goto(`${site.world.address()}/audit`)
  await page.getByRole('row').filter({ hasText: 'xxx' }).first().waitFor()
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page), 'audit').toBe(true)
  await page.goto(`${site.world.address()}/console?tab=testing`)
  await page.getByRole('button', { name: /(Start|Cancel) test/ }).waitFor()
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page), 'testing').toBe(true)
  await page.getByRole('button', { name: /^Search/ }).click()
  await palette(page).waitFor()
  await expectNoAxeFaults(page)
})
