import { afterEach, expect, test } from 'vitest'
import { freshId, person } from '../testing/principals.ts'
import { type GatewayMetrics, noMetrics } from './metrics.ts'
import type { StreamDefinition } from './streams.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'
import type { RawClient } from './testing/rawClient.ts'
import { watchSockets } from './testing/watchSockets.ts'

let open: OpenGateway
const start = async (given: Parameters<typeof openGateway>[0] = {}) => {
  open = await openGateway(given)
  return { ...open, sockets: watchSockets(open.server) }
}
afterEach(() => open.close())
const ann = person('ann')

/** A stream whose key frame counts the deltas before it, as a real one would. */
const countingStream = () => {
  let offered = 0
  const definition: StreamDefinition = {
    id: 'positions/main',
    mayWatch: () => true,
    key: () => Uint8Array.of(255, offered),
  }
  const delta = () => {
    offered += 1
    return Uint8Array.of(offered)
  }
  return { definition, delta }
}
const framesOf = (client: RawClient) => client.frames().map((frame) => [...frame])

test('[FO1] patches and positions that are due together leave in exactly one write per connection', async () => {
  const { definition, delta } = countingStream()
  const { enter, gateway, hub, ask, sockets } = await start({ streams: [definition] })
  const clients = await Promise.all(Array.from({ length: 20 }, () => enter()))
  for (const client of clients) {
    await client.watch('sky/', 'positions/main')
    await client.untilCount('positions', 1)
  }
  const before = sockets.map(({ writes }) => writes.length)
  const offer = hub.onPublish(() => gateway.streams.offer('positions/main', delta()))
  for (const clouds of [1, 2, 3]) {
    await ask(ann, 'sample.blow', { clouds })
    await Promise.all(clients.map((client) => client.untilCount('positions', clouds + 1)))
  }
  offer()
  expect(sockets.map(({ writes }, at) => writes.length - (before[at] ?? 0))).toEqual(clients.map(() => 3))
  for (const client of clients) {
    expect(client.received.slice(-6).map(({ event }) => event)).toEqual([
      'down',
      'positions',
      'down',
      'positions',
      'down',
      'positions',
    ])
    expect(framesOf(client)).toEqual([[255, 0], [1], [2], [3]])
  }
})

test('[FO2] content that is the same for many connections is encoded once: they get the same bytes', async () => {
  const { enter, ask, sockets } = await start()
  const clients = await Promise.all(Array.from({ length: 6 }, (_, at) => enter(at < 3 ? 'ann' : 'bob')))
  for (const [at, client] of clients.entries()) {
    await client.watch('sky/', at < 3 ? 'purse/ann' : 'sky/x')
    await client.untilCount('down', 1)
  }
  await ask(ann, 'sample.blow', { clouds: 1 })
  await Promise.all(clients.map((client) => client.untilCount('down', 2)))
  expect(new Set(sockets.map(({ writes }) => writes.at(-1))).size).toBe(1)
})

test('[FO3] several commands that become durable together are one write', async () => {
  const { enter, ask, memory, sockets } = await start()
  const client = await enter('ann')
  await client.watch('purse/ann', 'sky/')
  await client.untilCount('down', 1)
  const before = sockets[0]?.writes.length ?? 0
  memory.hold()
  const answers = [1, 2, 3].map((coins) => ask(ann, 'sample.give', { to: 'bob', coins }))
  memory.release()
  await Promise.all(answers)
  await client.until(() => client.changes().filter(({ type }) => type === 'patch').length === 3)
  expect((sockets[0]?.writes.length ?? 0) - before).toBeLessThanOrEqual(2)
  const versions = client.changes().flatMap((change) => (change.type === 'patch' ? [change.version] : []))
  expect(versions).toEqual([1, 2, 3])
})

test('[QE9] the answer to a command and the patches of its own client leave in one write, the answer first', async () => {
  const { enter, clock, sockets } = await start()
  const client = await enter('ann')
  await client.watch('sky/')
  await client.untilCount('down', 1)
  const before = sockets[0]?.writes.length ?? 0
  const order = { id: freshId(clock.now()), name: 'sample.blow', input: { clouds: 4 } }
  await client.command(order)
  await client.untilCount('down', 2)
  const written = (sockets[0]?.writes ?? []).slice(before).map((bytes) => Buffer.from(bytes).toString())
  expect(written).toHaveLength(1)
  expect(written[0]?.indexOf('"ok":true')).toBeLessThan(written[0]?.indexOf('"patch"') ?? -1)
})

test('[FO4] a joining connection gets a key frame first, then exactly the deltas that follow it', async () => {
  const { definition, delta } = countingStream()
  const { enter, gateway } = await start({ streams: [definition] })
  const early = await enter()
  await early.watch('positions/main')
  await early.untilCount('positions', 1)
  const late = await enter()
  const joined = late.watch('positions/main')
  for (let tick = 0; tick < 40; tick += 1) {
    gateway.streams.offer('positions/main', delta())
    await new Promise(setImmediate)
  }
  await joined
  await early.untilCount('positions', 41)
  await late.until(() => framesOf(late).at(-1)?.[0] === 40)
  const [key, ...rest] = framesOf(late)
  expect(key?.[0]).toBe(255)
  const from = key?.[1] ?? 0
  expect(rest.map(([count]) => count)).toEqual(Array.from({ length: 40 - from }, (_, at) => from + at + 1))
})

