import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gatewayFrame, toGame } from '../../../shared/features/world/frame.ts'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'
import { isNotCutOff, openStaff, waitForMarkers } from './staff.ts'

const site = openSite()

const openSettings = (role: 'owner' | 'admin', width = 1280) =>
  openStaff(site, { role, width, path: '/map-settings?probe', stillness: true })

const places = (page: Page) =>
  page.evaluate(() => Object.fromEntries((window.__waterholeMap?.markers() ?? []).map(({ id, x, y }) => [id, [x, y]])))
/** Enters a landmark: its position in the game by the configured map, and a different place on the map. */
async function write(page: Page, which: 1 | 2, units: { x: number; y: number }, by: number) {
  const game = toGame(gatewayFrame, units)
  for (const [label, value] of [
    ['Game X, cm', Math.round(game.x)],
    ['Game Y, cm', Math.round(game.y)],
    ['Map X', units.x + by],
    ['Map Y', units.y],
  ] as const)
    await page.getByLabel(`Landmark ${which}: ${label}`).fill(String(value))
}

const source = (page: Page) => page.getByTestId('frame-source')

test('[CB1] two landmarks are previewed and saved, move every marker, and can be reset; the page names who set them', async () => {
  const page = await openSettings('owner')
  await waitForMarkers(page)
  expect(await source(page).textContent()).toBe('Set by the configuration.')
  await write(page, 1, { x: 600, y: 700 }, 200)
  await write(page, 2, { x: 3_400, y: 3_300 }, 200)
  expect(await page.getByTestId('moved').textContent()).toMatch(/would move from .* to .*: 5\d\d m\./)
  const before = await places(page)
  await page.getByRole('button', { name: 'Save calibration' }).click()
  await page.getByText('Saved. Markers move with the next reading.').waitFor()
  await expect.poll(() => source(page).textContent()).toMatch(/^Calibrated by you on /)
  const shift = async () => {
    const now = await places(page)
    const ways = Object.entries(before).map(([id, [x = 0]]) => (now[id]?.[0] ?? 0) - x)
    return ways.sort((a, b) => a - b)[Math.floor(ways.length / 2)] ?? 0
  }
  await expect.poll(shift, { timeout: uiTimeoutMs }).toBeGreaterThan(180)
  expect(await shift()).toBeLessThan(220)
  await page.getByRole('button', { name: 'Reset to the configuration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => source(page).textContent()).toBe('Set by the configuration.')
  await expect.poll(async () => Math.abs(await shift()), { timeout: uiTimeoutMs }).toBeLessThan(20)
})

test('[CB2] a landmark is picked on the map, including by keyboard, and takes its game position from the player there', async () => {
  const page = await openSettings('owner')
  await waitForMarkers(page)
  await page.getByRole('button', { name: 'Landmark 1: pick on the map' }).click()
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error('there is no map')
  await page.mouse.click(box.x + box.width / 2 + 40, box.y + box.height / 2 + 30)
  await expect.poll(() => page.getByLabel('Landmark 1: Map X').inputValue()).toMatch(/^\d+(\.\d)?$/)
  await page.getByRole('button', { name: 'Landmark 2: pick on the map' }).click()
  await page.getByTestId('map').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Landmark 2: Map Y').inputValue()).toMatch(/^\d+(\.\d)?$/)
  await page.getByLabel('Landmark 1: where a player is now').selectOption({ index: 1 })
  expect(await page.getByLabel('Landmark 1: Game X, cm').inputValue()).toMatch(/^-?\d+$/)
})

test('[CB3] each wrong field shows its fault, and two places that cannot place the map are refused', async () => {
  const page = await openSettings('owner')
  // Nothing is fetched ahead: Zod's own text, which the last of these shows, comes with this page alone.
  await write(page, 1, { x: 600, y: 700 }, 0)
  await page.getByLabel('Landmark 1: Game X, cm').fill('north')
  await page.getByRole('button', { name: 'Save calibration' }).click()
  await page.getByText('Enter a number from -10,000,000 to 10,000,000 in digits.').waitFor()
  await write(page, 1, { x: 600, y: 700 }, 0)
  await write(page, 2, { x: 620, y: 3_300 }, 0)
  await page.getByText(/units apart in x: choose two/).waitFor()
  await page.getByRole('button', { name: 'Save calibration' }).click()
  await page.getByText("These two landmarks can't place the map.", { exact: false }).waitFor()
  await write(page, 2, { x: 720, y: 3_300 }, 0)
  await page.getByLabel('Landmark 1: Game X, cm').fill('-9000000')
  await page.getByLabel('Landmark 2: Game X, cm').fill('9000000')
  await page.getByText(/expected number to be >=-10000/).waitFor()
})

test('[CB4] a user who is not the owner reads which permission is missing', async () => {
  const page = await openSettings('admin')
  await page.getByText('You need “Open the owner panel” to open this page.').waitFor()
  expect(await page.getByRole('link', { name: 'Map calibration' }).count()).toBe(0)
})

test.each([360, 1440])('[CB5] axe finds nothing serious at %i px', async (width) => {
  const page = await openSettings('owner', width)
  await write(page, 1, { x: 600, y: 700 }, 0)
  await write(page, 2, { x: 3_400, y: 3_300 }, 0)
  await page.getByRole('button', { name: 'Save calibration' }).waitFor()
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page)).toBe(true)
})
