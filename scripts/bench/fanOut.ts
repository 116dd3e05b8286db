import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startChild } from './childProcess.ts'
import type { PathName, ServerAnswers } from './fanOutServer.ts'
import type { ViewerAnswers } from './fanOutViewers.ts'
import { alternate, atLeast, atMost, type BenchSize, median, printTable, type Row, ratioOf, shown } from './measure.ts'

const wholePasses = 5
const ticks = 30
/** Enough for the code of sending to be compiled. */
const ticksBefore = 10
/** A receiver acknowledges 40 ms after a frame: then nothing of it is charged to the next frame. */
const acknowledgedMs = 50

/** A process that serves this path, and one with its viewers. */
async function openPath(name: PathName, viewers: number) {
  const server = startChild<ServerAnswers>(new URL('./fanOutServer.ts', import.meta.url))
  const crowd = startChild<ViewerAnswers>(new URL('./fanOutViewers.ts', import.meta.url))
  const port = await server.ask('open', name)
  const before = await server.ask('memory')
  await crowd.ask('join', name, port, viewers)
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
type OpenPath = Awaited<ReturnType<typeof openPath>>

const delivering = ['gateway', 'stock', 'plain', 'sliced', 'beneath'] as const
type Delivering = (typeof delivering)[number]

/**
 * Server CPU time for one map frame to one viewer, µs, by path. Each path has a process of its own, so that its code is not compiled for
 * the connections of the others, and their frames alternate, so that other load on the machine affects all of them.
 */
async function costsOfDelivery(viewers: number, pass: number) {
  const paths = new Map<Delivering, OpenPath>()
  const costs: Record<Delivering, number> = { gateway: 0, stock: 0, plain: 0, sliced: 0, beneath: 0 }
  // In another order in each pass.
  const names = delivering.map((_, at) => delivering[(at + pass) % delivering.length] as Delivering)
  for (const name of names) {
    const path = await openPath(name, viewers)
    paths.set(name, path)
    await path.broadcasts(ticksBefore, () => path.server.ask('broadcast', name))
    await path.server.ask('collect')
  }
  for (let tick = 0; tick < ticks; tick += 1) {
    for (const [name, path] of paths) costs[name] += (await cpuOfFrame(path, name)) / (ticks * viewers)
  }
  for (const { end } of paths.values()) end()
  return costs
}

/** Of the whole server process, µs. */
async function cpuOfFrame({ server, broadcasts }: OpenPath, name: Delivering) {
  await setTimeout(acknowledgedMs)
  const before = await server.ask('cpu')
  await broadcasts(1, () => server.ask('broadcast', name))
  return (await server.ask('cpu')) - before
}

async function writesPerTick({ server, viewers, broadcasts }: OpenPath) {
  const before = await server.ask('writes')
  await broadcasts(ticks, () => server.ask('tickWithPatch'))
  return ((await server.ask('writes')) - before) / (ticks * viewers)
}

async function blockedMs({ server, broadcasts }: OpenPath, name: PathName) {
  let longest = 0
  await broadcasts(1, async () => {
    longest = await server.ask('longestBlock', name)
  })
  return longest
}

/** F1 and F2: what sending a frame costs the server, compared with the peers, and the number of writes. */
async function benchDelivery(viewers: number, passes: number): Promise<Row[]> {
  const results: Record<Delivering, number>[] = []
  for (let pass = 0; pass < passes; pass += 1) results.push(await costsOfDelivery(viewers, pass))
  const costsOf = (name: Delivering) => results.map((costs) => costs[name])
  const ratio = (one: Delivering, other: Delivering) => ratioOf(costsOf(one), costsOf(other))
  const micros = (name: Delivering) => median(costsOf(name)).toFixed(1)
  const gateway = await openPath('gateway', viewers)
  const writes = await writesPerTick(gateway)
  gateway.end()
  const measure = `F1 server CPU per map frame delivered, ${viewers} viewers`
  const note = `µs: ${micros('gateway')} here, ${micros('stock')} stock, ${micros('plain')} ws`
  return [
    {
      measure,
      against: 'stock Socket.IO binary emit, times less',
      ...atLeast(2.9, ratio('stock', 'gateway')),
      note,
    },
    { measure, against: 'plain ws, prepared frame', ...atMost(1.2, ratio('gateway', 'plain')), note },
    {
      measure: 'F1 the same of plain ws that writes the bytes of Socket.IO, in the slices of the gateway',
      against: 'plain ws, prepared frame',
      ...shown(ratio('sliced', 'plain')),
      note: `µs: ${micros('sliced')}`,
    },
    {
      measure:
        'F1 the same bytes and slices, written below stock Socket.IO to its connections: no subscriptions, queues or checks',
      against: 'plain ws, prepared frame',
      ...shown(ratio('beneath', 'plain')),
      note: `µs: ${micros('beneath')}`,
    },
    { measure: 'F2 writes per viewer and tick, patch and positions due', against: 'one', ...atMost(1, writes) },
  ]
}

/** F3 and F4: how long a broadcast blocks the event loop, and the memory of an idle viewer. */
async function benchCrowd(viewers: number, passes: number): Promise<Row[]> {
  const [stock, gateway] = [await openPath('stock', viewers), await openPath('gateway', viewers)]
  const blocked = await alternate(passes, {
    gateway: () => blockedMs(gateway, 'gateway'),
    stock: () => blockedMs(stock, 'stock'),
  })
  const [opened, connected] = [await openPath('opened', viewers), await openPath('connected', viewers)]
  for (const setup of [stock, gateway, opened, connected]) setup.end()
  const kB = ({ bytesPerViewer }: OpenPath) => (bytesPerViewer / 1024).toFixed(1)
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
    {
      measure: 'F4 the same of connections of Socket.IO that watch nothing, without what the hub releases',
      against: 'stock Socket.IO',
      ...shown(connected.bytesPerViewer / stock.bytesPerViewer),
      note: `kB of heap and buffers: ${kB(connected)}`,
    },
  ]
}

export const benchFanOut = async ({ viewers, passes = wholePasses }: BenchSize = {}): Promise<Row[]> => [
  ...(await benchDelivery(viewers ?? 2_000, passes)),
  ...(await benchCrowd(viewers ?? 5_000, passes)),
]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printTable(await benchFanOut())