test('[FO5] a connection that watches again gets another key frame, but not more often than the limit', async () => {
  const { definition } = countingStream()
  const { enter, gateway } = await start({ streams: [definition] })
  const client = await enter()
  for (let turn = 0; turn < 20; turn += 1) await client.watch('positions/main')
  await client.untilCount('positions', 1)
  gateway.streams.offer('positions/main', Uint8Array.of(1))
  await client.watch('sky/')
  await client.untilCount('down', 1)
  expect(framesOf(client)).toEqual([[255, 0]])
})

test('[FO6] a slow connection gets patches but no positions, and a key frame when it has caught up', async () => {
  const { definition, delta } = countingStream()
  const skipped: true[] = []
  const metrics: GatewayMetrics = { ...noMetrics, skipped: () => skipped.push(true) }
  const limits = { slowBytes: 1000, stuckBytes: 1e6, keyEveryMs: 0 }
  const { enter, gateway, ask, sockets } = await start({ streams: [definition], metrics, limits })
  const [slow, quick] = [await enter(), await enter()]
  for (const client of [slow, quick]) {
    await client.watch('sky/', 'positions/main')
    await client.untilCount('positions', 1)
  }
  const tick = async (count: number) => {
    gateway.streams.offer('positions/main', delta())
    await quick.untilCount('positions', count + 1)
  }
  sockets[0]?.pretendUnsent(5000)
  await tick(1)
  await ask(ann, 'sample.blow', { clouds: 1 })
  await slow.untilCount('down', 2)
  await tick(2)
  sockets[0]?.pretendUnsent(null)
  await tick(3)
  await tick(4)
  await slow.untilCount('positions', 3)
  expect(framesOf(slow)).toEqual([[255, 0], [255, 3], [4]])
  expect(framesOf(quick)).toEqual([[255, 0], [1], [2], [3], [4]])
  expect(skipped).toHaveLength(2)
})

test('[FO7] a connection that reads nothing any more gets a notice and is closed', async () => {
  const { enter, ask, sockets, gateway } = await start()
  const [stuck, fine] = [await enter(), await enter()]
  for (const client of [stuck, fine]) {
    await client.watch('sky/')
    await client.untilCount('down', 1)
  }
  sockets[0]?.pretendUnsent(2e6)
  await ask(ann, 'sample.blow', { clouds: 1 })
  await fine.untilCount('down', 2)
  await stuck.closed
  expect(stuck.of('notice')).toMatchObject([{ values: [{ code: 'closing' }] }])
  expect(gateway.sockets()).toBe(1)
})

test('[FO8] order is kept while many flushes wait for their slices', async () => {
  const { definition, delta } = countingStream()
  const { enter, gateway, ask } = await start({ streams: [definition] })
  const clients = await Promise.all(Array.from({ length: 300 }, () => enter()))
  await Promise.all(clients.map((client) => client.watch('sky/', 'positions/main')))
  await Promise.all(clients.map((client) => client.untilCount('positions', 1)))
  for (let clouds = 1; clouds <= 30; clouds += 1) {
    void ask(ann, 'sample.blow', { clouds })
    gateway.streams.offer('positions/main', delta())
    await new Promise(setImmediate)
  }
  const counts = Array.from({ length: 30 }, (_, at) => at + 1)
  for (const client of clients) {
    await client.until(() => client.changes().length === 31 && client.frames().length === 31)
    expect(client.changes().flatMap((change) => (change.type === 'patch' ? [change.version] : []))).toEqual(counts)
    expect(framesOf(client).slice(1)).toEqual(counts.map((count) => [count]))
  }
})

test('[FO9] a stream is refused without permission, and dropped when the permission is lost', async () => {
  const { definition, delta } = countingStream()
  const staffOnly = { ...definition, mayWatch: ({ can }: typeof ann) => can('viewAllPositions') }
  const { enter, gateway, principal } = await start({ streams: [staffOnly] })
  principal('bob', 'admin')
  const [player, admin] = [await enter('ann'), await enter('bob')]
  expect(await player.watch('positions/main')).toEqual({ refused: ['positions/main'] })
  expect(await admin.watch('positions/main')).toEqual({ refused: [] })
  await admin.untilCount('positions', 1)
  principal('bob', 'player')
  gateway.reauthorize()
  gateway.streams.offer('positions/main', delta())
  await admin.untilCount('down', 1)
  expect(admin.changes()).toEqual([{ type: 'dropped', id: 'positions/main' }])
  await admin.watch('sky/')
  await admin.untilCount('down', 2)
  expect(framesOf(admin)).toEqual([[255, 0]])
  expect(gateway.watched('positions')).toBe(0)
})

test('[FO10] a removed stream is dropped for all subscribers, and offering a frame to it is an error', async () => {
  const { definition } = countingStream()
  const { enter, gateway } = await start()
  const remove = gateway.streams.define(definition)
  const client = await enter()
  await client.watch('positions/main')
  await client.untilCount('positions', 1)
  remove()
  await client.untilCount('down', 1)
  expect(client.changes()).toEqual([{ type: 'dropped', id: 'positions/main' }])
  expect(() => gateway.streams.offer('positions/main', Uint8Array.of(1))).toThrow('define')
})
