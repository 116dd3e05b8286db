import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findChromium } from '../../test/machinePrograms.ts'
import { seen } from './walk.ts'

export interface ServedFile {
  readonly contentType: string
  readonly body: string | Buffer
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

const entries = {
  ours: fileURLToPath(new URL('./ours.tsx', import.meta.url)),
  peer: fileURLToPath(new URL('./peer.tsx', import.meta.url)),
}

const pageOf = (script: string, styles: readonly string[]) => `<!doctype html>
<meta charset="utf-8" />
${styles.map((style) => `<link rel="stylesheet" href="/${style}" />`).join('')}
<body><div id="root"></div><script type="module" src="/${script}"></script></body>`

/**
 * Builds both maps for production, since React's development checks would slow the peer down. Nothing is written to the disk.
 * @returns the files by path
 */
export async function buildPages(): Promise<ReadonlyMap<string, ServedFile>> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      target: 'es2022',
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { input: entries },
    },
  })
  if (!('output' in built)) throw new Error('Vite built something other than one bundle.')
  const files = new Map<string, ServedFile>()
  for (const file of built.output) {
    const body = file.type === 'chunk' ? file.code : Buffer.from(file.source)
    files.set(`/${file.fileName}`, { contentType: types[extname(file.fileName)] ?? 'application/octet-stream', body })
  }
  const styles = built.output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'))
  for (const file of built.output)
    if (file.type === 'chunk' && file.isEntry)
      files.set(`/${file.name}`, { contentType: 'text/html', body: pageOf(file.fileName, styles) })
  return files
}

/** Requests are answered by the bench itself: there is no server and no network. */
const origin = 'http://map.bench'

export interface OpenedPage {
  readonly page: Page
  /** CPU time of the page's main thread so far, ms. */
  cpuMs(): Promise<number>
}

/**
 * The CPU time of the main thread, independent of other load. Timing `layer.draw()` would miss most of it: the browser records
 * canvas calls and executes them at the end of the frame, and React renders in its own task. This includes all tasks and garbage
 * collection.
 */
const cpuMsOf = async (session: CDPSession) => {
  const { metrics } = await session.send('Performance.getMetrics')
  const time = metrics.find(({ name }) => name === 'ThreadTime')
  if (!time) throw new Error("This browser does not report the CPU time of its main thread: the map's bench needs it.")
  return time.value * 1_000
}

/** Opens one of the two maps in its own window and process. */
export async function openPage(browser: Browser, files: ReadonlyMap<string, ServedFile>, name: string) {
  const context = await browser.newContext({ viewport: { width: seen.width, height: seen.height } })
  // A busy machine is slow: only a page that hangs may end a run, by the limit of the run.
  context.setDefaultTimeout(0)
  const page = await context.newPage()
  await page.route(`${origin}/**`, (route) =>
    route.fulfill(files.get(new URL(route.request().url()).pathname) ?? { status: 404 }),
  )
  const broken = new Promise<never>((_, reject) => page.on('pageerror', reject))
  // Only for the race: a page that fails later fails its checks.
  broken.catch(() => {})
  await page.goto(`${origin}/${name}?probe`)
  await Promise.race([broken, page.waitForFunction(() => window.__mapBench?.isReady())])
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cpuMs: () => cpuMsOf(session) } satisfies OpenedPage
}

// A software graphics library replaces the GPU: it is slow, but does not run on the main thread.
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
 * A browser that paints canvases in its graphics process, as on a machine with a GPU. The browser of the tests paints them on the
 * main thread. The caller closes it.
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
