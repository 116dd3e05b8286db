import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoAxeFaults, loseHub, openSite, uiTimeoutMs } from './site.ts'
import { listedPlayer } from './staff.ts'

const site = openSite()

interface Opened {
  readonly role?: string
  readonly width?: number
  readonly stillness?: boolean
}

/** The map in a new browser; the console must stay empty. */
async function openMap({ role, width = 1280, stillness = false }: Opened = {}) {
  const context = await site.browser.newContext({
    viewport: { width, height: 860 },
    reducedMotion: stillness ? 'reduce' : 'no-preference',
  })
  const page = await context.newPage()
  context.setDefaultTimeout(uiTimeoutMs)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${site.world.address()}/map?probe`)
  await isLive(page).waitFor()
  if (role) await signIn(page, role)
  return { page, complaints, close: () => context.close() }
}

async function signIn(page: Page, role: string) {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: new RegExp(`^${role}`) }).click()
  await page.getByRole('button', { name: /^Account menu/ }).waitFor()
}

const isLive = (page: Page) => page.locator('[data-connection=live]')
/** Hub and game link are up, and the game was read. */
const isHealthy = (page: Page) => page.locator('[data-health=live]')
const map = (page: Page) => page.getByTestId('map')
const markers = (page: Page) => page.evaluate(() => window.__waterholeMap?.markers() ?? [])
const zoomOf = async (page: Page) => Number(await map(page).getAttribute('data-zoom'))
const waitForMarkers = (page: Page) =>
  page.waitForFunction(() => Number(document.querySelector('[data-testid=map]')?.getAttribute('data-markers')) > 20)

test("[BR1] a guest sees the map with the server's state and the regions, and no animal", async () => {
  const { page, complaints, close } = await openMap()
  await isHealthy(page).waitFor()
  await page.getByText('of 300 online').waitFor()
  expect(
    (await page.locator('.demo, [class*=demo]').count()) + (await page.getByText('Demo.').count()),
  ).toBeGreaterThan(0)
  expect(await markers(page)).toEqual([])
  expect((await map(page).boundingBox())?.height).toBeGreaterThanOrEqual(600)
  expect(complaints).toEqual([])
  await close()
})

test('[BR2] staff see every dinosaur, and the markers move', async () => {
  const { page, complaints, close } = await openMap({ role: 'Admin' })
  await waitForMarkers(page)
  const game = site.world.simulator().world
  onTestFinished(() => {
    game.isFrozen = true
  })
  game.isFrozen = false
  const before = new Map((await markers(page)).map((marker) => [marker.id, marker]))
  await page.waitForFunction(
    (seen) =>
      (window.__waterholeMap?.markers() ?? []).filter(({ id, x, y }) => seen[id] && seen[id] !== `${x},${y}`).length >
      5,
    Object.fromEntries([...before].map(([id, { x, y }]) => [id, `${x},${y}`])),
  )
  expect(complaints).toEqual([])
  await close()
})

test('[BR3] the keyboard and the buttons zoom the map from 0.5 to 3', async () => {
  const { page, close } = await openMap()
  await map(page).focus()
  const before = await zoomOf(page)
  await page.keyboard.press('+')
  await expect.poll(() => zoomOf(page)).toBeCloseTo(before + 0.2)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(() => zoomOf(page)).toBeCloseTo(before)
  await map(page).focus()
  for (let press = 0; press < 20; press++) await page.keyboard.press('+')
  await expect.poll(() => zoomOf(page)).toBe(3)
  for (let press = 0; press < 20; press++) await page.keyboard.press('-')
  await expect.poll(() => zoomOf(page)).toBe(0.5)
  await map(page).hover()
  await page.mouse.wheel(0, -100)
  await expect.poll(() => zoomOf(page)).toBeCloseTo(0.6)
  await close()
})

test('[BR4] the list sorts by keyboard, and choosing an entry centres the map on it', async () => {
  const { page, close } = await openMap({ role: 'Owner' })
  await waitForMarkers(page)
  const health = page.getByRole('button', { name: 'Growth in percent' })
  await health.focus()
  await page.keyboard.press('Enter')
  const head = page.getByRole('columnheader', { name: /Growth/ })
  await expect.poll(() => head.getAttribute('aria-sort')).toMatch(/ascending|descending/)
  const { id, choose } = await listedPlayer(page, 0)
  await choose.focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction((wanted) => {
    const probe = window.__waterholeMap
    const marker = probe?.markers().find((other) => other.id === wanted)
    const box = document.querySelector('[data-testid=map]')?.getBoundingClientRect()
    return (
      probe && marker && box && Math.abs(marker.x - probe.view().x) < 60 && Math.abs(marker.y - probe.view().y) < 60
    )
  }, id)
  await close()
})

test('[BR5] a lost game link is shown with its age, and live again when it returns', async () => {
  const { page, close } = await openMap({ role: 'Moderator' })
  await isHealthy(page).waitFor()
  await site.world.simulator().faults.cut()
  await page.getByText('Game link down', { exact: true }).waitFor()
  const warning = page.getByTestId('link-warning')
  expect(await warning.textContent()).toMatch(
    /Game link down for \d+ s\..*Last (positions|reading) from \d\d:\d\d:\d\d\./,
  )
  await expectNoAxeFaults(page)
  await site.world.simulator().faults.restore()
  await isHealthy(page).waitFor({ timeout: uiTimeoutMs })
  await expect.poll(() => warning.count()).toBe(0)
  await close()
})

test('[BR6] signing out removes every marker and name at once', async () => {
  const { page, close } = await openMap({ role: 'Admin' })
  await waitForMarkers(page)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await expect.poll(async () => (await markers(page)).length).toBe(0)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(0)
  await close()
})

test('[BR7] while the hub is away the page says reconnecting, and goes live by itself when it returns', async () => {
  const { page, close } = await openMap()
  const giveBack = await loseHub(site, page)
  await giveBack()
  await isLive(page).waitFor({ timeout: uiTimeoutMs })
  await close()
})

test.each([360, 768, 1440, 1920])(
  '[BR8] axe finds nothing serious at %i px, nothing is cut off horizontally',
  async (width) => {
    const { page, close } = await openMap({ role: 'Admin', width })
    await waitForMarkers(page)
    await expectNoAxeFaults(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await close()
  },
)

test('[BR9] an unknown address says so and links back', async () => {
  const { page, close } = await openMap()
  await page.goto(`${site.world.address()}/nowhere`)
  await page.getByRole('link', { name: /map/i }).last().click()
  await map(page).waitFor()
  await close()
})

test('[BR10] with reduced motion markers stay at the last reading', async () => {
  const { page, close } = await openMap({ role: 'Admin', stillness: true })
  await waitForMarkers(page)
  const places = await markers(page)
  expect(places.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true)
  await close()
})

test("[BR12] on a phone the map begins under the head, and the figures of the server's card fit the first screen of the games page", async () => {
  const { page, close } = await openMap({ width: 360 })
  expect((await map(page).boundingBox())?.height).toBeGreaterThan(500)
  await page.goto(`${site.world.address()}/games?tab=status`)
  const card = page.getByRole('region', { name: 'Game server' })
  await card.getByText(/of 300 slots/).waitFor()
  // Players and game time are seen without scrolling.
  const figures = await card.getByLabel('Server figures').boundingBox()
  expect((figures?.y ?? 0) + (figures?.height ?? 0)).toBeLessThan(740)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectNoAxeFaults(page)
  await close()
})
