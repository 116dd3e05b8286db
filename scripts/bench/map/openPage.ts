import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Served } from './buildPages.ts'
import { seen } from './walk.ts'

/** Answered by the bench itself: there is no server and no network. */
const origin = 'http://map.bench'

export interface OpenedPage {
  readonly page: Page
  /** CPU time of the page's main thread so far, ms. */
  cpuMs(): Promise<number>
}

/**
 * What the main thread has really worked, whatever else the machine does at the time. A stopwatch around `layer.draw()` would
 * leave out most of it: the browser only writes down what a canvas is told and carries it out when the frame ends, and React
 * renders in a task of its own. Whatever is done, in whichever task, is in this figure, as is the clearing up of memory.
 */
const cpuMsOf = async (session: CDPSession) => {
  const { metrics } = await session.send('Performance.getMetrics')
  const time = metrics.find(({ name }) => name === 'ThreadTime')
  if (!time) throw new Error('This browser does not tell the CPU time of its main thread: the map’s bench needs it.')
  return time.value * 1_000
}

/** One of the two maps, in a window and a process of its own. */
export async function openPage(browser: Browser, files: ReadonlyMap<string, Served>, name: string) {
  const context = await browser.newContext({ viewport: { width: seen.width, height: seen.height } })
  const page = await context.newPage()
  await page.route(`${origin}/**`, (route) =>
    route.fulfill(files.get(new URL(route.request().url()).pathname) ?? { status: 404 }),
  )
  const broken = new Promise<never>((_, reject) => page.on('pageerror', reject))
  // Only there to be raced against: a page that breaks later shows in its checks.
  broken.catch(() => {})
  await page.goto(`${origin}/${name}?probe`)
  await Promise.race([broken, page.waitForFunction(() => window.__mapBench?.isReady())])
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cpuMs: () => cpuMsOf(session) } satisfies OpenedPage
}
