// One file because every test needs the same crowd on the same still map, with a herd on one spot.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { uiTimeoutMs } from './site.ts'
import { openStaffSite } from './staff.ts'

const { site, openAs } = openStaffSite({ simulator: { players: 300, seed: 7, isFrozen: true } })

/** A herd on one spot in the middle of the island, which no zoom can tell apart. */
const herdSpot = { x: 2_048, y: 2_048 }
let herd: readonly string[] = []
beforeAll(() => {
  const others = site.world.simulator().world.reported().slice(-5)
  for (const { animal } of others) Object.assign(animal, herdSpot)
  herd = others.map(({ id }) => id)
})

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The map of staff with the whole crowd where it stands, showing the whole island. Nothing moves from now on. */
async function openCrowd(mood: 'day' | 'night' = 'day', more: { ratio?: number; first?: () => void } = {}) {
  const page = await openAs({ role: 'admin', path: '/map?probe', width: 1_440, mood, ...more })
  const isWhole = ({ count, ids, spot }: { count: number; ids: readonly string[]; spot: typeof herdSpot }) => {
    const markers = window.__waterholeMap?.markers() ?? []
    const gathered = markers.filter((one) => ids.includes(one.id) && Math.hypot(one.x - spot.x, one.y - spot.y) < 1)
    return markers.length === count && gathered.length === ids.length
  }
  const count = site.world.simulator().world.reported().length
  await page.waitForFunction(isWhole, { count, ids: herd, spot: herdSpot })
  await laidOut(page)
  await showIsland(page)
  return page
}

const map = (page: Page) => page.getByTestId('map')

/**
 * Waits for the two parts of the page that come and go by themselves and make the map lower: of what was read before, nothing is
 * where it was after it.
 */
async function laidOut(page: Page) {
  await page.getByRole('complementary', { name: 'Events' }).waitFor()
  await expect.poll(() => page.getByTestId('link-warning').count(), { timeout: uiTimeoutMs }).toBe(0)
}

