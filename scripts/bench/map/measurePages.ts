import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { type Alternated, alternate, type BenchSize, median } from '../measure.ts'
import { tracedTasks } from '../tracedTasks.ts'
import { type OpenedPage, openPage, type ServedFile } from './pages.ts'
import { markers } from './walk.ts'

const wholePasses = 5
const wholeTicks = 12
const fewTicks = 3
/** Animals are eased for this long after a tick: the default interval between two readings. */
const pollMs = 2_000
const settlesWithinMs = 500

/** All in main-thread CPU ms. */
/** `ours`, `peer`: of a tick of all markers, received and drawn. `empty`: of a frame in which only a dot of an equally large canvas changes. */
export type MapCosts = Alternated<'ours' | 'peer' | 'empty'> & {
  /** Of a second of easing. */
  readonly walking: number
  /** Drawings in that second. */
  readonly framesASecond: number
  readonly commitsPerTick: number
  /** CPU time of each task of the main thread while the view moved, in ms. */
  readonly roamTasks: readonly number[]
}

type BenchCall = 'run' | 'runEmpty' | 'look' | 'roam'

const ask = <Answer>(page: Page, call: BenchCall, count: number): Promise<Answer> =>
  page.evaluate(([name, times]) => window.__mapBench?.[name](times) as never, [call, count] as const)
const commitsOf = (page: Page) => page.evaluate(() => window.__mapBench?.commits() ?? 0)

/** CPU ms of one tick. Fails if a page does not draw at each tick; a slow worker's page may draw once more while it waits. */
async function tickCost({ page, cpuMs }: OpenedPage, ticks: number) {
  await page.evaluate((count) => window.__mapBench?.prepare(count), ticks)
  const before = await cpuMs()
  const drawings = await ask<number>(page, 'run', ticks)
  const cost = (await cpuMs()) - before
  if (drawings < ticks) throw new Error(`${ticks} ticks were drawn ${drawings} times: this compares nothing.`)
  return cost / ticks
}

async function emptyCost({ page, cpuMs }: OpenedPage, ticks: number) {
  const before = await cpuMs()
  await ask(page, 'runEmpty', ticks)
  return ((await cpuMs()) - before) / ticks
}

/** After a tick, until the animals have arrived: CPU and drawings of a second. */
async function walkingCost({ page, cpuMs }: OpenedPage) {
  await page.evaluate(() => window.__mapBench?.prepare(1))
  const before = await cpuMs()
  const drawings = (await ask<number>(page, 'run', 1)) + (await ask<number>(page, 'look', pollMs))
  return { cost: ((await cpuMs()) - before) / (pollMs / 1_000), frames: drawings / (pollMs / 1_000) }
}

/** Mounting and loading the map image cause commits as well: waits until none occurs for a while. */
async function waitForQuiet(page: Page) {
  for (let last = 0, now = await commitsOf(page); now === 0 || now !== last; now = await commitsOf(page)) {
    last = now
    await setTimeout(settlesWithinMs)
  }
}

/** So many names may be left out, because they would lie under a control. */
const mostHidden = 10

/** Checks that both maps show all markers with their names, at the positions of the last tick. */
async function checkDrawn(ours: Page, peer: Page) {
  const drawn = {
    'pictures of ours (an animal and a name each)': await ours.evaluate(() => window.__mapBench?.pieces()),
    'names of the peer, twice': 2 * ((await peer.evaluate(() => window.__mapBench?.pieces())) ?? 0),
  }
  for (const [what, count] of Object.entries(drawn))
    if (count === undefined || count > 2 * markers || count < 2 * markers - mostHidden)
      throw new Error(`${what}: ${count} were drawn and not ${2 * markers}.`)
  for (const page of [ours, peer]) {
    const strays = await page.evaluate(() => window.__mapBench?.strays())
    if (strays !== 0) throw new Error(`${page.url()}: ${strays} markers are not where the last tick put them.`)
  }
}

async function measure(
  ours: OpenedPage,
  peer: OpenedPage,
  { passes = wholePasses, warmsUp = true }: BenchSize,
): Promise<Omit<MapCosts, 'roamTasks'>> {
  const ticks = warmsUp ? wholeTicks : fewTicks
  await waitForQuiet(ours.page)
  // Each frame renders only a few pictures, and a busy machine draws few frames.
  await ours.page.waitForFunction(() => {
    const painting = window.__waterholeMap?.painting()
    return painting?.by === 'worker' && painting.isPainted && painting.arePicturesFinal
  })
  const commits = await commitsOf(ours.page)
  const walks: Awaited<ReturnType<typeof walkingCost>>[] = []
  const tickOfOurs = async () => {
    const cost = await tickCost(ours, ticks)
    // The easing has ended before the other page is measured.
    walks.push(await walkingCost(ours))
    return cost
  }
  const costs = await alternate(
    passes,
    { ours: tickOfOurs, peer: () => tickCost(peer, ticks), empty: () => emptyCost(ours, ticks) },
    warmsUp,
  )
  const given = walks.length * (ticks + 1)
  return {
    ...costs,
    walking: median(walks.map(({ cost }) => cost)),
    framesASecond: median(walks.map(({ frames }) => frames)),
    commitsPerTick: ((await commitsOf(ours.page)) - commits) / given,
  }
}

/** Measures both maps in one browser, in turns, and closes it. @param roamMs how long the view is moved */
export async function measurePages(
  opening: Promise<Browser>,
  files: ReadonlyMap<string, ServedFile>,
  roamMs: number,
  size: BenchSize,
): Promise<MapCosts> {
  const browser = await opening
  try {
    const [ours, peer] = [await openPage(browser, files, 'ours'), await openPage(browser, files, 'peer')]
    const figures = await measure(ours, peer, size)
    await checkDrawn(ours.page, peer.page)
    await peer.page.context().close()
    return { ...figures, roamTasks: await tracedTasks(browser, () => ask(ours.page, 'roam', roamMs)) }
  } finally {
    await browser.close()
  }
}
