import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoAxeFaults, openSite, stillGame, uiTimeoutMs } from './site.ts'
import { isNotCutOff, openStaff, waitForMarkers } from './staff.ts'

// Readings are so far apart that a slow page still shows the one of the moment that a test notes. What is replayed has to move.
const site = openSite({ positionsEveryMs: 1_000, simulator: { ...stillGame, isFrozen: false } })

type Places = Record<string, { x: number; y: number }>
const placesOn = (page: Page): Promise<Places> =>
  page.evaluate(() =>
    Object.fromEntries((window.__waterholeMap?.markers() ?? []).map(({ id, x, y }) => [id, { x, y }])),
  )
const apart = (a: Places, b: Places) =>
  Object.entries(a).map(([id, { x, y }]) => Math.hypot(x - (b[id]?.x ?? 9_999), y - (b[id]?.y ?? 9_999)))
const sign = (page: Page) => page.getByTestId('replay-sign')

/** Waits for this many new readings. */
async function watchReadings(page: Page, count: number) {
  for (let reading = 0; reading < count; reading++) {
    const before = await placesOn(page)
    await expect
      .poll(async () => apart(before, await placesOn(page)).some((way) => way > 0), { interval: 20 })
      .toBe(true)
  }
}

/** The next reading that the page shows, and when. Noted by the page itself: on its way to the test another reading may come. */
const nextReading = (page: Page): Promise<{ readonly at: number; readonly places: Places }> =>
  page.evaluate(async () => {
    const read = () =>
      Object.fromEntries((window.__waterholeMap?.markers() ?? []).map(({ id, x, y }) => [id, { x, y }]))
    const before = JSON.stringify(read())
    while (JSON.stringify(read()) === before) await new Promise(requestAnimationFrame)
    return { at: Date.now(), places: read() }
  })

/** Watches the live map, with readings before and after the one that it remembers. */
async function watch(page: Page) {
  await waitForMarkers(page)
  await watchReadings(page, 3)
  const seen = await nextReading(page)
  await watchReadings(page, 3)
  return seen
}

test('[RP26] the replay shows what the live map showed; its link opens that moment, and it plays on', async () => {
  const page = await openStaff(site, { role: 'admin', stillness: true })
  const seen = await watch(page)
  await page.goto(`${site.world.address()}/replay?probe&at=${seen.at + 100}`)
  await waitForMarkers(page)
  const isThere = async () => Math.max(...apart(seen.places, await placesOn(page))) < 1
  // A busy page shows a reading late: it is of some seconds before.
  let moment = seen.at + 100
  for (; moment > seen.at - 15_000 && !(await isThere()); moment -= 1_000) {
    const before = await placesOn(page)
    await page.getByRole('slider', { name: 'Moment' }).press('ArrowLeft')
    await expect.poll(async () => Math.max(...apart(before, await placesOn(page)))).toBeGreaterThan(0)
  }
  expect(await isThere()).toBe(true)
  expect(await sign(page).textContent()).toMatch(/Replay\d\d:\d\d:\d\d\d+ (s|min) behind live/)
  await page.getByRole('slider', { name: 'Moment' }).press('ArrowRight')
  await expect.poll(async () => Math.max(...apart(seen.places, await placesOn(page)))).toBeGreaterThan(0)
  await page.getByRole('slider', { name: 'Moment' }).press('ArrowLeft')
  await expect.poll(async () => Math.max(...apart(seen.places, await placesOn(page)))).toBeLessThan(1)

  const held = () => Number(new URL(page.url()).searchParams.get('at'))
  await expect.poll(() => Math.abs(held() - moment)).toBeLessThan(5)
  await page.getByRole('button', { name: '2 times' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(held, { timeout: uiTimeoutMs }).toBeGreaterThan(moment + 2_000)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
})

test('[RP27] Space plays and pauses, Home and End go to the ends, and one press goes live', async () => {
  const page = await openStaff(site, { role: 'owner', stillness: true })
  await waitForMarkers(page)
  await page.goto(`${site.world.address()}/replay?probe`)
  await waitForMarkers(page)
  const slider = page.getByRole('slider', { name: 'Moment' })
  const value = async () => Number(await slider.getAttribute('aria-valuenow'))
  await slider.press('Home')
  await expect.poll(value).toBe(Number(await slider.getAttribute('aria-valuemin')))
  await slider.press('Space')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await slider.press('Space')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await slider.press('End')
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuemax')) - (await value())).toBeLessThan(8)
  await page.getByRole('link', { name: 'Go live' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/map')
})

test('[RP28] leaving the replay for a page that loads slowly does not return to the replay', async () => {
  const page = await openStaff(site, { role: 'owner', stillness: true, path: '/replay?probe' })
  await waitForMarkers(page)
  let slowed = 0
  await page.route(/\.js$/, async (route) => {
    slowed += 1
    await setTimeout(3_000)
    await route.continue()
  })
  const paths: string[] = []
  page.on('framenavigated', () => paths.push(new URL(page.url()).pathname))
  await page.getByRole('link', { name: 'Go live' }).click()
  await page.getByRole('heading', { name: 'Live Map' }).waitFor()
  expect(slowed).toBeGreaterThan(0)
  expect(paths.slice(paths.indexOf('/map'))).toEqual(['/map'])
})

test('[RP29] gaps are described, and a user without the permission reads what is missing', async () => {
  const staff = await openStaff(site, { role: 'admin' })
  await waitForMarkers(staff)
  await staff.goto(`${site.world.address()}/replay?at=${3 * 86_400_000}`)
  // A link may be of another day.
  await staff
    .getByText(/\d Jan 1970, \d\d:\d\d:\d\d isn't recorded\. This is the nearest moment\. Kept from \d\d:\d\d:\d\d on/)
    .waitFor()
  const page = await openStaff(site, { role: 'player', stillness: true })
  expect(await page.getByRole('link', { name: 'Replay' }).count()).toBe(0)
  await page.goto(`${site.world.address()}/replay`)
  await page.getByText('You need “See all positions” to open this page.').waitFor()
})

test.each([360, 1440])('[RP30] axe finds nothing serious at %i px', async (width) => {
  const page = await openStaff(site, { role: 'admin', width })
  await waitForMarkers(page)
  await page.goto(`${site.world.address()}/replay?probe`)
  await waitForMarkers(page)
  await expectNoAxeFaults(page)
  expect(await isNotCutOff(page)).toBe(true)
})
