import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { findContrastFaults } from './contrastFaults.ts'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'

const site = openSite()

/** The page of all parts, as a demo user. */
async function openParts(query: string, width = 1600) {
  const context = await site.browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  context.setDefaultTimeout(uiTimeoutMs)
  onTestFinished(() => context.close())
  const origin = site.world.address()
  const answer = await context.request.post(`${origin}/auth/demo`, { data: { role: 'player' }, headers: { origin } })
  expect(answer.ok()).toBe(true)
  const page = await context.newPage()
  await page.goto(`${origin}/ui?${query}`)
  await page.locator('[data-part]').first().waitFor()
  return page
}

test('[TZ7] text, focus rings and drawings of every part are readable at rest, hovered, focused and pressed in all themes', async () => {
  const page = await openParts('tab=forms&themes=all')
  for (const tab of ['Forms', 'Data', 'Overlays', 'States']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel', { name: tab }).locator('[data-part]').first().waitFor()
    expect([tab, await findContrastFaults(page, '[data-part]')]).toEqual([tab, []])
  }
})

test('[WK10] menus, tooltips, dialogs, questions and drawers are readable at rest, hovered, focused and pressed in all themes', async () => {
  const page = await openParts('tab=overlays&themes=all')
  const openers = ['Actions on Rex', 'Whole island', 'Open a dialog', 'Refused', 'Open the drawer'] as const
  for (const name of openers)
    for (const scope of await page.locator('main [data-theme]', { has: page.getByRole('button', { name }) }).all()) {
      const opener = scope.getByRole('button', { name })
      if (name === 'Whole island') await opener.hover()
      else await opener.click()
      const opened = scope.locator('dialog, [popover]').first()
      await opened.waitFor()
      expect(await findContrastFaults(page, 'dialog, [popover]'), name).toEqual([])
      if (name === 'Whole island') await page.mouse.move(0, 0)
      else await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'detached' })
    }
})

test('[TZ8] a main button that is hovered on a pale ground, a faded select and a pale focus ring would be noticed', async () => {
  const page = await openParts('tab=forms&themes=all')
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      [data-tone="main"]:hover { background: var(--raised) !important }
      select:disabled { opacity: 0.4 !important }
      input:focus-visible { outline-color: var(--line) !important }`)
    document.adoptedStyleSheets = [sheet]
  })
  const faults = await findContrastFaults(page, '[data-part]')
  for (const theme of ['dawn', 'day', 'dusk', 'night']) {
    expect(faults).toContainEqual(expect.stringMatching(`^hover: ${theme} Button button "main" 1\\.\\d+$`))
    expect(faults).toContainEqual(expect.stringMatching(`^rest: ${theme} Select select "day"`))
    expect(faults).toContainEqual(expect.stringMatching(`^focus: ${theme} Field input focus ring`))
  }
})

test('[TZ9] axe finds nothing serious on any form part in any theme', async () => {
  const page = await openParts('tab=forms&themes=all')
  await expectNoAxeFaults(page)
})

/** The part of a story. */
const part = (page: Page, name: string) => page.locator(`[data-part="${name}"]`)

/** Goes on by Tab to a control. */
async function tabTo(page: Page, to: ReturnType<Page['getByLabel']>) {
  while (!(await to.evaluate((control) => control === document.activeElement))) await page.keyboard.press('Tab')
}

test('[FP27] every form part works by keyboard alone, in the order of the page', async () => {
  const page = await openParts('tab=forms', 360)
  const press = (keys: string) => page.keyboard.press(keys)
  const toggle = part(page, 'Button').getByRole('button', { name: 'on' }).first()
  await tabTo(page, toggle)
  await press('Space')
  await part(page, 'Button').getByRole('button', { name: 'off' }).first().waitFor()

  await tabTo(page, part(page, 'Chip').getByRole('button', { name: '1 month' }))
  await press('Enter')
  expect(await part(page, 'Chip').getByRole('button', { name: '1 month' }).getAttribute('aria-pressed')).toBe('true')

  const reason = part(page, 'Field').getByLabel('Reason')
  await tabTo(page, reason)
  await page.keyboard.type('Why not')
  expect(await reason.inputValue()).toBe('Why not')

  const amount = part(page, 'NumberField').getByLabel('Amount')
  await tabTo(page, amount)
  await press('ArrowUp')
  expect(await amount.inputValue()).toBe('1501')

  const length = part(page, 'Select').getByLabel('Length', { exact: true })
  await tabTo(page, length)
  await page.keyboard.type('1 w')
  expect(await length.inputValue()).toBe('week')

  const region = part(page, 'Combobox').getByLabel('Region')
  await tabTo(page, region)
  await page.keyboard.type('la')
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Enter')
  expect(await region.inputValue()).toBe('North Lake')
  await press('ArrowDown')
  await press('Escape')
  expect(await part(page, 'Combobox').getByRole('listbox').count()).toBe(0)

  const second = part(page, 'DateTimeField').getByRole('button', { name: /^Second/ })
  await tabTo(page, second)
  await press('Space')
  expect(await second.getAttribute('aria-pressed')).toBe('true')

  const box = part(page, 'Checkbox').getByLabel('Kick now as well')
  await tabTo(page, box)
  await press('Space')
  expect(await box.isChecked()).toBe(false)

  const ai = part(page, 'Toggle').getByRole('switch', { name: 'AI' })
  await tabTo(page, ai)
  await press('Enter')
  expect(await ai.getAttribute('aria-checked')).toBe('false')

  const opacity = part(page, 'Slider').getByLabel('Map opacity')
  await tabTo(page, opacity)
  await press('ArrowRight')
  await part(page, 'Slider').getByText('80%').waitFor()

  const why = part(page, 'Form').getByLabel('Why')
  const days = part(page, 'Form').getByLabel('For days')
  await tabTo(page, days)
  await press('Enter')
  await expect.poll(() => why.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Griefing')
  await press('Enter')
  await expect.poll(() => days.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('1,500')
  await press('Enter')
  await part(page, 'Form').getByText('The player has left.').waitFor()
  expect([await why.inputValue(), await days.inputValue()]).toEqual(['Griefing', '1,500'])
  await press('Enter')
  await part(page, 'Form').getByText('Banned.').waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('[FP28] lines that are pasted into a field of the browser are joined by spaces, and the caret is behind them', async () => {
  const page = await openParts('tab=forms')
  const field = part(page, 'Field').getByLabel('Reason')
  await field.fill('ab')
  await field.evaluate((input: HTMLInputElement) => {
    input.setSelectionRange(1, 1)
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'one\r\ntwo\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  expect(await field.inputValue()).toBe('aone twob')
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(8)
})
