import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { openWorld } from '../../server/testing/world.ts'
import { openBrowser } from './browser.ts'

/** A world, and browsers in it that are signed in as the demo's players. */
export async function openPlayers() {
  const world = await openWorld()
  const browser = await openBrowser()
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
export type Player = Awaited<ReturnType<Players['openAs']>>

export const accountOf = (number: number) => (number === 1 ? 'demo-player' : `demo-player-${number}`)
export const nameOf = (number: number) => (number === 1 ? 'Demo Player' : `Demo Player ${number}`)

/** A browser of one's own on the map. What its console says is kept. */
async function openAs(browser: Browser, address: string, number: number, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 860 }, hasTouch: width < 720 })
  const headers = { origin: address }
  const answer = await context.request.post(`${address}/auth/demo`, { data: { role: 'player', number }, headers })
  expect(answer.ok()).toBe(true)
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
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
