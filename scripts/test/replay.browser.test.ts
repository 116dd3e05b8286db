import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../server/testing/world.ts'
import { expectNoAxeFaults } from './axe.ts'
import { openBrowser } from './browser.ts'

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

async function openMap(role: string, width = 1280) {
  const context = await browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(`${world.address()}/map?probe`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: new RegExp(`^${role}`) }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  return { page, close: () => context.close() }
}

type Places = Record<string, { x: number; y: number }>
const placesOn = (page: Page): Promise<Places> =>
  page.evaluate(() =>
    Object.fromEntries((window.__waterholeMap?.markers() ?? []).map(({ id, x, y }) => [id, { x, y }])),
  )
const waitForMarkers = (page: Page) => page.waitForFunction(() => (window.__waterholeMap?.markers().length ?? 0) > 20)
const apart = (a: Places, b: Places) =>
  Object.entries(a).map(([id, { x, y }]) => Math.hypot(x - (b[id]?.x ?? 9_999), y - (b[id]?.y ?? 9_999)))
const sign = (page: Page) => page.getByTestId('replay-sign')

/** Looks at the live map for a while, and remembers where all stood at some moment before its end. */
async function watch(page: Page) {
  await waitForMarkers(page)
  await page.waitForTimeout(9_000)
  // Right after a reading, so that the moment is told by it and by no other.
  const before = await placesOn(page)
  await expect.poll(async () => apart(before, await placesOn(page)).some((way) => way > 0), { interval: 20 }).toBe(true)
  const at = Date.now()
  const places = await placesOn(page)
  await page.waitForTimeout(9_000)
  return { at, places }
}

test('[RP1] the replay shows at a past moment what the live map showed, its link opens that moment, and it plays on', async () => {
  const { page, close } = await openMap('Admin')
  const seen = await watch(page)
  await page.goto(`${world.address()}/replay?probe&at=${seen.at + 100}`)
  await waitForMarkers(page)
  await expect
    .poll(async () => Math.max(...apart(seen.places, await placesOn(page))), { timeout: 10_000 })
    .toBeLessThan(1)
  expect(await sign(page).textContent()).toMatch(/Replay\d\d:\d\d:\d\dlive is \d+ s ahead/)
  await page.getByRole('slider', { name: 'Moment' }).press('ArrowRight')
  await expect.poll(async () => Math.max(...apart(seen.places, await placesOn(page)))).toBeGreaterThan(0)
  await page.getByRole('slider', { name: 'Moment' }).press('ArrowLeft')
  await expect.poll(async () => Math.max(...apart(seen.places, await placesOn(page)))).toBeLessThan(1)

  const held = () => Number(new URL(page.url()).searchParams.get('at'))
  await expect.poll(() => Math.abs(held() - seen.at - 100)).toBeLessThan(5)
  await page.getByRole('button', { name: '2 times' }).click()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(held, { timeout: 10_000 }).toBeGreaterThan(seen.at + 2_000)
  await page.getByRole('button', { name: 'Pause' }).click()
  await close()
})

test('[RP2] space plays and pauses, Home and End lead to the ends, and live is one press away', async () => {
  const { page, close } = await openMap('Owner')
  await waitForMarkers(page)
  await page.goto(`${world.address()}/replay?probe`)
  await waitForMarkers(page)
  const slider = page.getByRole('slider', { name: 'Moment' })
  const value = async () => Number(await slider.getAttribute('aria-valuenow'))
  await slider.press('Home')
  await expect.poll(value).toBe(Number(await slider.getAttribute('aria-valuemin')))
  await slider.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await slider.press('Space')
  await page.getByRole('button', { name: 'Play' }).waitFor()
  await slider.press('End')
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuemax')) - (await value())).toBeLessThan(8)
  await page.getByRole('link', { name: 'Go live' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/map')
  await close()
})

test('[RP3] what is missing is said in words, and whoever may not see all positions is told so', async () => {
  const staff = await openMap('Admin')
  await waitForMarkers(staff.page)
  await staff.page.goto(`${world.address()}/replay?at=1000`)
  await staff.page.getByText(/is not kept: this is the nearest moment that is\. Kept from \d\d:\d\d:\d\d on/).waitFor()
  await staff.close()
  const { page, close } = await openMap('Player')
  expect(await page.getByRole('link', { name: 'Replay' }).count()).toBe(0)
  await page.goto(`${world.address()}/replay`)
  await page.getByText('Not open to you').waitFor()
  await close()
})

test.each([360, 1440])('[RP4] axe finds nothing serious at %i px', async (width) => {
  const { page, close } = await openMap('Admin', width)
  await waitForMarkers(page)
  await page.goto(`${world.address()}/replay?probe`)
  await waitForMarkers(page)
  await expectNoAxeFaults(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await close()
})
