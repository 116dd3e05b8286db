import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'
import { isNotCutOff } from './staff.ts'

const site = openSite()

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A new browser on the sessions page, signed in as this demo player; each test uses another player. */
async function openAccount(number: number, { width = 1280, userAgent }: { width?: number; userAgent?: string } = {}) {
  const context = await site.browser.newContext({
    viewport: { width, height: 860 },
    reducedMotion: 'reduce',
    ...(userAgent ? { userAgent } : {}),
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const headers = { origin: site.world.address() }
  const answer = await context.request.post(`${site.world.address()}/auth/demo`, {
    data: { role: 'player', number },
    headers,
  })
  expect(answer.ok()).toBe(true)
  const page = await context.newPage()
  await page.goto(`${site.world.address()}/account`)
  await sessions(page).first().waitFor()
  return page
}

const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const tokens = (page: Page) => page.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The hub's answer to a program with this token. */
const answerTo = async (token: string) =>
  (await fetch(`${site.world.address()}/api/player/me`, { headers: { authorization: `Bearer ${token}` } })).status

const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement)

/** The text of the focused element. */
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Creates a token and returns it as the page shows it. */
async function makeToken(page: Page, label: string) {
  await button(page, 'Create a token').click()
  await page.getByLabel("What it's for").fill(label)
  await page.getByRole('checkbox', { name: /^Take part/ }).check()
  await page.getByLabel('Expires').selectOption({ label: 'In 1 week' })
  await button(page, 'Create token').click()
  await page.getByRole('heading', { name: `Copy “${label}” now` }).waitFor()
  return page.getByLabel('Token', { exact: true }).inputValue()
}

test('[V7.5.2] sessions are listed with device and address, and a session ended from another browser ends at once', async () => {
  const here = await openAccount(2)
  const there = await openAccount(2, { userAgent: firefox })
  await expect.poll(() => sessions(here).count()).toBe(2)
  const text = (await sessions(here).allInnerTexts()).join('\n')
  expect(text).toContain('This browser')
  expect(text).toContain('Firefox on Windows')
  expect(text).toContain('From 127.0.0.1')
  await button(here, 'Log out Firefox on Windows').click()
  await here.getByRole('dialog').getByText("It's at 127.0.0.1").waitFor()
  await button(here, 'Log out that browser').click()
  // The toast is gone after six seconds, while the other page may still be on its way.
  await Promise.all([
    here.getByText('Firefox on Windows is logged out.').waitFor(),
    there.getByText('Sign in to open this page.').waitFor(),
  ])
  await there.getByRole('alert').getByText('You were logged out').waitFor()
  await expect.poll(async () => (await there.context().cookies()).map(({ name }) => name)).toEqual([])
  await expect.poll(() => sessions(here).count()).toBe(1)
  await there.reload()
  await there.getByText('Sign in to open this page.').waitFor()
})

test('[V7.4.3] all other sessions end together, and this one stays', async () => {
  const here = await openAccount(3)
  const others = [await openAccount(3), await openAccount(3, { userAgent: firefox })]
  await button(here, 'Log out everywhere else').click()
  await here.getByRole('dialog', { name: 'Log out the 2 other browsers?' }).waitFor()
  await here.getByRole('dialog').getByRole('button', { name: 'Log out everywhere else' }).click()
  await Promise.all([
    here.getByText("You're now signed in only here.").waitFor(),
    ...others.map((page) => page.getByText('Sign in to open this page.').waitFor()),
  ])
  await expect.poll(() => sessions(here).count()).toBe(1)
  expect(await button(here, 'Log out everywhere else').isDisabled()).toBe(true)
  await here.getByText("You're not signed in anywhere else.").waitFor()
  await expect.poll(() => focusedName(here)).toBe("Where you're signed in")
})

test('[AT1] a token is shown once, has the ticked permissions, and none after it is revoked', async () => {
  const page = await openAccount(4)
  await page.getByText('No tokens.').waitFor()
  const token = await makeToken(page, 'Discord bot')
  expect(token).toMatch(/^wht_[\w-]{43}$/)
  expect(await answerTo(token)).toBe(200)
  await button(page, 'Done').click()
  await expect.poll(() => focusedName(page)).toBe('Tokens for programs')
  expect(await page.content()).not.toContain(token)
  await tokens(page).filter({ hasText: 'Discord bot' }).getByText('Just now').waitFor()
  expect(await tokens(page).textContent()).toContain('Look around · Take part')
  await page.reload()
  await tokens(page).first().waitFor()
  expect(await page.content()).not.toContain(token)

  await button(page, 'Revoke Discord bot').click()
  await button(page, 'Revoke the token').click()
  await page.getByText('“Discord bot” is revoked.').waitFor()
  expect(await answerTo(token)).toBe(401)
  await page.getByText('No tokens.').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Tokens for programs')
})

test('[AT2] a token needs a label, at least one permission and a valid end; all by keyboard', async () => {
  const page = await openAccount(5)
  await button(page, 'Create a token').press('Enter')
  await expect.poll(() => hasFocus(page.getByLabel("What it's for"))).toBe(true)
  await page.getByRole('checkbox', { name: /^Look around/ }).press('Space')
  await button(page, 'Create token').press('Enter')
  await page.getByText('Enter what the token is for.').waitFor()
  await page.getByText('Choose at least one permission.').waitFor()
  await expect.poll(() => hasFocus(page.getByLabel("What it's for"))).toBe(true)
  await page.keyboard.type('Script')
  await page.keyboard.press('Enter')
  const look = page.getByRole('checkbox', { name: /^Look around/ })
  await expect.poll(() => hasFocus(look)).toBe(true)
  await look.press('Space')
  await page.getByLabel('Expires').selectOption('date')
  await page.getByLabel('Last day').fill('2020-01-01')
  await button(page, 'Create token').press('Enter')
  await page.getByText('That date has passed.').waitFor()
  expect(await tokens(page).count()).toBe(0)
  // What is typed survives a reload of the page, and is forgotten by the next account.
  await page.reload()
  expect(await page.getByLabel("What it's for").inputValue()).toBe('Script')
  expect(await page.getByLabel('Last day').inputValue()).toBe('2020-01-01')
})

test('[AT3] a guest reads that they must sign in first', async () => {
  const context = await site.browser.newContext()
  context.setDefaultTimeout(uiTimeoutMs)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${site.world.address()}/account`)
  await page.getByText('Sign in to open this page.').waitFor()
})

test.each([360, 1440])(
  '[AT4] axe finds nothing serious at %i px, with a dialog open, and with a token shown',
  async (width) => {
    const page = await openAccount(width === 360 ? 6 : 7, { width })
    await button(page, 'Create a token').click()
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page)).toBe(true)
    await button(page, 'Cancel').click()
    await makeToken(page, 'A bot')
    await expectNoAxeFaults(page)
    expect(await isNotCutOff(page)).toBe(true)
    await button(page, 'Log out of this browser').click()
    await page.getByRole('dialog').waitFor()
    await expectNoAxeFaults(page)
  },
)
