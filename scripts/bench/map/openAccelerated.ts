import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../test/machinePrograms.ts'

// The graphics library in software stands in for a graphics chip: what it does is slow, and no affair of the main thread.
const FLAGS = [
  '--headless=new',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--enable-gpu-rasterization',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A browser that has its canvases painted by its graphics process, as it does on a machine with a graphics chip. The browser
 * of the tests paints them on the page's main thread. Whoever opens it closes it.
 */
export async function openAccelerated(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('There is no Chromium here: install it or name its program in CHROMIUM.')
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath, args: isRoot ? [...FLAGS, '--no-sandbox'] : FLAGS })
  const session = await browser.newBrowserCDPSession()
  const { gpu } = await session.send('SystemInfo.getInfo')
  const canvas = gpu.featureStatus?.['2d_canvas']
  if (String(canvas).startsWith('enabled')) return browser
  await browser.close()
  throw new Error(`This Chromium paints canvases on the main thread even when asked not to (2d_canvas: ${canvas}).`)
}
