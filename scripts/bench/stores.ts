// The embedded journal compared with Redis, both synced to disk before they answer, and what the parts of a command allow.
// Alone: node scripts/bench/stores.ts
import { startChild } from './childProcess.ts'
import { evenRequests, runLoad } from './economy/load.ts'
import { openEcho, openWhole } from './economy/sockets.ts'
import {
  type Alternated,
  alternate,
  atLeast,
  type BenchSize,
  judgedBy,
  median,
  percentile,
  printTable,
  type Row,
  shown,
} from './measure.ts'
import type { StoresAnswers, Way } from './storesHub.ts'

const inFlight = 128
const halfInFlight = 64
const passMs = 1_500
const wholePasses = 7
const mostP99Ms = 2
const mostHalfP99Ms = 5
const leastASecond = 50_000
const wholeBuyers = 2_000
/** A wallet and an inventory have room for those of all passes. */
const purchasesOfPass = 5_000
const leastOverSockets = 24_000

const wayNames: readonly Way[] = ['embedded', 'redis', 'rules', 'store', 'least']
const openWay = async (way: Way) => {
  const child = startChild<StoresAnswers>(new URL('./storesHub.ts', import.meta.url))
  await child.ask('open', way)
  return child
}

/** J3: the embedded journal against Redis, each with the same hub; the rules and the store each by itself; and commands over sockets. */
export async function benchStores(size: BenchSize = {}): Promise<Row[]> {
  return [...(await rowsWithoutSockets(size)), ...(await socketRateRows(size))]
}

async function rowsWithoutSockets({ passes = wholePasses, loadMs = passMs, warmsUp }: BenchSize): Promise<Row[]> {
  const children = new Map<Way, Awaited<ReturnType<typeof openWay>>>()
  const p99s: Record<`${Way} ${number}`, number[]> = {}
  const rateOf = (way: Way, lanes: number) => async () => {
    const { aSecond, p99 } = (await children.get(way)?.ask('measure', lanes, loadMs)) ?? missing(way)
    p99s[`${way} ${lanes}`] = [...(p99s[`${way} ${lanes}`] ?? []), p99]
    return aSecond
  }
  try {
    for (const way of wayNames) children.set(way, await openWay(way))
    const rates = await alternate(
      passes,
      {
        embedded: rateOf('embedded', inFlight),
        redis: rateOf('redis', inFlight),
        half: rateOf('embedded', halfInFlight),
        alone: rateOf('embedded', 1),
        rules: rateOf('rules', inFlight),
        store: rateOf('store', inFlight),
        least: rateOf('least', inFlight),
        halfRules: rateOf('rules', halfInFlight),
        halfStore: rateOf('store', halfInFlight),
        halfLeast: rateOf('least', halfInFlight),
      },
      warmsUp,
    )
    // The first of each is from warming up.
    return [...rateRows(rates), ...p99Rows((way, lanes) => (p99s[`${way} ${lanes}`] ?? []).slice(-passes))]
  } finally {
    await Promise.allSettled([...children.values()].map((child) => child.ask('close')))
    for (const child of children.values()) child.end()
  }
}

const missing = (way: Way): never => {
  throw new Error(`The bench has not opened ${way}.`)
}

function rateRows(rates: Alternated<Way>): Row[] {
  const measure = `J3 acknowledged commands a second without sockets, embedded, ${inFlight} in flight`
  const goal = `at least ${leastASecond} a second`
  const ofGoal = (aSecond: number) => aSecond / leastASecond
  return [
    {
      measure,
      against: 'Redis with appendfsync always',
      ...atLeast(1.5, rates.ratioOf('embedded', 'redis')),
      note: `${Math.round(rates.embedded)}/s against ${Math.round(rates.redis)}/s`,
    },
    {
      measure,
      against: `${leastASecond} a second`,
      ...judgedBy(goal, ofGoal(rates.embedded), rates.embedded >= leastASecond, {
        passes: rates.passesOf('embedded'),
        judged: rates.embedded,
        figure: leastASecond,
      }),
      note: `${Math.round(rates.embedded)}/s`,
    },
    {
      measure: 'J3 the same over a store that keeps nothing: the rules alone',
      against: `${leastASecond} a second`,
      ...shown(ofGoal(rates.rules)),
      note: `${Math.round(rates.rules)}/s`,
    },
    {
      measure: `J3 entries a second of the embedded store alone, ${inFlight} in flight`,
      against: `${leastASecond} a second`,
      ...shown(ofGoal(rates.store)),
      note: `${Math.round(rates.store)}/s`,
    },
    {
      measure: `J3 the least, ${inFlight} in flight: JSON, and a thread that writes two rows to SQLite in groups; no rules`,
      against: `${leastASecond} a second`,
      ...shown(ofGoal(rates.least)),
      note: `${Math.round(rates.least)}/s`,
    },
  ]
}

