import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uiTimeoutMs } from './site.ts'
import { openStaffSite } from './staff.ts'

const { openAs } = openStaffSite({ simulator: { players: 300, seed: 7 } })

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The map of staff with the crowd on it, showing the whole island. */
async function openCrowd(mood: 'day' | 'night' = 'day', width = 1_440) {
  const page = await openAs({ role: 'admin', path: '/map?probe', width, mood })
  await page.waitForFunction(() => (window.__waterholeMap?.markers().length ?? 0) > 250, null, { timeout: uiTimeoutMs })
  await showIsland(page)
  return page
}

const map = (page: Page) => page.getByTestId('map')

async function showIsland(page: Page) {
  await map(page).press('0')
  await page.waitForFunction(() => {
    const { markers = [], clusters = [] } = window.__waterholeMap?.drawn() ?? {}
    const count = markers.length + clusters.reduce((sum, { ids }) => sum + ids.length, 0)
    const { zoom = 0 } = window.__waterholeMap?.view() ?? {}
    return zoom === 0.5 && count === window.__waterholeMap?.markers().length
  })
}

/** What is wrong with the picture of this moment, in words; empty if every animal is shown or counted and no label covers anything. */
function faultsOfPicture(): string[] {
  const probe = window.__waterholeMap
  if (!probe) return ['There is no map.']
  const { markers, clusters, names, regions, controls, card } = probe.drawn()
  const { width, height } = probe.view()
  const ids = [...markers.map(({ id }) => id), ...clusters.flatMap((cluster) => [...cluster.ids])]
  const live = probe.markers().map(({ id }) => id)
  const faults: string[] = []
  for (const id of live)
    if (ids.filter((other) => other === id).length !== 1)
      faults.push(`${id} is shown ${ids.filter((other) => other === id).length} times`)
  const discs = [...markers, ...clusters.filter(({ isBadge }) => !isBadge)]
  for (const { x, y, radius } of discs)
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) faults.push(`out of sight: ${x}, ${y}`)
  const isCovering = (a: Disc, b: Disc) => Math.hypot(a.x - b.x, a.y - b.y) < Math.max(a.radius, b.radius)
  for (const [index, a] of discs.entries())
    for (const b of discs.slice(index + 1)) if (isCovering(a, b)) faults.push(`one covers another at ${a.x}, ${a.y}`)
  type Box = (typeof controls)[number]
  const meet = (a: Box, b: Box) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  const boxOf = ({ x, y, radius }: Disc): Box => ({
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
  })
  const labels = [...names, ...regions]
  for (const [index, label] of labels.entries()) {
    for (const other of labels.slice(index + 1)) if (meet(label, other)) faults.push(`${label.id} meets ${other.id}`)
    for (const box of [...controls, ...(card ? [card] : [])])
      if (meet(label, box)) faults.push(`${label.id} lies under a control or a card`)
  }
  for (const region of regions)
    for (const disc of [...markers, ...clusters])
      if (meet(region, boxOf(disc))) faults.push(`${region.id} lies under a marker`)
  return faults
}

/** Animals and clusters whose middle lies under a control. */
function hiddenByControls() {
  const { markers = [], clusters = [], controls = [] } = window.__waterholeMap?.drawn() ?? {}
  return [...markers, ...clusters].filter(({ x, y }) =>
    controls.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height),
  )
}

/** An animal that is drawn by itself, is not chosen, and lies under no control and no card. */
function freeAnimal() {
  const { markers = [], controls = [], card = null } = window.__waterholeMap?.drawn() ?? {}
  const covering = [...controls, ...(card ? [card] : [])]
  const isFree = ({ x, y }: { x: number; y: number }) =>
    !covering.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)
  return markers.find((marker) => marker.id !== window.__waterholeMap?.chosen() && isFree(marker)) ?? null
}

/** The controls that lie over the whole island, wherever the animals are just now. */
function controlsOverIsland() {
  const { x = 0, y = 0, width = 0, height = 0, fit } = window.__waterholeMap?.view() ?? {}
  const side = fit?.side ?? 0
  const [left, top] = [width / 2 - (x / 4_096) * side, height / 2 - (y / 4_096) * side]
  const isOver = (box: { x: number; y: number; width: number; height: number }) =>
    box.x < left + side && left < box.x + box.width && box.y < top + side && top < box.y + box.height
  return (window.__waterholeMap?.drawn().controls ?? []).filter(isOver)
}

/** Waits until what a press led to is on the page. */
const drawnAnew = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/** Presses the middle of something drawn on the map. */
async function pressDrawn(page: Page, { x, y }: Pick<Disc, 'x' | 'y'>) {
  const box = await map(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + y)
}

const chosenOf = (page: Page) => page.evaluate(() => window.__waterholeMap?.chosen() ?? null)

