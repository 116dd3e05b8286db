import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { TestApp } from '../../../server/testing/testApp.ts'
import { uiTimeoutMs } from './site.ts'

interface Opened {
  readonly path: string
  readonly width?: number
}

interface Where {
  readonly browser: Browser
  readonly world: Pick<TestApp, 'address'>
}

/** A guest's first page in a new browser. Closed after the test, even when it fails. */
export async function openAsGuest({ browser, world }: Where, { path, width = 1280 }: Opened) {
  const context = await browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  context.setDefaultTimeout(uiTimeoutMs)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(world.address() + path)
  await page.locator('[data-connection=live]').waitFor()
  return { page, context, complaints }
}

export const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

/** Signs in through the top bar as one of the demo players. */
export async function signInAs(page: Page, number: number) {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: `Demo player ${number}`, exact: true }).click()
  await accountMenu(page).waitFor()
}

export async function logOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
}
