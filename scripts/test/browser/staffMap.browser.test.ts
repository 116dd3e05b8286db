import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoAxeFaults, openSite } from './site.ts'
import { isNotCutOff, listedPlayer, openStaff, waitForMarkers } from './staff.ts'

const site = openSite()

const markers = (page: Page) => page.evaluate(() => window.__waterholeMap?.markers() ?? [])
const countText = (page: Page) => page.getByTestId('roster-count').textContent()
/** The two numbers in `12 of 40 on the map`. */
const countsIn = async (page: Page) => ((await countText(page)) ?? '').match(/\d+/g)?.map(Number) ?? []

test('[SM7] a filter by diet shows the same animals in the list and on the map, counts them, and is in the address', async () => {
  const page = await openStaff(site, { role: 'admin' })
  await waitForMarkers(page)
  const all = (await markers(page)).length
  await page.getByRole('button', { name: /^herbivores/ }).click()
  await expect.poll(async () => (await markers(page)).length).toBeLessThan(all)
  await expect.poll(() => countText(page)).toMatch(/^\d+ of \d+ on the map$/)
  const [shown = 0, of = 0] = await countsIn(page)
  expect(shown).toBeGreaterThan(0)
  expect(of).toBeGreaterThan(shown)
  await expect.poll(async () => Math.abs((await markers(page)).length - ((await countsIn(page))[0] ?? 0))).toBe(0)
  expect(await page.locator('tbody tr [data-kind=carnivore]').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('diet')).toBe('herbivore')
  expect(new URL(page.url()).searchParams.has('probe')).toBe(true)
  await page.reload()
  await expect.poll(() => countText(page)).toMatch(/^\d+ of \d+ on the map$/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => countText(page)).toMatch(/^\d+ online, \d+ on the map$/)
  expect(new URL(page.url()).searchParams.has('diet')).toBe(false)
})

test('[SM8] species and region offer what is present; a search without a match says so and can be cleared', async () => {
  const page = await openStaff(site, { role: 'admin' })
  await waitForMarkers(page)
  await page.getByRole('search').getByRole('button', { name: 'Species' }).click()
  const option = page.getByRole('region', { name: 'Filter by species' }).getByRole('checkbox').first()
  await option.check()
  await page.keyboard.press('Escape')
  const [shown = 0] = await countsIn(page)
  await expect.poll(async () => (await page.locator('tbody tr').count()) - ((await countsIn(page))[0] ?? 0)).toBe(0)
  expect(shown).toBeGreaterThan(0)
  await page.getByRole('searchbox').fill('no such player')
  await page.getByText('No matches.').waitFor()
  await expect.poll(async () => (await markers(page)).length).toBe(0)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(async () => (await markers(page)).length).toBeGreaterThan(20)
})

test('[SM9] the keyboard picks an animal, reads and closes its vitals card, and makes the map follow', async () => {
  const page = await openStaff(site, { role: 'admin' })
  await waitForMarkers(page)
  await page.getByTestId('map').focus()
  const card = page.locator('#chosen-dinosaur')
  for (let press = 0; press < 60 && (await card.count()) === 0; press++) await page.keyboard.press('n')
  await card.waitFor()
  for (const vital of ['Growth', 'Health', 'Stamina', 'Hunger', 'Thirst'])
    expect(await card.locator('dl').first().textContent()).toMatch(new RegExp(`${vital}\\d+%`))
  expect(await card.getByTestId('card-place').textContent()).toMatch(/^-?\d+, -?\d+$/)
  await expectNoAxeFaults(page)
  // What a tool says takes the place of the card.
  await page.getByRole('button', { name: 'Measure' }).click()
  await page.getByText('Choose the start on the map.').waitFor()
  expect(await card.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Done' }).click()
  await card.waitFor()
  await card.getByRole('button', { name: 'Follow' }).focus()
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => card.count()).toBe(0)
})

test('[SM10] a player is followed from the list, including by keyboard, and released there', async () => {
  const page = await openStaff(site, { role: 'admin' })
  await waitForMarkers(page)
  const { name, choose } = await listedPlayer(page, 2)
  await choose.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const eye = page.locator('tbody').getByRole('button', { name: `Follow ${name}`, exact: true, pressed: true })
  await eye.waitFor()
  await page.getByRole('button', { name: `Stop following ${name}` }).waitFor()
  await page.getByRole('region', { name, exact: true }).waitFor()
  await expectNoAxeFaults(page)
  await eye.click()
  await expect.poll(() => page.getByRole('button', { name: `Stop following ${name}` }).count()).toBe(0)
})

test("[SM11] staff read that viewing is recorded, and a finished viewing is in the owner's list", async () => {
  const viewer = await openStaff(site, { role: 'admin' })
  await waitForMarkers(viewer)
  await viewer.getByText('Viewing all positions is recorded').waitFor()
  await viewer.close()
  // A viewer may return within half a minute; a stopping hub ends the viewing at once.
  await site.world.restart()
  const page = await openStaff(site, { role: 'owner', path: '/map-settings#looks' })
  const row = page.locator('#looks tbody tr', { hasText: 'Demo Admin' }).first()
  expect(await row.textContent()).toMatch(/^Demo AdminMap\d\d:\d\d:\d\d\d\d:\d\d:\d\d\d+ (s|min)$/)
})

test.each([360, 768, 1440])('[SM12] axe finds nothing serious at %i px with a card and a filter', async (width) => {
  const path = '/map?probe&diet=carnivore,omnivore,herbivore'
  const page = await openStaff(site, { role: 'admin', path, width })
  await waitForMarkers(page)
  await page.getByTestId('map').focus()
  const card = page.locator('#chosen-dinosaur')
  for (let press = 0; press < 60 && (await card.count()) === 0; press++) await page.keyboard.press('n')
  await card.waitFor()
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page)).toBe(true)
})
