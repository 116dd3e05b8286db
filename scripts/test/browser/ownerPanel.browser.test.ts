import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { runningSums } from '../../../shared/features/statistics/sums.ts'
import { expectNoAxeFaults, uiTimeoutMs } from './site.ts'
import { isNotCutOff, openStaffSite } from './staff.ts'

const { site, openAs } = openStaffSite()

const tabs = ['dashboard', 'users', 'donations', 'server', 'economy', 'backups', 'settings'] as const

const openTab = (page: Page, tab: string) => page.goto(new URL(`/owner-panel?tab=${tab}`, page.url()).href)

const boxOf = async (page: Page, name: string) => {
  const box = await page.getByRole('region', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`There is no ${name}.`)
  return box
}

test.each([360, 1920])(
  '[OWK20] at %i px each tab of the owner panel is whole, on a phone without axe faults',
  async (width) => {
    const page = await openAs({ role: 'owner', path: '/owner-panel', width, mood: 'night' })
    for (const tab of tabs) {
      await openTab(page, tab)
      await page.locator('[role=tabpanel] :is(h2, table)').first().waitFor()
      expect(await isNotCutOff(page), tab).toBe(true)
      if (width === 360) await expectNoAxeFaults(page)
    }
  },
)

test('[OWK21] on a large screen no form of the backups is as wide as the page, and the logs are beside the console', async () => {
  const page = await openAs({ role: 'owner', path: '/owner-panel?tab=backups', width: 1920 })
  await page.getByRole('region', { name: 'Exports' }).waitFor()
  const [daily, game] = [await boxOf(page, 'Daily backup'), await boxOf(page, 'Backups of the game')]
  expect([daily.y, daily.width < 900, game.x > daily.x + daily.width]).toEqual([game.y, true, true])
  await openTab(page, 'server')
  await page.getByRole('region', { name: 'Logs' }).waitFor()
  const [logs, players] = [await boxOf(page, 'Logs'), await boxOf(page, 'Players (40)')]
  expect(logs.x + logs.width).toBeLessThan(players.x)
})

test('[OWK22] on a phone the four buttons of a campaign are two by two', async () => {
  const page = await openAs({ role: 'owner', path: '/owner-panel?tab=donations', width: 360 })
  await page.getByRole('button', { name: 'New campaign' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').first().fill('Weekend')
  await dialog.getByLabel('Void Pearls').fill('50')
  await dialog.getByRole('button', { name: 'Create campaign' }).click()
  const tops = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y
  await page.getByRole('button', { name: 'Delete Weekend' }).waitFor()
  const [first, second] = [await tops('Run Now: Weekend'), await tops('Edit Weekend')]
  expect([await tops('Pause Weekend'), await tops('Delete Weekend')]).toEqual([first, second])
  expect(second).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
})

test('[OWK23] on a phone the tabs and the heat table fade at the side where they go on, and the chosen tab is clear of that', async () => {
  const countedHours = () => Object.values(site.world.hub().hub.read(runningSums, mainServer).hours)
  await expect.poll(() => countedHours().some(({ online }) => online), { timeout: uiTimeoutMs }).toBe(true)
  const page = await openAs({ role: 'owner', path: '/owner-panel', width: 360 })
  const faded = (role: 'tablist' | 'region', name: string) =>
    page.getByRole(role, { name }).evaluate((row) => {
      const { maskImage } = getComputedStyle(row)
      return [maskImage !== 'none', row.hasAttribute('data-more-start'), row.hasAttribute('data-more-end')]
    })
  await expect.poll(() => faded('tablist', 'Owner panel')).toEqual([true, false, true])
  // A panel is drawn once it comes near the window.
  await page.mouse.move(180, 600)
  const heatTable = page.getByRole('region', { name: 'Players by day and hour, by row and column' })
  const heatTables = async () => {
    await page.mouse.wheel(0, 300)
    return await heatTable.count()
  }
  await expect.poll(heatTables, { timeout: uiTimeoutMs }).toBe(1)
  await expect.poll(() => faded('region', 'Players by day and hour, by row and column')).toEqual([true, false, true])
  await page.getByRole('tab', { name: 'Economy' }).click()
  await page.waitForFunction(() => {
    const tab = document.querySelector('[role=tab][aria-selected=true]')
    const row = tab?.parentElement?.getBoundingClientRect()
    return tab?.textContent === 'Economy' && row !== undefined && tab.getBoundingClientRect().right <= row.right - 47
  })
  await page.getByRole('tab', { name: 'Economy' }).press('End')
  await expect.poll(() => faded('tablist', 'Owner panel')).toEqual([true, true, false])
})
