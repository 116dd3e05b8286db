import type { Browser, BrowserContext } from 'playwright-core'
import type { BenchedHub } from './hubOfCheckout.ts'

declare global {
  interface Window {
    /** When the island's picture was first drawn on the map, ms since the address was opened. */
    __firstPaint?: number
  }
}

/** Notes the first copy of a picture onto a visible canvas. Pictures of animals are lower. */
function noteFirstPaint() {
  const { drawImage } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...values: never[]) {
    const source: unknown = values[0]
    const isPicture = source instanceof ImageBitmap || source instanceof HTMLCanvasElement
    if (this.canvas.isConnected && isPicture && Math.min(source.width, source.height) >= 700)
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

/** From opening the map's address, as staff with a crowd on the island, to the first drawing of the island, ms. */
export async function measureFirstPaint(browser: Browser, hub: BenchedHub) {
  const context = await hub.openWindow(browser, 'owner')
  const cold = await paintMs(context, hub.address)
  const warm = await paintMs(context, hub.address)
  await context.close()
  return { cold, warm }
}
