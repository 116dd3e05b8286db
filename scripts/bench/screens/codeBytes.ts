import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import type { BenchedHub } from './hubOfCheckout.ts'

export interface ScreenCode {
  readonly path: string
  /** Of all scripts that the screen loads, gzipped. */
  readonly bytes: number
}

/** The scripts that a screen loads until it rests, without those fetched ahead for other screens. */
async function scriptsOf(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('[data-connection=live]').waitFor()
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await page.close()
  return [...new Set(loaded.filter((name) => name.endsWith('.js')))]
}

/** The code of the home page for a guest, and of every screen for the owner, or of the first ones. */
export async function measureCode(browser: Browser, { address, paths, openWindow }: BenchedHub, count?: number) {
  const sizes = new Map<string, number>()
  const bytesOf = async (context: BrowserContext, path: string): Promise<ScreenCode> => {
    const scripts = await scriptsOf(context, `${address}${path}`)
    for (const script of scripts) {
      if (sizes.has(script)) continue
      const answer = await context.request.get(script)
      sizes.set(script, gzipSync(await answer.body()).length)
    }
    return { path, bytes: scripts.reduce((sum, script) => sum + (sizes.get(script) ?? 0), 0) }
  }
  const [guest, owner] = [await openWindow(browser, 'guest'), await openWindow(browser, 'owner')]
  // For users who save data nothing is fetched ahead.
  for (const context of [guest, owner])
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const first = await bytesOf(guest, '/')
  const screens: ScreenCode[] = []
  for (const path of paths.slice(0, count)) screens.push(await bytesOf(owner, path))
  await Promise.all([guest.close(), owner.close()])
  const largest = screens.reduce((most, each) => (each.bytes > most.bytes ? each : most), first)
  return { first, largest }
}
