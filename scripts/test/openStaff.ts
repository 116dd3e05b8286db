import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Stage } from './openStage.ts'

interface Opened {
  /** As the demo's sign-in says it. */
  readonly role: 'Owner' | 'Admin' | 'Player'
  /** Where they go once they are signed in; where that leads, if not told. */
  readonly path?: string
  readonly width?: number
  readonly stillness?: boolean
}

/** A page of the hub in a browser of one's own, signed in. Closed when the test is over, however it ended. */
export async function openStaff({ browser, world }: Stage, { role, path, width = 1280, stillness }: Opened) {
  const context = await browser.newContext({
    viewport: { width, height: 860 },
    reducedMotion: stillness ? 'reduce' : 'no-preference',
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  await page.goto(`${world.address()}/map?probe`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: new RegExp(`^${role}`) }).click()
  await page.getByRole('button', { name: /^Account menu/ }).waitFor()
  if (path) await page.goto(world.address() + path)
  return page
}

export const waitForMarkers = (page: Page) =>
  page.waitForFunction(() => (window.__waterholeMap?.markers().length ?? 0) > 20)

export const isNotCutOff = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
