import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openSite, uiTimeoutMs } from './site.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-picture-'))
afterAll(() => rmSync(folder, { recursive: true }))
const red = join(folder, 'red.png')
const ownSite = openSite(async () => {
  // Red, in a blue frame: the ground beyond a picture has the colour of its edge.
  const plain = (px: number, background: string) => ({
    create: { width: px, height: px, channels: 3 as const, background },
  })
  await sharp(plain(3_000, '#0000f0'))
    .composite([{ input: plain(2_000, '#f00000') }])
    .png()
    .toFile(red)
  return { mapImage: red }
})
const site = openSite()
const soon = { timeout: uiTimeoutMs }

/** A guest's map by day in a new browser, and the files of the island that it asked for. Closed after the test. */
async function openMap({ browser, world }: typeof site, { broken }: { broken?: RegExp } = {}) {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  await context.addInitScript(() => localStorage.setItem('waterhole.mood', 'day'))
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(...(/\/map\/(island-.*)$/.exec(request.url())?.slice(1) ?? [])))
  if (broken) await page.route(broken, (route) => route.fulfill({ status: 503 }))
  await page.goto(`${world.address()}/map?probe`)
  return { page, asked }
}

const isFinal = (page: Page) =>
  page.waitForFunction(() => window.__waterholeMap?.painting().isComplete, undefined, { polling: 100 })

async function zoomTo(page: Page, zoom: number) {
  await page.getByTestId('map').focus()
  const zoomNow = () => page.evaluate(() => window.__waterholeMap?.view().zoom ?? 0)
  while ((await zoomNow()) < zoom) await page.keyboard.press('+')
}

/** The colours of the ground along the middle line of the map, after what is known is drawn. */
const groundOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=map] canvas')
    const data = canvas?.getContext('2d')?.getImageData(0, canvas.height / 2, canvas.width, 1).data ?? []
    return Array.from({ length: data.length / 4 }, (_, px) => [...data.slice(4 * px, 4 * px + 3)])
  })

/** How often the colour changes from one px to the next: a picture has texture, where sea and grid alone have a few lines. */
const changesOn = async (page: Page) => {
  const ground = await groundOf(page)
  const isOther = (colour: number[], at: number) =>
    colour.some((part, of) => Math.abs(part - (ground[at - 1]?.[of] ?? part)) > 5)
  return ground.filter(isOther).length
}

test('[MPI1] the map loads the small picture first, and a larger one when the view needs it', async () => {
  const { page, asked } = await openMap(site)
  await isFinal(page)
  expect(asked).toEqual(['island-day-1024.webp'])
  expect(await changesOn(page)).toBeGreaterThan(60)
  await zoomTo(page, 1)
  await isFinal(page)
  expect(asked).toEqual(['island-day-1024.webp', 'island-day-2048.webp'])
  await zoomTo(page, 3)
  await isFinal(page)
  expect(asked).toEqual(['island-day-1024.webp', 'island-day-2048.webp', 'island-day-4096.webp'])
})

test('[MPI2] where a larger picture cannot be loaded, the smaller one stays, and the larger one is tried again by itself', async () => {
  const { page, asked } = await openMap(site, { broken: /2048\.webp/ })
  await isFinal(page)
  const refused = page.waitForResponse(/2048\.webp/)
  await zoomTo(page, 1)
  await refused
  expect(await changesOn(page)).toBeGreaterThan(60)
  expect(await page.getByText('This is a sketch').count()).toBe(0)
  await page.unroute(/2048\.webp/)
  await isFinal(page)
  expect(new Set(asked)).toEqual(new Set(['island-day-1024.webp', 'island-day-2048.webp']))
})

test('[MPI3] a map without any picture shows a sketch and says so, until a picture can be loaded', async () => {
  const { page, asked } = await openMap(site, { broken: /\/map\/island-/ })
  const sketch = page.getByText("Can't load the map picture. This is a sketch.")
  await sketch.waitFor()
  expect(new Set(asked)).toEqual(new Set(['island-day-1024.webp']))
  await page.unroute(/\/map\/island-/)
  await sketch.waitFor({ state: 'detached' })
  await isFinal(page)
})

test('[MPI4] the picture of the owner is drawn in its own colours, at each zoom', async () => {
  const { page } = await openMap(ownSite)
  for (const zoom of [0.5, 1, 3]) {
    await zoomTo(page, zoom)
    await isFinal(page)
    // Daylight and the grid lie over it.
    const isRed = async () => {
      const ground = await groundOf(page)
      const [r = 0, g = 0, b = 0] = ground[Math.floor(ground.length / 2)] ?? []
      return Math.min(r - g, r - b) > 80
    }
    await expect.poll(isRed, soon).toBe(true)
  }
})
