import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { alternate } from '../alternate.ts'
import { median } from '../median.ts'
import type { Served } from './buildPages.ts'
import { type OpenedPage, openPage } from './openPage.ts'
import { markers } from './walk.ts'

const passes = 5
const ticks = 12
/** Our animals walk for this long after a tick: the hub's default interval between two readings. */
const pollMs = 2_000
const settlesWithinMs = 500

/** All in main-thread CPU ms. */
export interface MapFigures {
  /** For a tick of all markers, taken and drawn. */
  readonly ours: number
  readonly peer: number
  /** For a frame in which nothing but a dot of a canvas of the same size changes. */
  readonly empty: number
  /** For a second in which our animals walk from one reading to the next. */
  readonly walking: number
  /** Drawings in that second. */
  readonly framesASecond: number
  readonly commitsPerTick: number
}

type BenchCall = 'run' | 'runEmpty' | 'look'

const ask = <Answer>(page: Page, call: BenchCall, count: number): Promise<Answer> =>
  page.evaluate(([name, times]) => window.__mapBench?.[name](times) as never, [call, count] as const)
const commitsOf = (page: Page) => page.evaluate(() => window.__mapBench?.commits() ?? 0)

/** CPU ms for one tick. Whoever draws more or less often than once a tick is not measured but found out. */
async function tickCost({ page, cpuMs }: OpenedPage) {
  await page.evaluate((count) => window.__mapBench?.prepare(count), ticks)
  const before = await cpuMs()
  const drawings = await ask<number>(page, 'run', ticks)
  const cost = (await cpuMs()) - before
  if (drawings !== ticks) throw new Error(`${ticks} ticks were drawn ${drawings} times: this compares nothing.`)
  return cost / ticks
}

async function emptyCost({ page, cpuMs }: OpenedPage) {
  const before = await cpuMs()
  await ask(page, 'runEmpty', ticks)
  return ((await cpuMs()) - before) / ticks
}

/** After a tick, until the animals have arrived: what a second costs, and how often it was drawn. */
async function walkingCost({ page, cpuMs }: OpenedPage) {
  await page.evaluate(() => window.__mapBench?.prepare(1))
  const before = await cpuMs()
  const drawings = (await ask<number>(page, 'run', 1)) + (await ask<number>(page, 'look', pollMs))
  return { cost: ((await cpuMs()) - before) / (pollMs / 1_000), frames: drawings / (pollMs / 1_000) }
}

/** Mounting and the island's picture are commits as well, and are over when none has come for a while. */
async function waitForQuiet(page: Page) {
  for (let last = 0, now = await commitsOf(page); now === 0 || now !== last; now = await commitsOf(page)) {
    last = now
    await setTimeout(settlesWithinMs)
  }
}

/** Both maps show all markers with their names, and where the last tick put them. */
async function checkDrawn(ours: Page, peer: Page) {
  const drawn = {
    'pictures of ours (an animal and a name each)': await ours.evaluate(() => window.__mapBench?.calls('drawImage')),
    'names of the peer, twice': 2 * ((await peer.evaluate(() => window.__mapBench?.calls('fillText'))) ?? 0),
  }
  for (const [what, count] of Object.entries(drawn))
    if (count !== 2 * markers) throw new Error(`${what}: ${count} were drawn and not ${2 * markers}.`)
  for (const page of [ours, peer]) {
    const strays = await page.evaluate(() => window.__mapBench?.strays())
    if (strays !== 0) throw new Error(`${page.url()}: ${strays} markers are not where the last tick put them.`)
  }
}

async function measure(ours: OpenedPage, peer: OpenedPage): Promise<MapFigures> {
  await waitForQuiet(ours.page)
  const commits = await commitsOf(ours.page)
  const walks: Awaited<ReturnType<typeof walkingCost>>[] = []
  const costs = await alternate(passes, {
    async ours() {
      const cost = await tickCost(ours)
      // Nothing of ours moves any more when it is the others' turn.
      walks.push(await walkingCost(ours))
      return cost
    },
    peer: () => tickCost(peer),
    empty: () => emptyCost(ours),
  })
  const given = walks.length * (ticks + 1)
  return {
    ...costs,
    walking: median(walks.map(({ cost }) => cost)),
    framesASecond: median(walks.map(({ frames }) => frames)),
    commitsPerTick: ((await commitsOf(ours.page)) - commits) / given,
  }
}

/** Both maps in one browser, in turns. Closes it, whatever happens. */
export async function measurePages(opening: Promise<Browser>, files: ReadonlyMap<string, Served>): Promise<MapFigures> {
  const browser = await opening
  try {
    const [ours, peer] = [await openPage(browser, files, 'ours'), await openPage(browser, files, 'peer')]
    const figures = await measure(ours, peer)
    await checkDrawn(ours.page, peer.page)
    return figures
  } finally {
    await browser.close()
  }
}
