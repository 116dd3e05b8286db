import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoAxeFaults, uiTimeoutMs } from './site.ts'
import { isNotCutOff, openStaffSite } from './staff.ts'

const { openAs } = openStaffSite()

const parts = ['Data', 'Overlays', 'Forms', 'States'] as const

/** Elements of the page whose text is wider than they are, and hidden beyond their edge. */
const clipped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const { overflowX, clipPath } = getComputedStyle(element)
        const hides = (overflowX === 'hidden' || overflowX === 'clip') && clipPath === 'none'
        return hides && element.scrollWidth > element.clientWidth + 1 && element.textContent !== ''
      })
      .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent?.slice(0, 40)}`),
  )

/** Tabs that are narrower than their label, which then runs into the next. */
const narrowTabs = (page: Page) =>
  page
    .getByRole('tab')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

test.each([360, 1440])(
  '[UI60] at %i px every part is whole and without axe faults in each of the four themes, and so is the contact sheet of the species',
  async (width) => {
    const page = await openAs({ role: 'player', path: '/ui?themes=all', width })
    for (const name of parts) {
      await tab(page, name).click()
      await page.locator('[data-theme=night] p').first().waitFor()
      expect(
        await page
          .locator('main [data-theme]')
          .evaluateAll((all) => new Set(all.map((one) => (one as HTMLElement).dataset.theme)).size),
      ).toBe(4)
      expect(await isNotCutOff(page), name).toBe(true)
      expect(await clipped(page), name).toEqual([])
      expect(await narrowTabs(page), name).toEqual([])
      await expectNoAxeFaults(page)
    }
    await page.getByRole('button', { name: 'All four themes' }).click()
    await tab(page, 'Species').click()
    await page.getByRole('heading', { name: 'Beipiaosaurus' }).waitFor()
    expect(await page.getByRole('img', { name: /, (grown|young|from above)$/ }).count()).toBe(22 * 9)
    expect(await isNotCutOff(page)).toBe(true)
    await expectNoAxeFaults(page)
  },
)

test('[UI2061] the ring of the focus lies beside the name of a tab, and not across its letters', async () => {
  const page = await openAs({ role: 'player', path: '/ui', width: 360 })
  await tab(page, 'Data').focus()
  for (const name of ['Overlays', 'Forms', 'States']) {
    await page.keyboard.press('ArrowRight')
    const gaps = await tab(page, name).evaluate((one) => {
      const text = document.createRange()
      text.selectNodeContents(one)
      const [outer, inner] = [one.getBoundingClientRect(), text.getBoundingClientRect()]
      // The ring begins at the edge of the tab, and ends so far within.
      const within = -Number.parseFloat(getComputedStyle(one).outlineOffset)
      return { within, free: Math.min(inner.left - outer.left, outer.right - inner.right) }
    })
    expect(gaps.within, name).toBeGreaterThan(0)
    expect(gaps.free, name).toBeGreaterThan(gaps.within)
  }
})

test.each([360, 1440])(
  '[UI61] at %i px each template shows its states, whole and without axe faults',
  async (width) => {
    const page = await openAs({ role: 'player', path: '/ui?tab=templates', width, mood: 'night' })
    for (const template of ['catalogue', 'table', 'dashboard', 'form', 'board']) {
      for (const [state, words] of [
        ['ready', null],
        ['empty', 'No players yet.'],
        ['refused', "You can't read this."],
        ['offline', "Can't reach the hub. Retrying…"],
        ['stale', 'This page is as of'],
      ] as const) {
        await page.locator(`main [href="/ui?template=${template}&state=${state}"]`).click()
        await page.locator('h1', { hasNotText: 'Interface' }).waitFor()
        if (words) await page.locator('main').getByText(words).first().waitFor()
        expect(await isNotCutOff(page), `${template} ${state}`).toBe(true)
        if (state !== 'empty') await expectNoAxeFaults(page)
        await page.goBack()
        await page.locator('h1', { hasText: 'Interface' }).waitFor()
      }
    }
  },
)

test('[UI65] Home and End reach both ends of a long table on a slow machine, too', async () => {
  const page = await openAs({ role: 'player', path: '/ui', width: 1440 })
  const long = page.getByRole('grid', { name: '300 players' })
  await long.scrollIntoViewIfNeeded()
  await long.getByRole('row', { name: /Ashclaw108/ }).focus()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))
  for (let round = 0; round < 8; round += 1) {
    await page.keyboard.press('End')
    await expect.poll(focusedRow).toBe('301')
    await page.keyboard.press('Home')
    await expect.poll(focusedRow).toBe('2')
  }
})

test('[UI1800] Shift+Tab returns to a row of a long table at any moment after Tab has left it', async () => {
  const page = await openAs({ role: 'player', path: '/ui', width: 1440 })
  const long = page.getByRole('grid', { name: '300 players' })
  const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') ?? null)
  await long.scrollIntoViewIfNeeded()
  for (const frames of [0, 0, 1, 2, 4]) {
    await long.getByRole('row', { name: /Ashclaw108/ }).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 1_500)
    await long.locator('[aria-rowindex="40"]').focus()
    await expect.poll(focusedRow).toBe('40')
    await page.keyboard.press('Tab')
    expect(await focusedRow()).toBeNull()
    await page.evaluate(async (most) => {
      for (let frame = 0; frame < most; frame += 1) await new Promise(requestAnimationFrame)
    }, frames)
    await page.keyboard.press('Shift+Tab')
    expect(await focusedRow(), `${frames} frames later`).not.toBeNull()
  }
})

test.each([360, 1440])(
  '[UI62] at %i px each part is used by keyboard alone, and closing gives the focus back',
  async (width) => {
    const page = await openAs({ role: 'player', path: '/ui', width })
    const press = (key: string) => page.keyboard.press(key)

    const table = page.getByRole('grid', { name: '8 players' })
    await table.locator('tbody tr').first().focus()
    await press('ArrowDown')
    expect(await focused(page)).toContain('Brackensong')
    await press('Space')
    await press('Enter')
    expect(await table.locator('[data-opened]').textContent()).toContain('Brackensong')
    expect(await table.locator('[aria-selected=true]').count()).toBe(0)

    const long = page.getByRole('grid', { name: '300 players' })
    await long.scrollIntoViewIfNeeded()
    await long.getByRole('row', { name: /Ashclaw108/ }).focus()
    expect(await long.locator('tbody tr').count()).toBeLessThan(90)
    await press('End')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('301')

    await tab(page, 'Data').focus()
    await press('ArrowRight')
    await page.getByRole('button', { name: 'Actions on Rex' }).focus()
    await press('Enter')
    expect(await focused(page)).toBe('Show on map')
    await expectNoAxeFaults(page)
    await press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    expect(await focused(page)).toBe('Actions')

    await page.getByRole('button', { name: 'Right-click me' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Message' }).waitFor()
    await press('Escape')

    await page.locator('main').getByRole('button', { name: 'More', exact: true }).focus()
    await press('Tab')
    await press('Tab')
    const tooltip = page.locator('[popover]', { hasText: 'Whole island' })
    await tooltip.waitFor()
    await press('Escape')
    expect(await tooltip.count()).toBe(0)

    for (const [opener, name] of [
      ['Open a dialog', 'Message Emberclaw'],
      ['Ask first', 'Kick Rex?'],
      ['Open the drawer', 'Emberclaw'],
    ] as const) {
      await page.getByRole('button', { name: opener }).focus()
      await press('Enter')
      const opened = page.getByRole('dialog', { name })
      await opened.waitFor()
      await expectNoAxeFaults(page)
      expect(await isNotCutOff(page)).toBe(true)
      await press('Tab')
      expect(await opened.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
      await press('Escape')
      await opened.waitFor({ state: 'detached' })
      expect(await focused(page)).toBe(opener)
    }

    await page.getByRole('button', { name: 'With undo' }).focus()
    await press('Enter')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().focus()
    await press('Enter')
    await page.getByText('You are back in Night Runners.').waitFor()
  },
)

/** Runs in the page before its scripts: toasts stay, however long a busy machine takes to look at them. */
function keepToasts() {
  const wait = window.setTimeout
  window.setTimeout = ((act: () => void, ms = 0) => wait(act, ms < 6_000 ? ms : 2 ** 31 - 1)) as typeof wait
}

test('[UI64] on a telephone only the newest toast is shown, and the newest that can be undone', async () => {
  const page = await openAs({ role: 'player', path: '/ui', width: 360, first: keepToasts })
  await tab(page, 'Overlays').click()
  const toasts = page.getByRole('status')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  await press('With undo')
  await press('With undo')
  await press('Show a toast')
  await toasts.getByText('The pack code was copied.').waitFor()
  const undos = toasts.getByRole('button', { name: 'Undo' })
  expect(await undos.count()).toBe(1)
  await page.setViewportSize({ width: 1440, height: 860 })
  await expect.poll(() => undos.count()).toBe(2)
})

test('[UI63] the page of the parts is offered in a demo and leads to itself from the account menu', async () => {
  const page = await openAs({ role: 'player', path: '/' })
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('link', { name: 'Interface' }).click()
  await page.locator('h1', { hasText: 'Interface' }).waitFor()
})

test("[FQ1046] with the system's own colours the chosen tab and place have a line, and a switch has its knob", async () => {
  const page = await openAs({ role: 'player', path: '/leaderboards', width: 1440 })
  await page.emulateMedia({ forcedColors: 'active' })
  const tabs = page.getByRole('main').getByRole('tab')
  await tabs.first().waitFor()
  const lines = await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomStyle))
  expect(lines.toSorted().reverse().join(' ')).toMatch(/^solid( none)+$/)
  const place = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  expect(await place.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
  const toggle = page.getByRole('switch', { name: /^Show me on the leaderboards/ })
  const colours = await toggle.evaluate(({ lastElementChild: track }) =>
    track ? [getComputedStyle(track).backgroundColor, getComputedStyle(track, '::after').backgroundColor] : [],
  )
  expect(new Set(colours).size).toBe(2)
})

test.each(['/inventory', '/market', '/owner-panel?tab=users'])(
  '[FQ2365] on a phone the buttons for a search at %s take one row below the field, with how many are found',
  async (path) => {
    const page = await openAs({ role: 'owner', path, width: 360 })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const found = page.getByText(/^\d+ (dinosaur|listing|user)s?$/).first()
    const parts = [
      page.getByRole('combobox').first(),
      button('How to search'),
      button('Saved searches'),
      button('Filters'),
      found,
    ]
    const tops = () => Promise.all(parts.map((one) => one.evaluate((element) => element.getBoundingClientRect().top)))
    const rows = async () => (await tops()).map((top, _, [first = 0]) => Math.round(top - first))
    await expect.poll(rows, { timeout: uiTimeoutMs }).toEqual([0, 0, 52, 52, 52])
  },
)
