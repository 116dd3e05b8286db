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
  const create = { width: 3_000, height: 3_000, channels: 3, background: '#f00000' } as const
  await sharp({ create }).png().toFile(red)
  return { mapImage: red }
})
const site = openSite()
const soon = { timeout: uiTimeoutMs }

/** A guest's map in a new browser, and the files of the island that it asked for. Closed after the test. */
async function openMap({ browser, world }: typeof site, { broken }: { broken?: RegExp } = {}) {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
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

/** The colour of the ground in the middle of the map. */
const middleOf = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=map] canvas')
    const context = canvas?.getContext('2d')
    return canvas && context ? [...context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data] : []
  })

test('[MPI1] the map loads the small picture first, and a larger one when the view needs it', async () => {
  const { page, asked } = await openMap(site)
  await isFinal(page)
  expect(asked).toEqual(['island-day-1024.webp'])
  await zoomTo(page, 1)
  await isFinal(page)
  expect(asked).toEqual(['island-day-1024.webp', 'island-day-2048.webp'])
  await zoomTo(page, 3)
  await isFinal(page)
  expect(asked).toEqual(['island-day-1024.webp', 'island-day-2048.webp', 'island-day-4096.webp'])
})

test('[MPI2] where a larger picture cannot be loaded, the smaller one stays, and the larger one is tried again', async () => {
  const { page, asked } = await openMap(site, { broken: /2048\.webp/ })
  await isFinal(page)
  const before = await middleOf(page)
  await zoomTo(page, 1)
  await expect.poll(() => asked.length, soon).toBe(2)
  expect(await page.getByText('This is a sketch').count()).toBe(0)
  expect((await middleOf(page)).slice(0, 3)).not.toEqual([0, 0, 0])
  expect(before.slice(0, 3)).not.toEqual([0, 0, 0])
  await page.unroute(/2048\.webp/)
  await expect.poll(() => page.keyboard.press('ArrowRight').then(() => asked.length), soon).toBeGreaterThan(2)
  await isFinal(page)
})

test('[MPI3] a map without any picture shows a sketch, and says so', async () => {
  const { page, asked } = await openMap(site, { broken: /\/map\/island-/ })
  await page.getByText("Can't load the map picture. This is a sketch.").waitFor()
  expect(asked).toEqual(['island-day-1024.webp'])
})

test('[MPI4] the picture of the owner is drawn in its own colours, at each zoom', async () => {
  const { page, asked } = await openMap(ownSite)
  for (const zoom of [0.5, 1, 3]) {
    await zoomTo(page, zoom)
    await isFinal(page)
    // Daylight and the fill of a region lie over it.
    const [r = 0, g = 0, b = 0] = await middleOf(page)
    expect(Math.min(r - g, r - b), `rgb ${r} ${g} ${b}`).toBeGreaterThan(80)
  }
  expect(asked).toEqual([])
})
