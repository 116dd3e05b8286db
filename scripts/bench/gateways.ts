// How delivery scales with gateway processes, and what of it does not. Alone: node scripts/bench/gateways.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestCluster, type TestNode } from '../../server/testing/testCluster.ts'
import { mainServer } from '../../shared/engine/ids.ts'
import { positionsStream } from '../../shared/features/roster/roster.ts'
import { demoCookie } from '../fixture/demoCookie.ts'
import type { CrowdAnswers } from '../load/crowd.ts'
import { readHubMetrics } from '../load/memoryTrend.ts'
import { startChild } from './childProcess.ts'
import { median, printTable, type Row, ratioOf, shown } from './measure.ts'

interface GatewaysSize {
  readonly viewers: number
  readonly passes: number
  /** How long each measurement lasts. */
  readonly loadMs: number
  readonly warmsUp: boolean
}
const defaultSize: GatewaysSize = { viewers: 1_500, passes: 5, loadMs: 5_000, warmsUp: true }
const counts = [1, 2, 3] as const
const comeWithinMs = 120_000
/** A measurement goes on for so many times its length where nothing is delivered. */
const mostTimes = 60
const positions = positionsStream(mainServer)
const noLimits = {
  LOG_LEVEL: 'warn',
  SOCKETS_PER_ADDRESS: '0',
  HANDSHAKES_PER_SECOND: '0',
  SOCKETS_PER_ACCOUNT: '0',
  // All viewers have one account: what it may ask to watch in a second follows from this.
  COMMANDS_PER_SECOND: '1000',
} as const

/** Of one measurement. Times of CPU in µs. */
interface Measured {
  readonly perDelivery: number
  readonly leaderPerSecond: number
  /** Of a node that follows and has no viewers; null where each has some. */
  readonly idlePerSecond: number | null
  readonly bytesPerDelivery: number
}

/** G1: a leader and three gateways over one Redis; the same viewers of all positions are spread over one, two or three of the gateways. */
export async function benchGateways(size: Partial<GatewaysSize> = {}): Promise<Row[]> {
  const { viewers, passes, loadMs, warmsUp } = { ...defaultSize, ...size }
  const cluster = await openTestCluster({ nodes: counts.length + 1, players: 300, environment: noLimits })
  try {
    const leader = await cluster.leader()
    const gateways = cluster.nodes.filter((node) => node !== leader)
    const found = new Map<number, Measured[]>(counts.map((count) => [count, []]))
    for (let pass = warmsUp ? 0 : 1; pass <= passes; pass += 1) {
      for (const count of counts) {
        const one = await measure({ leader, gateways, count, viewers, loadMs })
        // The first pass only warms up.
        if (pass > 0) found.get(count)?.push(one)
      }
    }
    return rowsOf((count, read) => (found.get(count) ?? []).map(read), viewers)
  } finally {
    await cluster.close()
  }
}

interface Setting {
  readonly leader: TestNode
  readonly gateways: readonly TestNode[]
  readonly count: number
  readonly viewers: number
  readonly loadMs: number
}

