import { expect, onTestFinished, test } from 'vitest'
import { expectNoAxeFaults, openSite, uiTimeoutMs } from './site.ts'

const site = openSite()

async function openDocs(width: number, colorScheme: 'light' | 'dark' = 'light') {
  const context = await site.browser.newContext({
    viewport: { width, height: 860 },
    reducedMotion: 'reduce',
    colorScheme,
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(`${site.world.address()}/api-docs`)
  await page.getByText('GET /api/server/status', { exact: true }).waitFor()
  return { page, faults }
}

test.each([360, 768, 1440, 1920])(
  '[NG58] at %d px the description of the HTTP API is readable, whole and without axe faults, under the policy of the site',
  async (width) => {
    const { page, faults } = await openDocs(width, width === 768 ? 'dark' : 'light')
    for (const summary of await page.locator('summary').all()) await summary.click()
    await page.getByText('players.list[].playTime', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectNoAxeFaults(page)
    expect(faults).toEqual([])
  },
)

test('[NG59] by keyboard alone a user filters the operations, opens one and closes it', async () => {
  const { page } = await openDocs(1_280)
  await page.getByRole('searchbox', { name: 'Search operations' }).focus()
  await page.keyboard.type('/api/server/metrics')
  await expect.poll(() => page.locator('summary').count()).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toContain('GET /api/server/metrics')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('details').getAttribute('open')).not.toBeNull()
  await page.getByText('data.networkOut', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByText('data.networkOut', { exact: true }).isVisible()).toBe(false)
})

test('[NG60] the page of tokens leads to the description', async () => {
  const { page } = await openDocs(1_280)
  const headers = { origin: site.world.address() }
  await page
    .context()
    .request.post(`${site.world.address()}/auth/demo`, { data: { role: 'player', number: 4 }, headers })
  await page.goto(`${site.world.address()}/account`)
  await page.getByRole('link', { name: 'See the HTTP API' }).click()
  await page.getByRole('heading', { level: 1, name: 'HTTP API' }).waitFor()
})
