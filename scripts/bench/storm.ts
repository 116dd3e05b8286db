// Measures the cost for a server when all clients reconnect at once, each with its session. Alone: node scripts/bench/storm.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './childProcess.ts'
import { type Alternated, alternate, atMost, printTable, type Row, shown } from './measure.ts'
import type { StormStockAnswers } from './stormStock.ts'
import type { ServerName, StormViewersAnswers } from './stormViewers.ts'
import type { WholeHubAnswers } from './wholeHub.ts'

export interface StormSize {
  readonly viewers: number
  readonly passes: number
}
const defaultSize: StormSize = { viewers: 1_000, passes: 9 }
const users = 100
const idleMs = 2_000
/** A server that has run for hours has compiled all of it; until about the fifteenth storm a process becomes faster with each. */
const warmUpsPerPass = 3
const serverNames: readonly ServerName[] = ['hub', 'stock', 'opened']
/** What costs less than the idle server does by chance is not measured. */
const leastUs = 1

/** R3: server CPU of a reconnect, including the end of the old connection. */
export async function benchStorm(size: Partial<StormSize> = {}): Promise<Row[]> {
  const { viewers, passes } = { ...defaultSize, ...size }
  const hub = startChild<WholeHubAnswers>(new URL('./wholeHub.ts', import.meta.url))
  const stock = startChild<StormStockAnswers>(new URL('./stormStock.ts', import.meta.url))
  const crowd = startChild<StormViewersAnswers>(new URL('./stormViewers.ts', import.meta.url))
  try {
    const port = await hub.ask('open', { socketsPerAddress: 0, socketsPerAccount: 0, handshakesPerSecond: 0 })
    const cookies = await hub.ask('admit', Math.min(users, viewers))
    const { hello, documents } = await crowd.ask('join', 'hub', port, cookies, viewers)
    await stock.ask('setUp', cookies, hello, documents)
    await crowd.ask('join', 'stock', await stock.ask('port'), cookies, viewers)
    await crowd.ask('join', 'opened', await stock.ask('port'), cookies, viewers)
    const cpuOver = async (name: ServerName, act: () => Promise<unknown>) => {
      const server = name === 'hub' ? hub : stock
      const [before, startedAt] = [await server.ask('cpu'), performance.now()]
      await act()
      return { cpu: (await server.ask('cpu')) - before, ms: performance.now() - startedAt }
    }
    const costOf = async (name: ServerName) => {
      // The idle cost of a server is subtracted.
      const idle = await cpuOver(name, () => sleep(idleMs))
      const storm = await cpuOver(name, () => crowd.ask('storm', name))
      return Math.max(leastUs, storm.cpu - (idle.cpu / idle.ms) * storm.ms) / viewers
    }
    const measures = { hub: () => costOf('hub'), stock: () => costOf('stock') }
    const young = await alternate(passes, measures)
    for (let done = 0; done < passes * warmUpsPerPass; done += 1)
      for (const name of serverNames) await crowd.ask('storm', name)
    const cost = await alternate(passes, { ...measures, opened: () => costOf('opened') })
    return rowsOf(viewers, young, cost)
  } finally {
    crowd.end()
    await hub.ask('close')
    for (const child of [hub, stock]) child.end()
  }
}

const rowsOf = (
  viewers: number,
  young: Alternated<'hub' | 'stock'>,
  cost: Alternated<'hub' | 'stock' | 'opened'>,
): Row[] => [
  {
    measure: `R3 server CPU of a reconnect, ${viewers} at once, session and snapshots of a page`,
    against: 'stock Socket.IO',
    ...atMost(1, cost.ratioOf('hub', 'stock')),
    note: `µs: ${cost.hub.toFixed(0)} here, ${cost.stock.toFixed(0)} stock`,
  },
  {
    measure: 'R3 the same in processes that have just begun, while V8 still compiles what is called often',
    against: 'stock Socket.IO',
    ...shown(young.ratioOf('hub', 'stock')),
    note: `µs: ${young.hub.toFixed(0)} here, ${young.stock.toFixed(0)} stock`,
  },
  {
    measure: 'R3 the same of connections that Engine.IO opens, without session, Socket.IO and snapshots',
    against: 'stock Socket.IO',
    ...shown(cost.ratioOf('opened', 'stock')),
    note: `µs: ${cost.opened.toFixed(0)}`,
  },
]

if (import.meta.main) printTable(await benchStorm())
