// C3 to C6: what a user waits for, on the real hub and in a real browser. With --before, the path of an older checkout, both are
// measured in alternating passes of the same run. Alone: node scripts/bench/screens.ts [path]
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from '../repositoryRoot.ts'
import { openBrowser } from '../test/browser/site.ts'
import { atMost, type BenchSize, median, printTable, type Row, shown } from './measure.ts'
import { measureCode, type ScreenCode } from './screens/codeBytes.ts'
import { measureFirstPaint } from './screens/firstPaint.ts'
import { type BenchedHub, startHubOf } from './screens/hubOfCheckout.ts'
import { type InteractionCosts, measureInteractions, playersSteps, rosterSteps } from './screens/interactions.ts'
import { measureRoaming } from './screens/roaming.ts'

const wholePasses = 5
const wholeRoamMs = 10_000
const wholeCrowd = 300
const longMs = 50
const mostNextPaintMs = 200
const mostFirstBytes = 150_000
const mostPaintMs = 1_500

/** The figures of one checkout, of all passes. */
export interface ScreenCosts {
  /** Players on the island. */
  readonly crowd: number
  readonly paints: { readonly cold: number; readonly warm: number }[]
  readonly rosters: InteractionCosts[]
  /** None where the page does not exist. */
  readonly tables: InteractionCosts[]
  /** CPU time of each task while the map was moved, ms. */
  readonly tasks: number[]
  readonly first: ScreenCode
  readonly largest: ScreenCode
}

type Side = { readonly hub: BenchedHub; readonly costs: ScreenCosts }

async function measurePass({ hub, costs }: Side, roamMs: number) {
  // A browser for each pass: what it keeps of one checkout must not help the other.
  const browser = await openBrowser()
  try {
    costs.paints.push(await measureFirstPaint(browser, hub))
    costs.rosters.push(await measureInteractions(browser, hub, rosterSteps))
    if (hub.paths.includes(playersSteps.path)) costs.tables.push(await measureInteractions(browser, hub, playersSteps))
    costs.tasks.push(...(await measureRoaming(browser, hub, roamMs)))
  } finally {
    await browser.close()
  }
}

async function startSide(checkout: string, crowd: number, screens?: number): Promise<Side> {
  const hub = await startHubOf(checkout, crowd)
  const browser = await openBrowser()
  try {
    const code = await measureCode(browser, hub, screens)
    return { hub, costs: { crowd, paints: [], rosters: [], tables: [], tasks: [], ...code } }
  } catch (error) {
    await hub.close()
    throw error
  } finally {
    await browser.close()
  }
}

/** One figure of this checkout and of the older one. */
const compared = (measure: string, after: number, before: number | undefined, unit: string, digits = 0): Row[] =>
  before === undefined
    ? []
    : [
        {
          measure,
          against: 'before',
          ...shown(after / before),
          note: `${unit}: ${before.toFixed(digits)} before, ${after.toFixed(digits)} now`,
        },
      ]

