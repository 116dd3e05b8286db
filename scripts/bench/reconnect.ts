// Measures the losses of a client while it is disconnected, and how soon it has everything. Alone: node scripts/bench/reconnect.ts
import { startChild } from './childProcess.ts'
import { atMost, judgedBy, median, percentile, printTable, type Row, ratioOf, shown } from './measure.ts'
import type { ReconnectServerAnswers, WayName } from './reconnectServer.ts'
import type { ReconnectViewersAnswers } from './reconnectViewers.ts'

export interface ReconnectSize {
  readonly viewers: number
  readonly passes: number
  /** How often each socket is cut. */
  readonly loadMs: number
}
const whole: ReconnectSize = { viewers: 1_000, passes: 5, loadMs: 15_000 }
const tellEveryMs = 200
const longestAwayMs = 2_000
/** Of a pass in which nothing was sent. */
const mostTries = 20
const wayNames: readonly WayName[] = ['gateway', 'stock', 'recovery', 'streams']

interface Pass {
  /** Numbers sent while they were disconnected and reconnecting. */
  readonly delivered: number
  readonly twice: number
  readonly replayMs: number
  readonly connectMs: number
}

async function openServers({ viewers, loadMs }: ReconnectSize) {
  const awayMs = Math.min(longestAwayMs, loadMs / 4)
  const server = startChild<ReconnectServerAnswers>(new URL('./reconnectServer.ts', import.meta.url))
  const crowd = startChild<ReconnectViewersAnswers>(new URL('./reconnectViewers.ts', import.meta.url))
  for (const name of wayNames) {
    await server.ask('begin', name, tellEveryMs)
    await crowd.ask('join', name, await server.ask('port', name), viewers)
    await crowd.ask('settle', name, await server.ask('end', name))
  }
  const disturbed = async (name: WayName) => {
    const before = await server.ask('end', name)
    await server.ask('begin', name, tellEveryMs)
    await crowd.ask('disturb', name, loadMs, awayMs)
    const last = await server.ask('end', name)
    return { sent: last - before, ...(await crowd.ask('settle', name, last)) }
  }
  return {
    async pass(name: WayName): Promise<Pass> {
      let found = await disturbed(name)
      // In the shortest passes a busy machine may send nothing, and then there was nothing to miss.
      for (let tries = 1; tries < mostTries && (found.sent === 0 || found.replays.length === 0); tries += 1)
        found = await disturbed(name)
      const { sent, missed, twice, replays, connects } = found
      const [replayMs, connectMs] = [percentile(replays, 0.99), percentile(connects, 0.99)]
      return { delivered: 1 - missed / (sent * viewers), twice, replayMs, connectMs }
    },
    async end() {
      await server.ask('close')
      server.end()
      crowd.end()
    },
  }
}

/** R1: everything arrives, once, and soon. */
export async function benchReconnect(size: Partial<ReconnectSize> = {}): Promise<Row[]> {
  const full = { ...whole, ...size }
  const { viewers, passes, loadMs } = full
  const setup = await openServers(full)
  const found: Record<WayName, Pass[]> = { gateway: [], stock: [], recovery: [], streams: [] }
  for (let pass = 0; pass < passes; pass += 1) for (const name of wayNames) found[name].push(await setup.pass(name))
  await setup.end()
  const least = (name: WayName) => Math.min(...found[name].map(({ delivered }) => delivered))
  const twice = (name: WayName) => found[name].reduce((sum, pass) => sum + pass.twice, 0)
  const replays = (name: WayName) => found[name].map((pass) => pass.replayMs)
  const connects = found.stock.map((pass) => pass.connectMs)
  const replayMs = (name: WayName) => median(replays(name))
  const share = (name: WayName) => `${(least(name) * 100).toFixed(2)}% (${twice(name)} twice)`
  const measure = 'R1 from coming back to holding all that was missed, p99'
  const row = (against: string, other: WayName): Row => ({
    measure,
    against,
    ...atMost(0.5, ratioOf(replays('gateway'), replays(other))),
    note: `ms: ${replayMs('gateway').toFixed(1)} here, ${replayMs(other).toFixed(1)} there`,
  })
  return [
    {
      measure: `R1 delivered, each of ${viewers} sockets cut every ${loadMs / 1_000} s`,
      against: 'all of it, none twice',
      ...judgedBy('100%', least('gateway'), least('gateway') === 1 && twice('gateway') === 0),
      note: `${share('gateway')} here, ${share('stock')} Socket.IO, ${share('recovery')} with its recovery, ${share('streams')} with Redis streams`,
    },
    row('Socket.IO with its recovery', 'recovery'),
    row('the same over its Redis streams adapter', 'streams'),
    {
      measure: 'R1 of that, only connecting: Socket.IO that delivers nothing afterwards, p99',
      against: 'Socket.IO with its recovery, until all is held',
      ...shown(ratioOf(connects, replays('recovery'))),
      note: `ms: ${median(connects).toFixed(1)} against ${replayMs('recovery').toFixed(1)}`,
    },
  ]
}

if (import.meta.main) printTable(await benchReconnect())
