import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uiTimeoutMs } from './site.ts'
import { doubleText, isNotCutOff, isSeen, openStaffSite } from './staff.ts'

const { openAs } = openStaffSite()

test.each(['/events?tab=schedule', '/map-settings'])(
  '[FQ1040] on a phone the map of %s ends where its room ends',
  async (path) => {
    const page = await openAs({ role: 'owner', path, width: 360 })
    const map = page.getByRole('application', { name: 'Island' })
    await map.waitFor()
    const roomBelow = () =>
      map.evaluate((surface) => {
        const frame = surface.closest('section')
        const bottomOf = (element: Element | null | undefined) => element?.getBoundingClientRect().bottom ?? 0
        return Math.round(bottomOf(frame?.parentElement) - bottomOf(frame))
      })
    await expect.poll(roomBelow, { timeout: uiTimeoutMs }).toBeGreaterThanOrEqual(0)
  },
)

test('[FQ1041] on a phone a control behind the raised sheet lowers it when it takes the focus by keyboard', async () => {
  const page = await openAs({ role: 'owner', path: '/map', width: 360 })
  const grip = page.getByRole('button', { name: /^(Raise|Lower) the sheet/ })
  await grip.focus()
  await grip.press('Enter')
  await grip.press('Enter')
  await page.getByRole('button', { name: 'Lower the sheet' }).waitFor()
  const measure = page.getByRole('button', { name: 'Measure', exact: true })
  await expect.poll(() => isSeen(measure), { timeout: uiTimeoutMs }).toBe(false)
  await measure.focus()
  await expect.poll(() => isSeen(measure), { timeout: uiTimeoutMs }).toBe(true)
})

