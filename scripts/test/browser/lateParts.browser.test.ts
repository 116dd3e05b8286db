import { expect, test } from 'vitest'
import { accountMenu } from './guests.ts'
import { uiTimeoutMs } from './site.ts'
import { openStaffSite, waitForMarkers } from './staff.ts'

const { openAs } = openStaffSite()

declare global {
  interface Window {
    /** Lets the browser be idle, which the test has kept it from. */
    __beIdle?: () => void
  }
}

/** Runs in the page before its scripts: the browser is busy until the test says so. */
function keepBusy() {
  const waiting: (() => void)[] = []
  window.requestIdleCallback = (act) => waiting.push(() => act({ didTimeout: true, timeRemaining: () => 0 }))
  window.__beIdle = () => {
    for (const act of waiting.splice(0)) act()
  }
}

test('[FQ33] the events that come below the map when the browser is idle leave the map where it was, at 1440, 768 and 360 px', async () => {
  for (const width of [1440, 768, 360]) {
    const page = await openAs({ role: 'admin', path: '/map?probe', width, first: keepBusy })
    await waitForMarkers(page)
    const map = page.getByTestId('map')
    await expect.poll(() => page.getByTestId('link-warning').count(), { timeout: uiTimeoutMs }).toBe(0)
    const before = await map.boundingBox()
    expect(await page.getByRole('complementary', { name: 'Events' }).count()).toBe(0)
    await page.evaluate(() => window.__beIdle?.())
    await page.getByRole('complementary', { name: 'Events' }).waitFor()
    expect(await map.boundingBox(), `${width} px`).toEqual(before)
  }
})

test('[FQ28] the head of a signed-in user does not move when their balances arrive: their room is kept from the beginning', async () => {
  const page = await openAs({ role: 'player', path: '/' })
  let gate = Promise.withResolvers<void>()
  await page.route(/\/signedIn-[^/]*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  for (const width of [360, 768, 1200, 1440]) {
    gate = Promise.withResolvers<void>()
    await page.setViewportSize({ width, height: 860 })
    await page.reload()
    await page.locator('[data-health=live]').waitFor()
    await accountMenu(page).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const search = async () => (await page.getByRole('button', { name: 'Search' }).boundingBox())?.x
    const before = await search()
    expect(await page.getByRole('banner').locator('[data-currency]').count()).toBe(0)
    gate.resolve()
    await page.getByRole('banner').locator('[data-currency=voidPearls] dd', { hasText: /\d/ }).waitFor()
    expect(await search(), `${width} px`).toBe(before)
  }
})