function paintRows(now: ScreenCosts, before?: ScreenCosts): Row[] {
  const middle = (costs: ScreenCosts | undefined, which: 'cold' | 'warm') =>
    costs && median(costs.paints.map((each) => each[which]))
  const [cold = 0, warm = 0] = [middle(now, 'cold'), middle(now, 'warm')]
  const opening = `from opening the map's address to the island on the screen, ${now.crowd} players`
  const measure = `C3 ${opening}`
  return [
    {
      measure: `${measure}, nothing cached`,
      against: 'the same, opened again',
      ...atMost(4, cold / warm),
      note: `ms: ${cold.toFixed(0)} cold, ${warm.toFixed(0)} warm`,
    },
    {
      measure: `W1 ${opening}, nothing cached`,
      against: `${mostPaintMs} ms`,
      ...atMost(1, cold / mostPaintMs),
      note: `${cold.toFixed(0)} ms`,
    },
    ...compared(`${measure}, nothing cached`, cold, middle(before, 'cold'), 'ms'),
    ...compared(`${measure}, opened again`, warm, middle(before, 'warm'), 'ms'),
  ]
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

function codeRows(now: ScreenCosts, before?: ScreenCosts): Row[] {
  const inKilobytes = (code: ScreenCode | undefined) => code && code.bytes / 1_000
  const largest = `C4 JavaScript of the largest screen, gzipped`
  return [
    {
      measure: 'W1 JavaScript of the first screen, gzipped',
      against: kilobytes(mostFirstBytes),
      ...atMost(1, now.first.bytes / mostFirstBytes),
      note: kilobytes(now.first.bytes),
    },
    {
      measure: `${largest}, ${now.largest.path}`,
      against: 'the first screen',
      ...shown(now.largest.bytes / now.first.bytes),
      note: kilobytes(now.largest.bytes),
    },
    ...compared(
      'C4 JavaScript of the first screen, gzipped',
      now.first.bytes / 1_000,
      inKilobytes(before?.first),
      'kB',
      1,
    ),
    ...compared(largest, now.largest.bytes / 1_000, inKilobytes(before?.largest), 'kB', 1),
  ]
}

const nextPaintOf = (costs: readonly InteractionCosts[] | undefined) =>
  costs && median(costs.map(({ nextPaintMs }) => nextPaintMs))
const longestTaskOf = (costs: readonly InteractionCosts[] | undefined) =>
  costs && median(costs.map(({ longestTaskMs }) => longestTaskMs))

function interactionRow(where: string, costs: readonly InteractionCosts[]): Row {
  const nextPaintMs = nextPaintOf(costs) ?? 0
  const [slowest] = costs.toSorted((one, other) => other.nextPaintMs - one.nextPaintMs)
  const longest = longestTaskOf(costs) ?? 0
  return {
    measure: `C5 interaction to next paint, the longest, ${where}`,
    against: `${mostNextPaintMs} ms`,
    ...atMost(1, nextPaintMs / mostNextPaintMs),
    note: `ms: ${nextPaintMs.toFixed(0)}, longest ${slowest?.nextPaintMs} (${slowest?.worst}); CPU of the longest task ${longest.toFixed(1)}`,
  }
}

function interactionRows(now: ScreenCosts, before?: ScreenCosts): Row[] {
  const hadTable = before === undefined || before.tables.length > 0
  const pairs = [
    {
      where: `the Players table${hadTable ? '' : ', before: the list beside the map'}`,
      after: now.tables,
      was: hadTable ? before?.tables : before.rosters,
    },
    { where: 'the list beside the map', after: now.rosters, was: before?.rosters },
  ]
  return [
    interactionRow(`the Players table of ${now.crowd}`, now.tables),
    interactionRow(`the list of ${now.crowd} beside the map`, now.rosters),
    ...pairs.flatMap(({ where, after, was }) => [
      ...compared(`C5 interaction to next paint, ${where}`, nextPaintOf(after) ?? 0, nextPaintOf(was), 'ms'),
      ...compared(`C5 longest task, ${where}`, longestTaskOf(after) ?? 0, longestTaskOf(was), 'ms of CPU', 1),
    ]),
  ]
}

function roamRows(now: ScreenCosts, before?: ScreenCosts): Row[] {
  const countLong = ({ tasks }: ScreenCosts) => tasks.filter((ms) => ms > longMs).length
  const longest = ({ tasks }: ScreenCosts) => Math.max(...tasks)
  const measure = `C6 tasks over ${longMs} ms of CPU while ${now.crowd} move and a user moves and zooms the map, whole page`
  const was = before ? `; before ${countLong(before)}, the longest ${longest(before).toFixed(1)} ms` : ''
  return [
    {
      measure,
      against: 'none',
      ...atMost(0, countLong(now)),
      note: `${now.tasks.length} tasks, the longest ${longest(now).toFixed(1)} ms${was}`,
    },
    ...compared('C6 the longest of these tasks', longest(now), before && longest(before), 'ms of CPU', 1),
  ]
}

/** C3 to C6: first paint of the map, code of the screens, interaction to next paint, long tasks. */
export async function benchScreens({
  passes = wholePasses,
  viewers: crowd = wholeCrowd,
  loadMs = wholeRoamMs,
  before,
  screens,
}: BenchSize = {}): Promise<Row[]> {
  const sides: Side[] = []
  try {
    for (const checkout of [repositoryRoot, ...(before === undefined ? [] : [resolve(before)])])
      sides.push(await startSide(checkout, crowd, screens))
    for (let pass = 0; pass < passes; pass += 1) for (const side of sides) await measurePass(side, loadMs)
  } finally {
    await Promise.all(sides.map(({ hub }) => hub.close()))
  }
  const [now, was] = sides.map(({ costs }) => costs)
  if (!now) throw new Error('Nothing was measured.')
  return rowsOf(now, was)
}

/** The figures of this checkout, and beside each the ratio to the older one if there is one. */
export const rowsOf = (now: ScreenCosts, before?: ScreenCosts): Row[] =>
  [paintRows, codeRows, interactionRows, roamRows].flatMap((rows) => rows(now, before))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [before] = process.argv.slice(2)
  printTable(await benchScreens(before === undefined ? {} : { before }))
}