async function showIsland(page: Page) {
  await map(page).press('0')
  await page.waitForFunction(() => {
    const { markers = [], clusters = [] } = window.__waterholeMap?.drawn() ?? {}
    const count = markers.length + clusters.reduce((sum, { ids }) => sum + ids.length, 0)
    const { zoom = 0, width = 0, height = 0 } = window.__waterholeMap?.view() ?? {}
    const { clientWidth = 0, clientHeight = 0 } = document.querySelector('[data-testid=map]') ?? {}
    const isFitted = Math.hypot(width - clientWidth, height - clientHeight) < 1
    return zoom === 0.5 && isFitted && count === window.__waterholeMap?.markers().length
  })
  await drawnAnew(page)
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

/** An animal that is drawn by itself and that nothing covers, so that a press in its middle means it and no other. */
function freeAnimal() {
  const { markers = [], clusters = [] } = window.__waterholeMap?.drawn() ?? {}
  const frame = document.querySelector('[data-testid=map]')
  const { left = 0, top = 0 } = frame?.getBoundingClientRect() ?? {}
  const discs = [...markers, ...clusters]
  return markers.find(
    (marker) =>
      frame?.contains(document.elementFromPoint(left + marker.x, top + marker.y)) &&
      discs.every(
        (disc) => disc === marker || Math.hypot(disc.x - marker.x, disc.y - marker.y) > disc.radius + marker.radius,
      ),
  )
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

/** The cluster that counts the herd. */
async function clusterOfHerd(page: Page) {
  const { clusters = [] } = (await page.evaluate(() => window.__waterholeMap?.drawn())) ?? {}
  const found = clusters.find(({ ids }) => ids.includes(herd[0] ?? ''))
  if (!found) throw new Error('The herd is in no cluster')
  return found
}

/** Moves the mouse to the middle of something drawn on the map, and holds it down there. */
async function holdDrawn(page: Page, { x, y }: Pick<Disc, 'x' | 'y'>) {
  const box = await map(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y)
  await page.mouse.down()
}

async function pressDrawn(page: Page, drawn: Pick<Disc, 'x' | 'y'>) {
  await holdDrawn(page, drawn)
  await page.mouse.up()
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
  const menu = page.getByRole('menu', { name: /^\d+ dinosaurs here$/ })
  const zoom = async () => (await page.evaluate(() => window.__waterholeMap?.view().zoom)) ?? 0
  await pressDrawn(page, await clusterOfHerd(page))
  await expect.poll(zoom).toBeGreaterThan(0.5)
  // Each press opens the cluster further, until the animals are so close that a list asks which is meant.
  while ((await menu.count()) === 0) {
    const before = await zoom()
    await drawnAnew(page)
    await pressDrawn(page, await clusterOfHerd(page))
    await expect.poll(async () => (await menu.count()) > 0 || (await zoom()) > before).toBe(true)
  }
  const item = menu.getByRole('menuitem').nth(1)
  const name = (await item.locator('span').nth(1).textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // The drawer of the player comes when its code is loaded, and makes the map narrower.
  const drawer = page.getByRole('dialog', { name: name.trim(), exact: true })
  await drawer.waitFor()
  await expect.poll(() => chosenOf(page)).not.toBeNull()
  const nameOf = (id: string | null) =>
    page.evaluate((wanted) => window.__waterholeMap?.markers().find((one) => one.id === wanted)?.name, id)
  expect(await nameOf(await chosenOf(page))).toBe(name.trim())
  await expect.poll(() => chosenDrawing(page)).toMatchObject({ named: true })
  await expect.poll(async () => (await chosenDrawing(page))?.away).toBeLessThan(20)
  const faults = async () => (await page.evaluate(faultsOfPicture)).filter((fault) => !fault.startsWith('out of sight'))
  await expect.poll(faults).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer.count()).toBe(0)
  await expect.poll(() => chosenOf(page)).toBeNull()
  await showIsland(page)
  const alone = await page.evaluate(freeAnimal)
  if (!alone) throw new Error('No animal is drawn by itself')
  await pressDrawn(page, alone)
  await expect.poll(() => chosenOf(page)).toBe(alone.id)
})

/** How far the middle of the view is from that of these animals, map units. */
const awayFromMiddle = (page: Page, ids: readonly string[]) =>
  page.evaluate((wanted) => {
    const { x = 0, y = 0 } = window.__waterholeMap?.view() ?? {}
    const places = window.__waterholeMap?.markers().filter(({ id }) => wanted.includes(id)) ?? []
    const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
    return Math.hypot(x - middle(places.map((place) => place.x)), y - middle(places.map((place) => place.y)))
  }, ids)

test('[MQ53] a press opens the cluster that was drawn under it when it began, even where the map has been laid out again since', async () => {
  const page = await openCrowd()
  const pressed = await clusterOfHerd(page)
  await holdDrawn(page, pressed)
  await page.setViewportSize({ width: 1_300, height: 560 })
  const moved = async () => {
    const { x, y } = await clusterOfHerd(page)
    return Math.hypot(x - pressed.x, y - pressed.y)
  }
  await expect.poll(moved).toBeGreaterThan(100)
  await page.mouse.up()
  await expect.poll(() => awayFromMiddle(page, pressed.ids)).toBeLessThan(1)
  expect(await page.evaluate(() => window.__waterholeMap?.view().zoom)).toBeGreaterThan(0.5)
})

test('[MQ32] the keyboard goes from marker to marker, opens a cluster and says what it holds', async () => {
  const page = await openCrowd()
  await map(page).focus()
  const announced = page.getByText(/^\d+ dinosaurs: .*\. Enter opens them\.$/)
  const menu = page.getByRole('menu', { name: /dinosaurs? here$/ })
  const zoom = async () => (await page.evaluate(() => window.__waterholeMap?.view().zoom)) ?? 0
  /** Goes to the next marker or cluster. */
  const next = async () => {
    await map(page).press('n')
    await drawnAnew(page)
  }
  // The number at the own animal opens a list, a cluster of its own a closer view.
  while ((await zoom()) === 0.5) {
    await next()
    if ((await announced.count()) === 0) continue
    await map(page).press('Enter')
    await expect.poll(async () => (await menu.count()) > 0 || (await zoom()) > 0.5).toBe(true)
    if ((await menu.count()) === 0) continue
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.count()).toBe(0)
  }
  await showIsland(page)
  await drawnAnew(page)
  while ((await chosenOf(page)) === null) await next()
  await expect.poll(() => chosenDrawing(page)).toMatchObject({ named: true })
  await page.keyboard.press('Escape')
  await expect.poll(() => chosenOf(page)).toBeNull()
})

