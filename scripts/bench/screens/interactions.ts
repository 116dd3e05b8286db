import type { Browser, Page } from 'playwright-core'
import { tracedTasks } from '../tracedTasks.ts'
import type { BenchedHub } from './hubOfCheckout.ts'

declare global {
  interface Window {
    /** The duration of each interaction so far, ms, by its number. */
    __interactions?: Map<number, number>
  }
}

/** Notes how long each press and key takes until the next paint. Shorter ones than a frame of 16 ms are not reported. */
function noteInteractions() {
  const durations = new Map<number, number>()
  window.__interactions = durations
  const watched = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0))
  })
  const allEvents: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
  watched.observe(allEvents)
}

interface Steps {
  readonly path: string
  /** Resolves when the rows are there. */
  ready(page: Page, players: number): Promise<unknown>
  readonly acts: Readonly<Record<string, (page: Page) => Promise<unknown>>>
}

async function typeAndErase(page: Page, text: string) {
  await page.locator('main input[type=search]').click()
  await page.keyboard.type(text, { delay: 60 })
  for (const _ of text) await page.keyboard.press('Backspace', { delay: 60 })
}

async function goDown(page: Page) {
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown')
}

// By selector: to find one by its role the test driver would ask the page for each of the three hundred rows, in a task of its own.
const rosterRows = (page: Page) => page.locator('[aria-label="Table of players"] tbody tr')
const tableRows = (page: Page) => page.locator('[role=grid] tbody tr')

/** The list of players beside the map: all rows at once, new readings twice a second. */
export const rosterSteps: Steps = {
  path: '/map',
  ready: (page, players) =>
    rosterRows(page)
      .nth(Math.floor(players * 0.6))
      .waitFor({ state: 'attached' }),
  acts: {
    search: (page) => typeAndErase(page, 'am'),
    sort: (page) => page.locator('[aria-label="Growth in percent"]').click(),
    'choose one': (page) => rosterRows(page).locator('th button:enabled:not([data-act])').nth(3).click(),
    'arrow keys': goDown,
  },
}

/** The table on the page of all players. */
export const playersSteps: Steps = {
  path: '/players',
  ready: (page, players) =>
    tableRows(page)
      .nth(Math.min(20, players - 1))
      .waitFor({ state: 'attached' }),
  acts: {
    search: (page) => typeAndErase(page, 'am'),
    sort: (page) => page.locator('[role=grid] thead button', { hasText: 'Growth' }).click(),
    'choose one': (page) => tableRows(page).nth(3).locator('[type=checkbox]').click(),
    'choose all': (page) => page.locator('[role=grid] thead [type=checkbox]').click(),
    open: (page) => tableRows(page).nth(5).locator('td').last().click(),
    'arrow keys': goDown,
    close: (page) => page.locator('[aria-label=Close]').click(),
  },
}

const settleMs = 400

export interface InteractionCosts {
  /** The longest from an input to the next paint, ms. */
  readonly nextPaintMs: number
  /** Which it was. */
  readonly worst: string
  /** CPU time of the longest task meanwhile, ms. */
  readonly longestTaskMs: number
}

/** Does the steps once in a new window. */
export async function measureInteractions(
  browser: Browser,
  { address, players, openWindow }: BenchedHub,
  { path, ready, acts }: Steps,
): Promise<InteractionCosts> {
  const context = await openWindow(browser, 'owner')
  const page = await context.newPage()
  await page.addInitScript(noteInteractions)
  await page.goto(`${address}${path}`)
  await ready(page, players)
  await page.waitForLoadState('networkidle')
  const worst = { nextPaintMs: 0, worst: '' }
  const tasks = await tracedTasks(browser, async () => {
    for (const [name, act] of Object.entries(acts)) {
      await page.evaluate(() => window.__interactions?.clear())
      await act(page)
      await page.waitForTimeout(settleMs)
      const nextPaintMs = await page.evaluate(() => Math.max(0, ...(window.__interactions?.values() ?? [])))
      if (nextPaintMs > worst.nextPaintMs) Object.assign(worst, { nextPaintMs, worst: name })
    }
  })
  await context.close()
  return { ...worst, longestTaskMs: Math.max(...tasks) }
}
