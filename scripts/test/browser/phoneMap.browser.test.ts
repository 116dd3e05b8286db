import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleEvent } from '../../../shared/features/events/commands.ts'
import { accountOf, button, code, createPack, markerOf, openPlayers, type Players } from './players.ts'
import { uiTimeoutMs } from './site.ts'
import { doubleText } from './staff.ts'

const soon = { timeout: uiTimeoutMs }
let players: Players
beforeAll(async () => {
  players = await openPlayers()
})
afterAll(() => players.close())

/** Presses one place of the map for as long as a context menu needs. */
async function longPress(page: Page, x: number, y: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await page.getByRole('menu').waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Pairs of visible controls, signs and cards on the map that overlap, and those that leave the window. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main [data-keep-clear]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ name: element.textContent?.slice(0, 30), ...element.getBoundingClientRect().toJSON() }))
    const meeting = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.name} / ${b.name}`),
    )
    return [...meeting, ...boxes.filter(({ left, right }) => left < 0 || right > innerWidth).map(({ name }) => name)]
  })

/** Controls of the map that the sheet at the lower edge covers. */
const belowSheet = (page: Page) =>
  page.evaluate(() => {
    const edge = document.querySelector('[data-height]')?.getBoundingClientRect().top ?? 0
    return [...document.querySelectorAll('fieldset[aria-label="Map view"] button')]
      .filter((control) => control.getBoundingClientRect().bottom > edge)
      .map((control) => control.getAttribute('aria-label'))
  })

/** Ids of the animals that no control covers, in the whole view. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const { markers = [], controls = [] } = window.__waterholeMap?.drawn() ?? {}
    const { width = 0, height = 0 } = window.__waterholeMap?.view() ?? {}
    return markers
      .filter(({ x, y }) => x > 0 && y > 0 && x < width && y < height)
      .filter(({ x, y }) => !controls.some((b) => x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height))
      .map(({ id }) => id)
      .toSorted()
  })

test('[RM10] on a phone by touch: a pack opens in view, a long press pings danger, the waypoint is set, a member is followed, and nothing overlaps', async () => {
  const member = await players.openAs(2)
  await createPack(member.page, 'Thumbs')
  const invite = (await code(member.page).textContent()) ?? ''
  const { page, complaints } = await players.openAs(3, 360)
  await page.goto(`${players.world.address()}/map?join=${invite}&probe`)
  await page.getByRole('dialog').getByRole('button', { name: 'Join pack' }).tap()
  await expect.poll(async () => (await markerOf(page, accountOf(2))) !== undefined, soon).toBe(true)
  await page.evaluate(() => localStorage.removeItem('waterhole.mapViews'))
  await page.goto(`${players.world.address()}/map?probe`)
  await expect.poll(() => seen(page), soon).toEqual([accountOf(2), accountOf(3)])
  await expect.poll(() => overlaps(page), soon).toEqual([])

  await longPress(page, 200, 500)
  await page.getByRole('menuitem', { name: 'Ping: danger' }).tap()
  const pings = () => page.evaluate(() => window.__waterholeMap?.pings().map(({ kind }) => kind))
  await expect.poll(pings, soon).toEqual(['danger'])

  await button(member.page, 'More actions for Demo Player 3').click()
  await button(member.page, 'Make leader').click()
  await member.page
    .getByRole('dialog')
    .getByRole('button', { name: /Hand over/ })
    .click()
  await button(page, 'Waypoint').tap()
  await expect.poll(() => overlaps(page), soon).toEqual([])
  await page.touchscreen.tap(180, 320)
  const waypoint = () => page.evaluate(() => window.__waterholeMap?.waypoint() ?? null)
  await expect.poll(waypoint, soon).not.toBeNull()

  await page.getByRole('tab', { name: /^Pack/ }).tap()
  await page.getByRole('button', { name: 'Follow Demo Player 2' }).tap()
  await page.locator('[data-keep-clear]', { hasText: 'Following Demo Player 2' }).waitFor()
  await expect.poll(() => overlaps(page), soon).toEqual([])
  await button(page, 'Measure').tap()
  await expect.poll(() => overlaps(page), soon).toEqual([])
  await button(page, 'Done').tap()
  await button(page, 'Layers').tap()
  const panel = await page.getByRole('region', { name: 'Layers' }).boundingBox()
  expect(panel?.x).toBeGreaterThanOrEqual(0)
  expect(panel?.height).toBeLessThan(440)
  await page.keyboard.press('Escape')

  // On its side, every control is above the sheet.
  await page.setViewportSize({ width: 740, height: 360 })
  await expect.poll(() => belowSheet(page), soon).toEqual([])
  expect(complaints).toEqual([])
})

test('[RM2379] on a phone a message covers neither the tabs nor the grip of the sheet, however far it is drawn up', async () => {
  const leader = await players.openAs(5)
  await createPack(leader.page, 'Heels')
  const invite = (await code(leader.page).textContent()) ?? ''
  const { page, complaints } = await players.openAs(6, 360)
  await page.setViewportSize({ width: 360, height: 740 })
  const message = page.getByRole('status').getByText('You left Heels.')
  const covered = async () => {
    const toast = await message.locator('..').locator('..').boundingBox()
    const parts = [page.getByRole('tablist', { name: 'Beside the map' }), button(page, /sheet/)]
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
    if (!toast || boxes.includes(null)) throw new Error('The message or the sheet is not there')
    return boxes.filter((box) => box && toast.y < box.y + box.height && box.y < toast.y + toast.height)
  }
  for (const raising of ['Raise the sheet', 'Raise the sheet fully']) {
    await page.goto(`${players.world.address()}/map?join=${invite}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Join pack' }).tap()
    await page.getByRole('tab', { name: /^Pack/ }).tap()
    if (raising === 'Raise the sheet fully') await button(page, raising).tap()
    await button(page, 'Leave pack').tap()
    // Under the pointer it stays, however long a busy machine takes to look at it.
    await message.hover()
    await expect.poll(covered, soon).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  }
  expect(complaints).toEqual([])
})

