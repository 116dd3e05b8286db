import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { webVitalsPath } from '../../../shared/protocol/webVitals.ts'
import { accountMenu } from './guests.ts'
import { fetchAhead, uiTimeoutMs } from './site.ts'
import { openStaffSite, waitForMarkers } from './staff.ts'

const { site, openAs } = openStaffSite()

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

test('[WV2496] a page reports once how fast it was, when its user leaves it', async () => {
  const page = await openAs({ role: 'player', path: '/games' })
  await fetchAhead(page)
  await page.reload()
  let reports = 0
  page.on('request', (request) => {
    if (request.url().endsWith(webVitalsPath)) reports += 1
  })
  // The reporter begins at some time after the page is shown: until then, and from its report on, this does nothing.
  const leave = async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    return reports
  }
  const counted = async () => {
    const text = await (await fetch(`${site.world.address()}/metrics`)).text()
    return ['FCP', 'TTFB'].map((name) => text.match(new RegExp(`page_ms_count{vital="${name}"} (\\d+)`))?.[1])
  }
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('reportWebVitals')),
  )
  await expect.poll(leave, { timeout: uiTimeoutMs }).toBe(1)
  await expect.poll(counted, { timeout: uiTimeoutMs }).toContain('1')
  const first = await counted()
  for (let nth = 0; nth < 3; nth += 1) expect(await leave()).toBe(1)
  expect(await counted()).toEqual(first)
})

/** The hub's messages to the pages of this browser wait until the gate opens, but for those that are to be passed on at once. */
async function holdMessages(page: Page, isPassedOn: (message: string | Buffer) => boolean = () => false) {
  const gate = Promise.withResolvers<void>()
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const hub = socket.connectToServer()
    hub.onMessage((message) => {
      if (isPassedOn(message)) socket.send(message)
      else void gate.promise.then(() => socket.send(message))
    })
  })
  return () => gate.resolve()
}

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Where each place of the rail is, and the search in the head. */
const placesOf = async (page: Page) => ({
  rail: await rail(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => `${link.textContent} ${Math.round(link.getBoundingClientRect().y)}`)),
  search: (await page.getByRole('button', { name: 'Search' }).boundingBox())?.y,
})

test('[FQ2432] a page that is opened again shows the same places in the rail before the hub says who the user is, and those of a guest after signing out', async () => {
  const page = await openAs({ role: 'owner', path: '/shop', width: 1440 })
  await rail(page).getByRole('link', { name: 'Audit' }).waitFor()
  const before = await placesOf(page)
  const release = await holdMessages(page)
  await page.reload()
  // After ten seconds without an answer the page says that it can't reach the hub, and a busy machine may take longer to load it.
  await page.locator('[data-connection=connecting], [data-connection=stale]').waitFor()
  expect(await placesOf(page)).toEqual(before)
  release()
  await page.locator('[data-connection=live]').waitFor()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect.poll(() => rail(page).getByRole('link', { name: 'Audit' }).count(), { timeout: uiTimeoutMs }).toBe(0)
  await page.reload()
  await rail(page).getByRole('link', { name: 'Shop', exact: true }).waitFor()
  expect(await rail(page).getByRole('link', { name: 'Audit' }).count()).toBe(0)
})

test('[FQ2660] after signing out and reloading at once, before the hub has sent any document, the rail does not show the places of the former role', async () => {
  const page = await openAs({ role: 'owner', path: '/shop', width: 1440 })
  let isLeaving = false
  await holdMessages(page, (message) => !(isLeaving && message.toString().includes('"down"')))
  await page.reload()
  await page.locator('[data-connection=live]').waitFor()
  await rail(page).getByRole('link', { name: 'Audit' }).waitFor()
  isLeaving = true
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect.poll(() => rail(page).getByRole('link', { name: 'Audit' }).count(), { timeout: uiTimeoutMs }).toBe(0)
  await page.reload()
  await rail(page).getByRole('link', { name: 'Shop', exact: true }).waitFor()
  expect(await rail(page).getByRole('link', { name: 'Audit' }).count()).toBe(0)
})

declare global {
  interface Window {
    __shifts?: number
  }
}

/** Runs in the page before its scripts: adds up how far what is seen has moved without the user, as a share of the window. */
function addShifts() {
  window.__shifts = 0
  const add = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.__shifts = (window.__shifts ?? 0) + entry.value
  }
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
}

/** Each message of the hub to the pages of this browser arrives this much later, ms. */
const latencyMs = 300

async function beFar(page: Page) {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const hub = socket.connectToServer()
    hub.onMessage((message) => setTimeout(() => socket.send(message), latencyMs))
  })
}

/** What "good" pages may move by, as a share of the window. */
const mostShift = 0.1

test('[FQ2433] what is seen of a page stays in its place while its parts arrive late', async () => {
  const page = await openAs({ role: 'owner', path: '/auth', width: 1440, first: addShifts })
  await rail(page).getByRole('link', { name: 'Audit' }).waitFor()
  await beFar(page)
  for (const [path, last] of [
    ['/', page.getByRole('button', { name: 'Copy address' })],
    ['/profile', page.getByText('Thirst')],
    ['/account', page.getByRole('heading', { name: 'Tokens for programs' })],
    ['/information', page.getByText('127.0.0.1:')],
    ['/admin', page.getByRole('heading', { name: 'Finished commands' })],
    ['/owner-panel', page.getByRole('heading', { name: 'Community' })],
    ['/owner-panel?tab=economy', page.getByRole('heading', { name: 'One-way flows' })],
  ] as const) {
    await page.goto(new URL(path, page.url()).href)
    await last.first().waitFor()
    await page.getByRole('link', { name: 'All events' }).waitFor()
    const shifts = await page.evaluate(async () => {
      // The entry of a frame is reported after it.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      return window.__shifts ?? Number.NaN
    })
    expect(shifts, path).toBeLessThan(mostShift)
  }
})