test('[FQ2174] on a phone the buttons of a form in a dialog are below one another, whatever the main one says', async () => {
  const page = await openAs({ role: 'player', path: '/ledger', width: 360 })
  await page.getByRole('button', { name: 'Send a gift' }).click()
  const dialog = page.getByRole('dialog')
  const places = () =>
    dialog
      .locator('[type=submit], [type=submit] + button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect))
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  const [main, cancel] = await places()
  expect(cancel?.width).toBe(main?.width)
  expect(cancel?.top).toBeGreaterThan(main?.bottom ?? 0)
  await dialog.locator('[type=submit]').evaluate((button) => (button.textContent = 'List for 12,500 Razor Talons'))
  expect(await places()).toEqual([main, cancel])
})

test('[FQ2342] on a phone the amount of a ledger row is at its end, beside what happened', async () => {
  const page = await openAs({ role: 'player', path: '/ledger', width: 360 })
  const row = page.getByRole('grid').locator('tbody tr', { hasText: 'Demo balance' })
  const ends = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  const [deed, amount] = [await ends(row.getByText('Demo balance')), await ends(row.getByText('+25,000'))]
  expect((await ends(row)).right - amount.right).toBeLessThan(8)
  expect([deed.right <= amount.left, deed.top < amount.bottom]).toEqual([true, true])
})

test('[FQ2175] in a low window the list of places is shaded at the edge where it goes on, and at no other', async () => {
  const page = await openAs({ role: 'owner', path: '/', width: 1024 })
  await page.setViewportSize({ width: 1024, height: 700 })
  const list = page.getByRole('navigation', { name: 'Main' }).locator('> div')
  const { y, height } = (await list.boundingBox()) ?? { y: 0, height: 0 }
  /** Of the list's ground, left of the places, at its upper and lower edge and between them. */
  const grounds = async () => {
    const dots = [y + 1, y + height - 2, y + height / 2].map((at) => ({ x: 2, y: at, width: 1, height: 1 }))
    const [top, bottom, between] = await Promise.all(dots.map((clip) => page.screenshot({ clip })))
    return [top, bottom].map((edge) => between?.equals(edge ?? Buffer.of()) === false)
  }
  const shadesAt = async (share: number) => {
    await list.evaluate((all, to) => all.scrollTo(0, to * (all.scrollHeight - all.clientHeight)), share)
    return grounds()
  }
  expect(await shadesAt(0)).toEqual([false, true])
  expect(await shadesAt(0.5)).toEqual([true, true])
  expect(await shadesAt(1)).toEqual([true, false])
})

test('[FQ1042] with texts of twice their size a phone shows all of a profile, a ledger and a table without scrolling sideways', async () => {
  const page = await openAs({ role: 'owner', path: '/profile', width: 360 })
  for (const [path, last] of [
    ['/profile', page.getByRole('button', { name: 'Copy Steam ID' })],
    ['/ledger', page.getByRole('main').getByText('Sylvan Shards').first()],
    ['/players', page.getByRole('combobox', { name: 'Sort by' })],
  ] as const) {
    await page.goto(new URL(path, page.url()).href)
    await last.waitFor({ state: 'attached' })
    await page.evaluate(doubleText)
    expect(await isNotCutOff(page), path).toBe(true)
  }
  const overflow = await page
    .getByRole('navigation', { name: 'Main' })
    .locator('a, button')
    .evaluateAll((places) =>
      places.filter((place) => place.scrollWidth > place.clientWidth).map((place) => place.textContent),
    )
  expect(overflow).toEqual([])
})

test('[FQ1043] on a phone a press on the chosen account leads to its rights again', async () => {
  const page = await openAs({ role: 'owner', path: '/admins', width: 360 })
  const listed = page.getByRole('list', { name: 'Staff', exact: true }).getByRole('button', { name: /^Demo Owner/ })
  const name = page
    .getByRole('region', { name: 'Permissions of Demo Owner' })
    .getByRole('heading', { name: 'Demo Owner' })
  const hasFocus = () => name.evaluate((heading) => heading === document.activeElement)
  for (let press = 0; press < 2; press += 1) {
    await listed.click()
    await name.waitFor()
    await expect.poll(hasFocus, { timeout: uiTimeoutMs }).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
  }
})

test('[FQ1044] the names of players online and the lanes of the timeline are targets of at least 24 px', async () => {
  const page = await openAs({ role: 'owner', path: '/admin-controls', width: 1440 })
  const heights = (targets: Locator) =>
    targets.evaluateAll((all) => [...new Set(all.map((target) => target.getBoundingClientRect().height))])
  const names = page.getByRole('list', { name: 'Online players' }).getByRole('button')
  await names.first().waitFor()
  expect(Math.min(...(await heights(names)))).toBeGreaterThanOrEqual(24)
  await page.goto(new URL('/timeline', page.url()).href)
  // A name within a sentence of the list may be as tall as its line: only the axis and the times are targets of their own.
  const lanes = page.getByRole('region', { name: 'Time axis' }).getByRole('button')
  await lanes.first().waitFor()
  expect(Math.min(...(await heights(lanes)))).toBeGreaterThanOrEqual(24)
  const times = page.getByRole('list', { name: 'What happened' }).getByRole('button', { name: /^Go to / })
  await times.first().waitFor()
  expect(Math.min(...(await heights(times)))).toBeGreaterThanOrEqual(24)
})

test('[FQ1045] the button that zooms to the last step keeps the focus', async () => {
  const page = await openAs({ role: 'owner', path: '/map', width: 1440 })
  const [zoomIn, zoomOut] = [
    page.getByRole('button', { name: 'Zoom in' }),
    page.getByRole('button', { name: 'Zoom out' }),
  ]
  await zoomIn.click()
  await expect.poll(() => zoomOut.isEnabled(), { timeout: uiTimeoutMs }).toBe(true)
  await zoomOut.focus()
  await zoomOut.press('Enter')
  await expect.poll(() => zoomOut.isDisabled(), { timeout: uiTimeoutMs }).toBe(true)
  await page.waitForTimeout(300)
  expect(await zoomOut.evaluate((button) => button === document.activeElement)).toBe(true)
})

/** Goes on when everything of the page has arrived. */
const waitForAll = (page: Page) =>
  expect.poll(() => page.getByRole('main').getByText('Loading…').count(), { timeout: uiTimeoutMs }).toBe(0)

test('[FQ1200] no page that the rail leads to, and no tab of one, skips a level of headings', async () => {
  const page = await openAs({ role: 'owner', path: '/', width: 1440 })
  const skipped = () =>
    page.evaluate(() => {
      const levels = [...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')].map(({ tagName }) =>
        Number(tagName[1]),
      )
      return levels.some((level, at) => level > (levels[at - 1] ?? 0) + 1)
        ? `${location.pathname} ${levels.join(' ')}`
        : ''
    })
  const found = new Set<string>()
  for (const place of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
    await place.click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await waitForAll(page)
    const tabs = await page.getByRole('main').getByRole('tab').all()
    found.add(await skipped())
    for (const tab of tabs) {
      await tab.click()
      await waitForAll(page)
      found.add(await skipped())
    }
  }
  expect([...found].filter((fault) => fault !== '')).toEqual([])
})

test('[FQ1201] when the test of a warning is dismissed, by press or by key, the focus is on the button that started it', async () => {
  const page = await openAs({ role: 'owner', path: '/events?tab=schedule', width: 1440 })
  const begin = page.getByRole('button', { name: 'Test Moonlight Hunt' })
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  const hasFocus = () => begin.evaluate((button) => button === document.activeElement)
  const byKey = async () => {
    // Meant for the page: nothing of the warning has the focus yet.
    await page.keyboard.press('Enter')
    expect(await dismiss.isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await dismiss.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
  }
  for (const end of [() => dismiss.click(), byKey, () => page.keyboard.press('Escape')]) {
    await begin.click()
    await dismiss.waitFor()
    await end()
    await dismiss.waitFor({ state: 'detached' })
    await expect.poll(hasFocus, { timeout: uiTimeoutMs }).toBe(true)
  }
})

test.each([360, 1440])(
  '[FQ1202] with texts of twice their size nothing is cut off at %i px, in tables neither',
  async (width) => {
    const page = await openAs({ role: 'owner', path: '/profile', width })
    const faults: string[] = []
    for (const path of [
      '/skins',
      '/profile',
      '/catalogue',
      '/players',
      '/audit',
      '/ledger',
      '/game-log',
      '/owner-panel',
      '/owner-panel?tab=users',
      '/owner-panel?tab=server',
      '/owner-admin',
      '/auth',
      '/account',
    ]) {
      await page.goto(new URL(path, page.url()).href)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await waitForAll(page)
      await page.evaluate(doubleText)
      if (!(await isNotCutOff(page))) faults.push(`${path} scrolls sideways`)
      faults.push(
        ...(await page
          .getByRole('main')
          .locator('td, th, dt, dd, label, h2')
          .evaluateAll(
            (cells, at) =>
              cells
                .filter(
                  (cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0,
                )
                .filter((cell) => getComputedStyle(cell).overflowX === 'visible')
                .map((cell) => `${at} ${cell.tagName} ${cell.textContent} ${cell.scrollWidth} > ${cell.clientWidth}`),
            path,
          )),
      )
    }
    expect(faults).toEqual([])
  },
)

test('[FQ1203] on a phone the rows of a long table are one stop of Tab, which says that arrows go on and hides no row', async () => {
  const page = await openAs({ role: 'owner', path: '/catalogue', width: 360 })
  const table = page.getByRole('grid', { name: 'Items' })
  const keys = page.getByText('Arrow keys: other rows. Enter: open.')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') ?? null)
  await table.waitFor()
  expect(await keys.isVisible()).toBe(false)
  await table.locator('tbody tr').first().focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('2')
  await keys.waitFor()
  for (let row = 3; row < 40; row += 1) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused, { timeout: uiTimeoutMs }).toBe(String(row))
    await expect.poll(() => isSeen(page.locator(':focus')), { timeout: uiTimeoutMs }).toBe(true)
  }
  const isCovered = () =>
    keys.evaluate((hint) => {
      const row = document.activeElement?.getBoundingClientRect()
      return row !== undefined && row.bottom > hint.getBoundingClientRect().top
    })
  await expect.poll(isCovered, { timeout: uiTimeoutMs }).toBe(false)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(null)
})
