import { pathToFileURL } from 'node:url'
import { openBrowser } from '../test/browser/site.ts'
import { type MapCosts, measurePages } from './map/measurePages.ts'
import { buildPages, openAccelerated } from './map/pages.ts'
import { markers } from './map/walk.ts'
import { atLeast, atMost, type BenchSize, printTable, type Row } from './measure.ts'

/**
 * Compares the cost of one tick: positions arrive, all markers are drawn once. This client draws more often, since it eases
 * animals from one reading to the next; that cost is reported as well.
 */
function rowOf(painted: string, costs: MapCosts): Row {
  const { ours, peer, empty, walking, framesASecond } = costs
  const [here, there, dot, second] = [ours, peer, empty, walking].map((ms) => ms.toFixed(1))
  const walk = `over a 2 s poll ours eases in ${framesASecond.toFixed(0)} frames a second for ${second} ms; the peer jumps once`
  return {
    measure: `C1 main-thread CPU per tick, ${markers} markers, all names drawn, ${painted}`,
    against: 'react-konva, state per tick, times less',
    ...atLeast(10, costs.ratioOf('peer', 'ours')),
    note: `ms: ${here} here, ${there} react-konva, ${dot} a frame that changes one dot; ${walk}`,
  }
}

const longMs = 50
/** The view is moved this long: once from the whole island to the largest zoom and back. */
const wholeRoamMs = 10_000

function longTaskRow(painter: string, ms: number, { roamTasks }: MapCosts): Row {
  return {
    measure: `C2 tasks over ${longMs} ms of CPU while ${markers} move and the view pans and zooms, canvas painted by the ${painter}`,
    against: 'none',
    ...atMost(0, roamTasks.filter((taskMs) => taskMs > longMs).length),
    note: `${roamTasks.length} tasks in ${ms / 1_000} s; the longest took ${Math.max(...roamTasks).toFixed(1)} ms`,
  }
}

/** C1, C2: the cost of a position tick in the browser, and long tasks. */
export async function benchMap(size: BenchSize = {}): Promise<Row[]> {
  const { loadMs = wholeRoamMs } = size
  const files = await buildPages()
  const beside = await measurePages(openAccelerated(), files, loadMs, size)
  const within = await measurePages(openBrowser(), files, loadMs, size)
  return [
    rowOf('canvas painted by the graphics process', beside),
    rowOf('canvas painted by the main thread', within),
    {
      measure: 'C1 React commits per position tick, map and its feed',
      against: 'none',
      ...atMost(0, Math.max(beside.commitsPerTick, within.commitsPerTick)),
    },
    longTaskRow('graphics process', loadMs, beside),
    longTaskRow('main thread', loadMs, within),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printTable(await benchMap())
