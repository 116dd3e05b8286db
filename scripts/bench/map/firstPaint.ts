import type { BrowserContext } from 'playwright-core'
import { openTestApp } from '../../../server/testing/testApp.ts'
import { openBrowser } from '../../test/browser/site.ts'
import { median } from '../measure.ts'
import { markers } from './walk.ts'

declare global {
  interface Window {
    /** When the island's picture was first drawn on the map, ms since the address was opened. */
    __firstPaint?: number
  }
}

/** Notes the first copy of a picture onto a visible canvas. The picture's own smaller copies are on hidden ones. */
function noteFirstPaint() {
  const { drawImage } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...values: never[]) {
    const source: unknown = values[0]
    if (this.canvas.isConnected && source instanceof HTMLCanvasElement && source.width >= 700)
      window.__firstPaint ??= performance.now()
    ;(drawImage as (...given: never[]) => void).apply(this, values)
  } as typeof drawImage
}

async function paintMs(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.addInitScript(noteFirstPaint)
  await page.goto(`${address}/map`)
  await page.waitForFunction(() => window.__firstPaint !== undefined)
  const ms = await page.evaluate(() => window.__firstPaint ?? 0)
  await page.close()
  return ms
}

/** From opening the map's address, as staff with a crowd on the island, to the first drawing of the island. Medians, ms. */
export async function measureFirstPaint(passes = 5): Promise<{ readonly cold: number; readonly warm: number }> {
  const app = await openTestApp({ simulator: { players: markers, seed: 7 } })
  const browser = await openBrowser()
  const [cold, warm]: [number[], number[]] = [[], []]
  try {
    for (let pass = 0; pass < passes; pass++) {
      const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
      const headers = { origin: app.address() }
      await context.request.post(`${app.address()}/auth/demo`, { data: { role: 'admin' }, headers })
      cold.push(await paintMs(context, app.address()))
      warm.push(await paintMs(context, app.address()))
      await context.close()
    }
  } finally {
    await browser.close()
    await app.close()
  }
  return { cold: median(cold), warm: median(warm) }
}
