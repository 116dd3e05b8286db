import { expect, onTestFinished, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { bulkRuns } from '../../../shared/features/deliveries/bulk.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'
import { isNotCutOff } from './staff.ts'

const site = openSite()

/** A signed-in page on the Players table, once it has rows. */
async function openTable(role: Role, width = 1440) {
  const context = await site.browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const address = site.world.address()
  await context.request.post(`${address}/auth/demo`, { data: { role }, headers: { origin: address } })
  const page = await context.newPage()
  await page.goto(`${address}/players`)
  await page.locator('[data-row="0"]').waitFor()
  return page
}

/** The name of a player in the game that no other one has, as a search finds it alone. */
function ownName() {
  const names = Object.values(site.world.hub().hub.read(roster, 'main').players)
    .filter(({ animal }) => animal && !animal.dead)
    .map(({ name }) => name)
  const found = names.find(
    (name) =>
      /^[A-Za-z]{6,}\d*$/.test(name) &&
      names.filter((one) => one.toLowerCase().includes(name.toLowerCase())).length === 1,
  )
  if (found === undefined) throw new Error('Every name of the simulator is taken twice.')
  return found
}

test('[PQ60] by keyboard alone: find a player, open the drawer, send a message, read that it was confirmed, and go back to the row', async () => {
  const page = await openTable('owner')
  const name = ownName()
  await page.getByRole('searchbox', { name: 'Search players' }).focus()
  await page.keyboard.type(name)
  await page.getByText('1 player', { exact: true }).waitFor()
  await page.locator('[data-row="0"]').focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name })
  await drawer.getByRole('button', { name: 'Message', exact: true }).focus()
  await page.keyboard.press('Enter')
  await drawer.getByRole('textbox', { name: `Message to ${name}` }).waitFor()
  await page.keyboard.type('Good hunting')
  await page.keyboard.press('Enter')
  await drawer
    .getByRole('article', { name: `Message ${name}: Good hunting` })
    .getByText('Confirmed')
    .first()
    .waitFor()
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page)).toBe(true)
  const fill = await drawer
    .locator('svg [data-area="back"]')
    .first()
    .evaluate((area) => getComputedStyle(area).fill)
  expect(fill).not.toBe('rgb(0, 0, 0)')
  expect(new URL(page.url()).searchParams.get('text')).toBe(name)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('0')
  expect(new URL(page.url()).searchParams.has('player')).toBe(false)
})

test('[PQ61] a reload keeps the drawer open, beside the map too, where it shows the same player', async () => {
  const page = await openTable('admin')
  const name = ownName()
  await page.getByRole('searchbox', { name: 'Search players' }).fill(name)
  await page.getByText('1 player', { exact: true }).waitFor()
  await page.locator('[data-row="0"]').press('Enter')
  const drawer = page.getByRole('dialog', { name })
  await drawer.waitFor()
  await page.reload()
  await drawer.getByRole('button', { name: 'Show on map' }).click()
  await page.waitForURL(/\/map\?player=\d+/)
  await drawer.waitFor()
  await page.goBack()
  await page.waitForURL(/\/players\?.*player=\d+/)
  await drawer.waitFor()
})

test('[PQ62] at 360 px the table and the drawer fit, several are chosen, and one message reaches each of them', async () => {
  const page = await openTable('admin', 360)
  expect(await isNotCutOff(page)).toBe(true)
  await page.locator('[data-row="2"]').press('Enter')
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('region', { name: 'Actions' }).waitFor()
  expect(await isNotCutOff(page)).toBe(true)
  await expectNoAxeFaults(page)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // A row stays its player's wherever the list moves it.
  const keys = await Promise.all([1, 2, 3].map((row) => page.locator(`[data-row="${row}"]`).getAttribute('data-key')))
  for (const key of keys) await page.locator(`[data-key="${key}"] input`).check()
  await page.getByRole('region', { name: 'Selected players' }).getByRole('button', { name: 'Message' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Restart at noon')
  await page.getByRole('button', { name: 'Send to 3 players' }).click()
  await page.getByText('3 confirmed · 0 failed · 0 waiting').waitFor()
  const runs = Object.values(site.world.hub().hub.read(bulkRuns, 'main').runs)
  expect(runs).toMatchObject([{ total: 3, counts: { confirmed: 3 } }])
  expect(await isNotCutOff(page)).toBe(true)
})

test('[PQ701] at 1440 px the users stay a table beside a drawer, with the open row in view, and the admin controls are in one column', async () => {
  const page = await openTable('owner')
  await page.goto(new URL('/owner-panel?tab=users', page.url()).href)
  await page.locator('[data-row="0"]').click()
  await page.getByRole('dialog').waitFor()
  const opened = page.locator('[data-opened]')
  await expect.poll(() => page.locator('thead th').count(), { timeout: uiTimeoutMs }).toBe(7)
  expect(await page.locator('[data-narrow]').count()).toBe(0)
  const { y = 0, height = 0 } = (await opened.boundingBox()) ?? {}
  expect([y > 0, y + height <= 860, height < 60]).toEqual([true, true, true])
  const name = ownName()
  const { id } = Object.values(site.world.hub().hub.read(roster, 'main').players).find((one) => one.name === name) ?? {}
  await page.goto(new URL(`/admin-controls?player=${id}`, page.url()).href)
  await page.getByRole('dialog', { name }).waitFor()
  const form = page.getByRole('region', { name: 'Broadcast' })
  const beside = page.getByRole('region', { name: 'Your commands' })
  const boxes = await Promise.all([form.boundingBox(), beside.boundingBox()])
  expect(boxes[0]?.x).toBe(boxes[1]?.x)
  expect(await isNotCutOff(page)).toBe(true)
})

test('[PQ2178] the name of a player that is one long word wraps in each sentence of the drawer', async () => {
  const page = await openTable('owner')
  const name = Object.values(site.world.hub().hub.read(roster, 'main').players).find((one) =>
    /^\w{50,}$/.test(one.name),
  )
  await page.goto(`${site.world.address()}/players?player=${name?.id}`)
  const drawer = page.getByRole('dialog', { name: name?.name ?? '' })
  await drawer.locator('p', { hasText: 'has never signed in here' }).waitFor()
  const wide = await drawer
    .locator('p:not(.unseen)')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
  expect(wide).toEqual([])
})

test('[PQ2628] a question that is asked from the drawer stays above it, with what was typed, where a turned device makes the drawer a sheet', async () => {
  const page = await openTable('owner')
  await page.locator('[data-row="0"]').click()
  await page.getByRole('dialog').first().getByRole('button', { name: 'Kick', exact: true }).click()
  const reason = page.getByLabel('Reason', { exact: false }).last()
  await reason.fill('Tail biting')
  const isAbove = () =>
    reason.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === field
    })
  for (const width of [800, 1440, 360]) {
    await page.setViewportSize({ width, height: 860 })
    await expect.poll(isAbove, { timeout: uiTimeoutMs, message: `${width} px` }).toBe(true)
    expect(await reason.inputValue()).toBe('Tail biting')
  }
})
