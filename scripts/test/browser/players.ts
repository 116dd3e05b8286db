import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openTestApp } from '../../../server/testing/testApp.ts'
import { openSavingBrowser, stillGame, uiTimeoutMs } from './site.ts'

/** A test app, and browsers that are signed in as demo players. */
export async function openPlayers() {
  const world = await openTestApp({ simulator: stillGame })
  const browser = await openSavingBrowser()
  return {
    world,
    openAs: (number: number, width = 1280) => openAs(browser, world.address(), number, width),
    async close() {
      await browser.close()
      await world.close()
    },
  }
}
export type Players = Awaited<ReturnType<typeof openPlayers>>
type Player = Awaited<ReturnType<Players['openAs']>>

export const accountOf = (number: number) => (number === 1 ? 'demo-player' : `demo-player-${number}`)
export const nameOf = (number: number) => (number === 1 ? 'Demo Player' : `Demo Player ${number}`)

/** A new browser on the map. Its console output is kept. */
async function openAs(browser: Browser, address: string, number: number, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 860 }, hasTouch: width < 720 })
  context.setDefaultTimeout(uiTimeoutMs)
  const headers = { origin: address }
  const answer = await context.request.post(`${address}/auth/demo`, { data: { role: 'player', number }, headers })
  expect(answer.ok()).toBe(true)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${address}/map?probe`)
  await page.locator('[data-connection=live]').waitFor()
  return { page, complaints, close: () => context.close() }
}

export const expectNoComplaints = (...players: readonly Player[]) =>
  expect(players.flatMap(({ complaints }) => complaints)).toEqual([])

/** Elements of the pack page by role and name, as a user finds them. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const code = (page: Page) => page.getByRole('status', { name: 'Pack code' })
export const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
export const memberRow = (page: Page, name: string): Locator => members(page).filter({ hasText: name })

export async function createPack(page: Page, name: string): Promise<string> {
  await page.getByLabel('Or start your own').fill(name)
  await button(page, 'Create pack').click()
  return (await code(page).textContent()) ?? ''
}

export async function joinPack(page: Page, typed: string) {
  await page.getByLabel('Join by code').fill(typed)
  await button(page, 'Join pack').click()
}

export async function disband(page: Page) {
  await button(page, 'Disband pack').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disband the pack' }).click()
  await page.getByRole('heading', { name: "You're not in a pack" }).waitFor()
}

const markersOf = (page: Page) => page.evaluate(() => window.__waterholeMap?.markers() ?? [])
export const markerOf = async (page: Page, account: string) => (await markersOf(page)).find(({ id }) => id === account)
export const isDrawn = async (page: Page, account: string) => (await markerOf(page, account)) !== undefined

/** Presses the map at this distance from its centre, px. */
export async function pressMap(page: Page, dx: number, dy: number, options: { button?: 'right' } = {}) {
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error('There is no map to press')
  await page.mouse.click(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, options)
}