/** The part of two pictures of the map that differs visibly, from 0 to 1. They must have one size. */
const differenceOf = (page: Page, pictures: readonly Buffer[]) =>
  page.evaluate(
    async (sources) => {
      const read = async (source: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${source}`
        await image.decode()
        const { width, height } = image
        const context = new OffscreenCanvas(width, height).getContext('2d')
        context?.drawImage(image, 0, 0)
        return { size: `${width} by ${height}`, values: context?.getImageData(0, 0, width, height).data ?? [] }
      }
      const [one, other] = await Promise.all([read(sources[0] ?? ''), read(sources[1] ?? '')])
      if (one.size !== other.size) throw new Error(`One picture is ${one.size} px, the other ${other.size} px.`)
      let different = 0
      for (let at = 0; at < one.values.length; at += 1)
        if (Math.abs((one.values[at] ?? 0) - (other.values[at] ?? 0)) > 8) different += 1
      return different / one.values.length
    },
    pictures.map((picture) => picture.toString('base64')),
  )

declare global {
  interface Window {
    /** Whether messages to workers wait; the test sets it. */
    __holdWorkers?: (isHeld: boolean) => void
    /** As if the last worker had failed. */
    __failWorker?: () => void
  }
}

/** Runs in the page before its scripts: workers get no message until the test says so. */
function holdWorkers() {
  let isHeld = true
  let last: Worker | null = null
  let waiting: (() => void)[] = []
  window.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given)
      last = this
    }
    override postMessage(message: unknown, transfer: StructuredSerializeOptions | Transferable[] = []) {
      const send = () => super.postMessage(message, transfer as Transferable[])
      if (isHeld) waiting.push(send)
      else send()
    }
  }
  window.__holdWorkers = (hold) => {
    isHeld = hold
    if (hold) return
    for (const send of waiting) send()
    waiting = []
  }
  window.__failWorker = () => last?.dispatchEvent(new Event('error'))
}

const hold = (page: Page, isHeld: boolean) => page.evaluate((held) => window.__holdWorkers?.(held), isHeld)

/** The map, once every picture is final and one of both has painted all. */
async function pictureBy(page: Page, painter: 'page' | 'worker') {
  await laidOut(page)
  await drawnAnew(page)
  await page.waitForFunction((by) => {
    const painting = window.__waterholeMap?.painting()
    return painting?.by === by && painting.isComplete && (by === 'page' || painting.isPainted)
  }, painter)
  await drawnAnew(page)
  return map(page).screenshot()
}

/** How many animals and clusters in the view the page has painted itself, and how many there are. */
const paintedByPage = (page: Page) =>
  page.evaluate(() => {
    const { markers = [], clusters = [] } = window.__waterholeMap?.drawn() ?? {}
    const { width = 0, height = 0 } = window.__waterholeMap?.view() ?? {}
    const canvas = document.querySelectorAll<HTMLCanvasElement>('[data-testid=map] canvas')[2]
    const context = canvas?.getContext('2d')
    const discs = [...markers, ...clusters].filter(({ x, y }) => x > 0 && y > 0 && x < width && y < height)
    const alphaAt = ({ x, y }: Disc) =>
      context?.getImageData(x * devicePixelRatio, y * devicePixelRatio, 1, 1).data[3] ?? 0
    return { painted: discs.filter((disc) => alphaAt(disc) > 0).length, all: discs.length }
  })

/**
 * Lets the worker paint what the page shows, and expects the same picture. Again where it was not: controls are measured twice a
 * second at most, so that names may still move out of their way after a change of size. @returns the page's
 */
async function expectSameByBoth(page: Page) {
  let ofPage: Buffer = Buffer.alloc(0)
  const differs = async () => {
    await map(page).press('ArrowLeft')
    await map(page).press('ArrowRight')
    ofPage = await pictureBy(page, 'page')
    await hold(page, false)
    const difference = await differenceOf(page, [ofPage, await pictureBy(page, 'worker')])
    await hold(page, true)
    return difference
  }
  await expect.poll(differs, { timeout: uiTimeoutMs }).toBeLessThan(0.001)
  expect(await paintedByPage(page)).toMatchObject({ painted: 0 })
  return ofPage
}

test.each([
  ['day', 1],
  ['night', 2],
] as const)(
  '[MQ48] a worker paints the same picture as the page (%s, %i device px per px), even after a movement and in another size of the window; after a fault the page paints it again',
  async (mood, ratio) => {
    const page = await openCrowd(mood, { ratio, first: holdWorkers })
    await expectSameByBoth(page)
    await page.setViewportSize({ width: 1_200, height: 800 })
    await showIsland(page)
    const whole = await expectSameByBoth(page)
    await map(page).press('ArrowLeft')
    const moved = await expectSameByBoth(page)
    expect(await differenceOf(page, [whole, moved])).toBeGreaterThan(0.02)
    await page.evaluate(() => window.__failWorker?.())
    expect(await differenceOf(page, [moved, await pictureBy(page, 'page')])).toBeLessThan(0.001)
  },
)

/** What may be missing in a browser; each runs in the page before its scripts. */
const lacks = {
  'no worker': () => Reflect.deleteProperty(window, 'Worker'),
  'no canvas for a worker': () => Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen'),
  'a worker that is refused': () => {
    window.Worker = class {
      constructor() {
        throw new Error('refused')
      }
    } as never
  },
}

test('[MQ49] where the browser has no worker that can paint, the page paints the whole map and keeps doing so', async () => {
  for (const [what, first] of Object.entries(lacks)) {
    const page = await openCrowd('day', { first: first as () => void })
    await pictureBy(page, 'page')
    const { painted, all } = await paintedByPage(page)
    expect(painted, what).toBe(all)
    expect(painted, what).toBeGreaterThan(50)
    expect(await page.locator('canvas[aria-hidden]').count(), what).toBe(0)
  }
})
