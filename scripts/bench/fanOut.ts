import { pathToFileURL } from 'node:url'
import { startChild } from './childProcess.ts'
import type { PathName, ServerAnswers } from './fanOutServer.ts'
import type { ViewerAnswers } from './fanOutViewers.ts'
import { alternate, atLeast, atMost, type BenchSize, printTable, type Row, shown } from './measure.ts'

const wholePasses = 5
const ticks = 30

/** One process that serves these paths, and one with the viewers. */
async function openServers(names: readonly PathName[], viewers: number) {
  const server = startChild<ServerAnswers>(new URL('./fanOutServer.ts', import.meta.url))
  const crowd = startChild<ViewerAnswers>(new URL('./fanOutViewers.ts', import.meta.url))
  const ports = await Promise.all(names.map((name) => server.ask('open', name)))
  const before = await server.ask('memory')
  for (const [at, name] of names.entries()) await crowd.ask('join', name, ports[at] ?? 0, viewers)
  const bytesPerViewer = ((await server.ask('memory')) - before) / viewers
  /** One after the other, each received by all before the next. */
  const broadcasts = async (count: number, send: () => Promise<unknown>) => {
    await crowd.ask('reset')
    for (let sent = 1; sent <= count; sent += 1) {
      const received = crowd.ask('received', sent * viewers)
      await send()
      await received
    }
  }
  return {
    server,
    viewers,
    bytesPerViewer,
    broadcasts,
    end() {
      server.end()
      crowd.end()
    },
  }
}
type Servers = Awaited<ReturnType<typeof openServers>>

/** Server CPU time for one map frame to one viewer, µs. */
async function cpuPerDelivery({ server, viewers, broadcasts }: Servers, name: PathName) {
  await server.ask('collect')
  const before = await server.ask('cpu')
  await broadcasts(ticks, () => server.ask('broadcast', name))
  return ((await server.ask('cpu')) - before) / (ticks * viewers)
}

async function writesPerTick({ server, viewers, broadcasts }: Servers) {
  const before = await server.ask('writes')
  await broadcasts(ticks, () => server.ask('tickWithPatch'))
  return ((await server.ask('writes')) - before) / (ticks * viewers)
}

async function blockedMs({ server, broadcasts }: Servers, name: PathName) {
  let longest = 0
  await broadcasts(1, async () => {
    longest = await server.ask('longestBlock', name)
  })
  return longest
}

/** F1 and F2: what sending a frame costs the server, compared with the peers, and the number of writes. */
async function benchDelivery(viewers: number, passes: number): Promise<Row[]> {
  const setup = await openServers(['gateway', 'stock', 'plain', 'sliced', 'beneath'], viewers)
  const cost = await alternate(passes, {
    gateway: () => cpuPerDelivery(setup, 'gateway'),
    stock: () => cpuPerDelivery(setup, 'stock'),
    plain: () => cpuPerDelivery(setup, 'plain'),
    sliced: () => cpuPerDelivery(setup, 'sliced'),
    beneath: () => cpuPerDelivery(setup, 'beneath'),
  })
  const writes = await writesPerTick(setup)
  setup.end()
  const measure = `F1 server CPU per map frame delivered, ${viewers} viewers`
  const note = `µs: ${cost.gateway.toFixed(1)} here, ${cost.stock.toFixed(1)} stock, ${cost.plain.toFixed(1)} ws`
  return [
    {
      measure,
      against: 'stock Socket.IO binary emit, times less',
      ...atLeast(2.9, cost.ratioOf('stock', 'gateway')),
      note,
    },
    { measure, against: 'plain ws, prepared frame', ...atMost(1.2, cost.ratioOf('gateway', 'plain')), note },
    {
      measure: 'F1 the same of plain ws that writes the bytes of Socket.IO, in the slices of the gateway',
      against: 'plain ws, prepared frame',
      ...shown(cost.ratioOf('sliced', 'plain')),
      note: `µs: ${cost.sliced.toFixed(1)}`,
    },
    {
      measure:
        'F1 the same bytes and slices, written below stock Socket.IO to its connections: no subscriptions, queues or checks',
      against: 'plain ws, prepared frame',
      ...shown(cost.ratioOf('beneath', 'plain')),
      note: `µs: ${cost.beneath.toFixed(1)}`,
    },
    { measure: 'F2 writes per viewer and tick, patch and positions due', against: 'one', ...atMost(1, writes) },
  ]
}

/** F3 and F4: how long a broadcast blocks the event loop, and the memory of an idle viewer. */
async function benchCrowd(viewers: number, passes: number): Promise<Row[]> {
  const [stock, gateway] = [await openServers(['stock'], viewers), await openServers(['gateway'], viewers)]
  const blocked = await alternate(passes, {
    gateway: () => blockedMs(gateway, 'gateway'),
    stock: () => blockedMs(stock, 'stock'),
  })
  const opened = await openServers(['opened'], viewers)
  for (const setup of [stock, gateway, opened]) setup.end()
  const kB = ({ bytesPerViewer }: Servers) => (bytesPerViewer / 1024).toFixed(1)
  return [
    {
      measure: `F3 event loop blocked by one broadcast to ${viewers} viewers`,
      against: 'stock Socket.IO emit',
      ...atMost(0.2, blocked.ratioOf('gateway', 'stock')),
      note: `ms: ${blocked.gateway.toFixed(1)} here, ${blocked.stock.toFixed(1)} stock`,
    },
    {
      measure: `F4 memory per idle viewer at ${viewers}`,
      against: 'stock Socket.IO',
      ...atMost(0.7, gateway.bytesPerViewer / stock.bytesPerViewer),
      note: `kB of heap and buffers: ${kB(gateway)} here, ${kB(stock)} stock`,
    },
    {
      measure: 'F4 the same of connections that Engine.IO has opened, without Socket.IO',
      against: 'stock Socket.IO',
      ...shown(opened.bytesPerViewer / stock.bytesPerViewer),
      note: `kB of heap and buffers: ${kB(opened)}`,
    },
  ]
}

export const benchFanOut = async ({ viewers, passes = wholePasses }: BenchSize = {}): Promise<Row[]> => [
  ...(await benchDelivery(viewers ?? 2_000, passes)),
  ...(await benchCrowd(viewers ?? 5_000, passes)),
]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printTable(await benchFanOut())