/** What is drawn at the chosen animal: how far from its true place, and whether the name beside it is its own. */
const chosenDrawing = (page: Page) =>
  page.evaluate(() => {
    const probe = window.__waterholeMap
    const id = probe?.chosen()
    const drawn = probe?.drawn()
    const marker = drawn?.markers.find((one) => one.id === id)
    const live = probe?.markers().find((one) => one.id === id)
    if (!probe || !drawn || !marker || !live) return null
    const { x, y, zoom, width, height, fit } = probe.view()
    const scale = (zoom / 0.5) * ((fit?.side ?? Math.min(width, height)) / 4_096)
    const place = { x: (live.x - x) * scale + width / 2, y: (live.y - y) * scale + height / 2 }
    const nearest = drawn.names.toSorted((a, b) => {
      const away = (box: typeof a) => Math.hypot(box.x + box.width / 2 - marker.x, box.y + box.height / 2 - marker.y)
      return away(a) - away(b)
    })[0]
    return { away: Math.hypot(marker.x - place.x, marker.y - place.y), named: nearest?.id === id }
  })

test('[MQ30] of 300 dinosaurs on the whole island each is drawn by itself or counted in a cluster, no label covers anything and no control covers one, from 360 to 1920 px', async () => {
  const page = await openCrowd()
  for (const [width, height] of [
    [1_920, 1_080],
    [1_440, 900],
    [1_440, 760],
    [768, 1_024],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await showIsland(page)
    await expect.poll(() => page.evaluate(faultsOfPicture), { timeout: uiTimeoutMs }).toEqual([])
    const { clusters, markers } = (await page.evaluate(() => window.__waterholeMap?.drawn())) ?? {}
    expect(clusters?.length).toBeGreaterThan(10)
    await expect.poll(() => page.evaluate(hiddenByControls), { timeout: uiTimeoutMs }).toEqual([])
    await expect.poll(() => page.evaluate(controlsOverIsland), { timeout: uiTimeoutMs }).toEqual([])
    expect((clusters?.length ?? 0) + (markers?.length ?? 0)).toBeLessThan(250)
  }
})

test('[MQ31] a press opens the cluster under it, and chooses the animal under it, which alone gets the ring and its own name', async () => {
  const page = await openCrowd('night')
  const largest = async () => {
    const { clusters = [] } = (await page.evaluate(() => window.__waterholeMap?.drawn())) ?? {}
    const { width = 0, height = 0 } = (await page.evaluate(() => window.__waterholeMap?.view())) ?? {}
    const free = clusters.filter(({ x, y }) => Math.abs(x - width / 2) < 220 && Math.abs(y - height / 2) < 220)
    return free.toSorted((a, b) => b.ids.length - a.ids.length)[0]
  }
  const menu = page.getByRole('menu', { name: /^\d+ dinosaurs here$/ })
  const first = await largest()
  if (!first) throw new Error('There is no cluster in the middle of the map')
  await pressDrawn(page, first)
  await page.waitForFunction(() => (window.__waterholeMap?.view().zoom ?? 0) > 0.5)
  // Press after press, until the animals are so close that a list asks which is meant.
  for (let press = 0; press < 12 && (await menu.count()) === 0; press++) {
    const next = await largest()
    if (!next) break
    await pressDrawn(page, next)
    await drawnAnew(page)
  }
  await menu.waitFor()
  const item = menu.getByRole('menuitem').nth(1)
  const name = (await item.locator('span').nth(1).textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => chosenOf(page)).not.toBeNull()
  const nameOf = (id: string | null) =>
    page.evaluate((wanted) => window.__waterholeMap?.markers().find((one) => one.id === wanted)?.name, id)
  expect(await nameOf(await chosenOf(page))).toBe(name.trim())
  await expect.poll(() => chosenDrawing(page)).toMatchObject({ named: true })
  expect((await chosenDrawing(page))?.away).toBeLessThan(20)
  const faults = await page.evaluate(faultsOfPicture)
  expect(faults.filter((fault) => !fault.startsWith('out of sight'))).toEqual([])
  await showIsland(page)
  // A reading may join the animal to a cluster before the press: then the next one is tried.
  await expect
    .poll(async () => {
      const alone = await page.evaluate(freeAnimal)
      if (!alone) return false
      await pressDrawn(page, alone)
      await drawnAnew(page)
      return (await chosenOf(page)) === alone.id
    })
    .toBe(true)
})

test('[MQ32] the keyboard goes from marker to marker, opens a cluster and says what it holds', async () => {
  const page = await openCrowd()
  await map(page).focus()
  const announced = page.getByText(/^\d+ dinosaurs: .*\. Enter opens them\.$/)
  const menu = page.getByRole('menu', { name: /dinosaurs? here$/ })
  // The number at the own animal opens a list, a cluster of its own a closer view. A reading may dissolve what was announced: then the next.
  let opened = ''
  await expect
    .poll(async () => {
      const [said = ''] = await announced.allTextContents()
      if ((await menu.count()) > 0) await page.keyboard.press('Escape')
      else await map(page).press(said !== opened && said !== '' ? 'Enter' : 'n')
      opened = said
      return page.evaluate(() => (window.__waterholeMap?.view().zoom ?? 0) > 0.5)
    })
    .toBe(true)
  await showIsland(page)
  await expect
    .poll(async () => {
      if ((await menu.count()) > 0) await page.keyboard.press('Escape')
      await map(page).press('n')
      return chosenOf(page)
    })
    .not.toBeNull()
  await expect.poll(() => chosenDrawing(page)).toMatchObject({ named: true })
  await page.keyboard.press('Escape')
  await expect.poll(() => chosenOf(page)).toBeNull()
})