async function measure({ leader, gateways, count, viewers, loadMs }: Setting): Promise<Measured> {
  const crowds = await Promise.all(
    gateways.slice(0, count).map((node, nth) => join(node, Math.floor((viewers + nth) / count))),
  )
  const cpu = () =>
    Promise.all([leader, ...gateways].map(async ({ address }) => (await readHubMetrics(address)).cpuSeconds * 1e6))
  const take = () => Promise.all(crowds.map((crowd) => crowd.ask('take')))
  try {
    await until(async () => (await take()).reduce((sum, { players }) => sum + players, 0) >= viewers)
    await sleep(loadMs / 4)
    await take()
    // Without viewers the game is read every ten seconds: the leader may still be waiting.
    await until(async () => (await take()).every((one) => one.counts.messages > 0))
    const [before, beganAt] = [await cpu(), performance.now()]
    const taken: Awaited<ReturnType<typeof take>> = []
    const sum = (name: 'messages' | 'bytes') => taken.reduce((all, one) => all + one.counts[name], 0)
    // On a busy machine no reading may fall into the time.
    for (let times = 0; times < mostTimes && sum('messages') === 0; times += 1) {
      await sleep(loadMs)
      taken.push(...(await take()))
    }
    if (sum('messages') === 0) throw new Error('No positions were delivered.')
    const after = await cpu()
    await Promise.all(gateways.slice(0, count).map(checkAllAdmitted))
    const seconds = (performance.now() - beganAt) / 1_000
    const [ofLeader = 0, ...ofGateways] = after.map((value, nth) => value - (before[nth] ?? 0))
    const working = ofGateways.slice(0, count).reduce((all, one) => all + one, 0)
    const idle = ofGateways.slice(count)
    return {
      perDelivery: working / sum('messages'),
      leaderPerSecond: ofLeader / seconds,
      idlePerSecond: idle.length === 0 ? null : median(idle) / seconds,
      bytesPerDelivery: sum('bytes') / sum('messages'),
    }
  } finally {
    await Promise.all(crowds.map((crowd) => crowd.ask('leave')))
    for (const crowd of crowds) crowd.end()
  }
}

async function join({ address }: TestNode, viewers: number) {
  const crowd = startChild<CrowdAnswers>(new URL('../load/crowd.ts', import.meta.url))
  const headers = { origin: address, cookie: await demoCookie(address, 'admin', 1) }
  const group = { headers, watch: [positions], stream: positions }
  await crowd.ask('start', { url: address, stampedFrom: 0, viewers: group, players: group, commandEveryMs: 0 })
  await crowd.ask('grow', { viewers: 0, players: viewers })
  return crowd
}

/** @throws when the node refused that some viewers watch: each delivery would then seem to cost more */
async function checkAllAdmitted({ address }: TestNode) {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const refused = /event="watch",verdict="tooFast"} ([1-9]\d*)/.exec(metrics)?.[1]
  if (refused) throw new Error(`${address} refused ${refused} viewers: they asked too fast for one account.`)
}

async function until(holds: () => Promise<boolean>) {
  const end = performance.now() + comeWithinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('Not all viewers were admitted.')
    await sleep(100)
  }
}

function rowsOf(of: (count: number, read: (one: Measured) => number) => number[], viewers: number): Row[] {
  const perDelivery = (count: number) => of(count, (one) => one.perDelivery)
  const ofLeader = (count: number) => of(count, (one) => one.leaderPerSecond)
  const ms = (values: readonly number[]) => `${(median(values) / 1_000).toFixed(1)} ms`
  const idle = of(1, ({ idlePerSecond }) => idlePerSecond ?? 0)
  const scaled = counts.slice(1).map(
    (count): Row => ({
      measure: `G1 server CPU per delivery, ${viewers} viewers of positions on ${count} gateways`,
      against: 'on one',
      ...shown(ratioOf(perDelivery(count), perDelivery(1))),
      note: `${median(perDelivery(count)).toFixed(1)} µs: ${Math.round(1e6 / median(perDelivery(count)))} deliveries a second and core; on one ${median(perDelivery(1)).toFixed(1)} µs; ${Math.round(median(of(count, (one) => one.bytesPerDelivery)))} bytes each`,
    }),
  )
  return [
    ...scaled,
    {
      measure: 'G1 CPU of the leader, which has no viewers: what more gateways do not share',
      against: 'with one gateway',
      ...shown(ratioOf(ofLeader(3), ofLeader(1))),
      note: `with three ${ms(ofLeader(3))} a second, with one ${ms(ofLeader(1))}`,
    },
    {
      measure: 'G1 CPU of a gateway without viewers: what each further one costs',
      against: 'the leader',
      ...shown(ratioOf(idle, ofLeader(1))),
      note: `${ms(idle)} a second`,
    },
  ]
}

if (import.meta.main) printTable(await benchGateways())