/** @param passesOf what each pass measured, ms */
function p99Rows(passesOf: (way: Way, lanes: number) => readonly number[]): Row[] {
  const p99Of = (way: Way, lanes: number) => median(passesOf(way, lanes))
  const others = `${p99Of('embedded', 1).toFixed(2)} with one in flight; ${p99Of('redis', inFlight).toFixed(2)} on Redis`
  const row = (lanes: number, most: number, more = ''): Row => {
    const passes = passesOf('embedded', lanes)
    const ms = median(passes)
    return {
      measure: `J3 acknowledgement p99, embedded, ${lanes} in flight`,
      against: `${most} ms`,
      ...judgedBy(`at most ${most} ms`, ms / most, ms <= most, { passes, judged: ms, figure: most }),
      note: `ms: ${ms.toFixed(2)}${more}`,
    }
  }
  const part = (what: string, ms: number): Row => ({
    measure: `J3 p99 of ${what}, ${halfInFlight} in flight`,
    against: `${mostHalfP99Ms} ms`,
    ...shown(ms / mostHalfP99Ms),
    note: `ms: ${ms.toFixed(2)}`,
  })
  return [
    row(inFlight, mostP99Ms, `; ${others}`),
    row(halfInFlight, mostHalfP99Ms),
    part('the rules alone, over a store that keeps nothing', p99Of('rules', halfInFlight)),
    part('the store alone', p99Of('store', halfInFlight)),
    part('the least', p99Of('least', halfInFlight)),
  ]
}

/** J3 over sockets: small commands, and purchases, each by another player, 128 in flight. */
async function socketRateRows({
  passes = wholePasses,
  viewers: buyers = wholeBuyers,
  commands,
  warmsUp,
}: BenchSize = {}): Promise<Row[]> {
  const requests = commands === undefined ? purchasesOfPass : commands * inFlight
  const [hub, echo] = [await openWhole(buyers), await openEcho(buyers)]
  const p99s: number[] = []
  const smallP99s: number[] = []
  const refused: number[] = []
  let pass = 0
  try {
    const rates = await alternate(
      passes,
      {
        small: async () => {
          const load = await runLoad(hub.set, evenRequests(pass, requests, buyers), inFlight)
          smallP99s.push(percentile(load.taken, 0.99))
          return load.made / load.seconds
        },
        hub: async () => {
          pass += 1
          const load = await runLoad(hub.buy, evenRequests(pass, requests, buyers), inFlight)
          refused.push(load.refused)
          p99s.push(percentile(load.taken, 0.99))
          return load.made / load.seconds
        },
        echo: async () => {
          const load = await runLoad(echo.buy, evenRequests(pass, requests, buyers), inFlight)
          return load.taken.length / load.seconds
        },
      },
      warmsUp,
    )
    // The first of each is from warming up.
    const ofPasses = (figures: readonly number[]) => figures.slice(-passes)
    const refusals = ofPasses(refused).reduce((sum, one) => sum + one, 0)
    const small = { rate: rates.small, passes: rates.passesOf('small'), p99: median(ofPasses(smallP99s)) }
    const purchases = `${Math.round(rates.hub)}/s, ${refusals} refused; p99 ${Math.round(median(ofPasses(p99s)))} ms`
    return rowsOverSockets(small, { ...rates, purchases })
  } finally {
    for (const { close } of [hub, echo]) await close()
  }
}

function rowsOverSockets(
  small: { rate: number; passes: readonly number[]; p99: number },
  { hub, echo, purchases }: { hub: number; echo: number; purchases: string },
): Row[] {
  const against = `${leastOverSockets} a second`
  return [
    {
      measure: `J3 acknowledged small commands a second over sockets (friends.setSettings), durable, ${inFlight} in flight`,
      against,
      ...judgedBy(
        `at least ${leastOverSockets} a second`,
        small.rate / leastOverSockets,
        small.rate >= leastOverSockets,
        {
          passes: small.passes,
          judged: small.rate,
          figure: leastOverSockets,
        },
      ),
      note: `${Math.round(small.rate)}/s; p99 ${Math.round(small.p99)} ms`,
    },
    {
      measure: `J3 acknowledged purchases a second over sockets, durable, ${inFlight} in flight`,
      against,
      ...shown(hub / leastOverSockets),
      note: purchases,
    },
    {
      measure: 'J3 answers a second of stock Socket.IO that only acknowledges, to the same clients',
      against,
      ...shown(echo / leastOverSockets),
      note: `${Math.round(echo)}/s`,
    },
  ]
}

if (import.meta.main) printTable(await benchStores())