test('[RM1935] on a phone on its side an event that is near leaves the map its height, and no controls overlap', async () => {
  const owner = await players.world.visit('owner')
  const wall = new Date(Date.now() + 30 * 60_000).toISOString().slice(0, 16)
  const fields = { type: 'Moonlight Hunt' } as const
  expect(await owner.command(scheduleEvent.name, { fields, zone: 'UTC', when: { wall } })).toMatchObject({ ok: true })
  const { page } = await players.openAs(4, 360)
  await page.setViewportSize({ width: 740, height: 360 })
  await page.getByRole('link', { name: 'Moonlight Hunt' }).first().waitFor()
  const height = async () => (await page.getByTestId('map').boundingBox())?.height
  await expect.poll(height, soon).toBeGreaterThanOrEqual(240)
  await expect.poll(() => overlaps(page), soon).toEqual([])
  await expect.poll(() => belowSheet(page), soon).toEqual([])
})

test('[RM2535] on a narrow map, and with large texts, a button shows the legend in the place of the scale; on a wide map it is always there', async () => {
  const { page, complaints } = await players.openAs(7, 360)
  await page.goto(`${players.world.address()}/map?probe`)
  const legend = page.getByRole('list', { name: 'Legend' })
  const toggle = button(page, 'Legend')
  const scale = page.getByRole('img', { name: 'North is up' })
  await toggle.waitFor()
  expect([await legend.isVisible(), await toggle.getAttribute('aria-expanded')]).toEqual([false, 'false'])
  const [box, frame] = [await toggle.boundingBox(), await page.getByTestId('map').boundingBox()]
  expect((box?.width ?? 0) * (box?.height ?? 0)).toBeLessThan(((frame?.width ?? 0) * (frame?.height ?? 0)) / 30)
  await expect.poll(() => overlaps(page), soon).toEqual([])
  await toggle.focus()
  await page.keyboard.press('Enter')
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  await legend.getByText('location accuracy 5 m').waitFor()
  expect(await scale.isVisible()).toBe(false)
  await expect.poll(() => overlaps(page), soon).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => legend.isVisible(), soon).toBe(false)
  expect(await scale.isVisible()).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await legend.waitFor()
  expect(await toggle.isVisible()).toBe(false)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.evaluate(doubleText)
  await toggle.click()
  await legend.waitFor()
  await expect.poll(() => overlaps(page), soon).toEqual([])
  expect(complaints).toEqual([])
})
