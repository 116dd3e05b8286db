import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createBudgets } from '../engine/budgets.ts'
import { systemClock } from '../engine/clock.ts'
import { type HubSocket, transportOf, writeBatches } from './connection.ts'
import { changePart, type EncodedBatch, encodeBatch, encodeEvent, framePart } from './encoding.ts'
import { defaultLimits } from './limits.ts'
import { noMetrics } from './metrics.ts'
import { createSocketServer } from './socketServer.ts'
import { createRawClient } from './testing/rawClient.ts'

let close = () => {}
afterEach(() => close())

/** One client, and the server's socket of its connection. */
async function connected() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = new Promise<HubSocket>((resolve) => {
    createSocketServer({
      server,
      limits: defaultLimits,
      budgets: createBudgets(defaultLimits, systemClock),
      clock: systemClock,
      accountOf: () => null,
      isAdmitted: () => true,
      metrics: noMetrics,
      connected: resolve,
    })
  })
  const client = createRawClient({ port: (server.address() as AddressInfo).port })
  close = () => {
    client.close()
    server.close()
  }
  const hubSide = await socket
  await client.untilCount('connect', 1)
  return { client, socket: hubSide }
}

const write = (socket: HubSocket, batches: readonly EncodedBatch[]) =>
  writeBatches(transportOf(socket), batches, Buffer.concat(batches.map((batch) => batch.bytes())))

const batch = (count: number) =>
  encodeBatch([
    changePart({ type: 'dropped', id: `sky/${count}` }),
    framePart('positions/main', Uint8Array.of(count, 0, 255)),
  ])
const notice = encodeEvent(['notice', { code: 'reload', message: 'äöü' }])
const eventsOf = (count: number) => [
  { event: 'down', values: [{ changes: [{ type: 'dropped', id: `sky/${count}` }] }] },
  { event: 'positions', values: ['positions/main', Uint8Array.of(count, 0, 255)] },
]

test('[LN1] with the installed libraries, batches are written straight to the TCP socket', async () => {
  const { client, socket } = await connected()
  expect(transportOf(socket).tcp).not.toBeNull()
  expect(write(socket, [batch(1), notice])).toBe('direct')
  await client.untilCount('notice', 1)
  expect(client.received.slice(1)).toEqual([
    ...eventsOf(1),
    { event: 'notice', values: [{ code: 'reload', message: 'äöü' }] },
  ])
})

test('[LN2] batches keep their place behind packets that Engine.IO holds back', async () => {
  const { client, socket } = await connected()
  socket.emit('notice', { code: 'tooFast', message: 'first' })
  socket.emit('notice', { code: 'tooFast', message: 'second' })
  expect(write(socket, [batch(1)])).toBe('queued')
  socket.emit('notice', { code: 'tooFast', message: 'last' })
  await client.untilCount('notice', 3)
  expect(client.received.slice(1).map(({ event }) => event)).toEqual([
    'notice',
    'notice',
    'down',
    'positions',
    'notice',
  ])
})

test('[LN3] if the internal fields differ, the same content is sent as ordinary events', async () => {
  const { client, socket } = await connected()
  const blind = Object.create(socket, {
    conn: { value: Object.create(socket.conn, { transport: { value: { name: 'websocket', socket: {} } } }) },
  }) as HubSocket
  expect(transportOf(blind).tcp).toBeNull()
  expect(write(blind, [batch(1), batch(2)])).toBe('emitted')
  await client.untilCount('positions', 2)
  expect(client.received.slice(1)).toEqual([...eventsOf(1), ...eventsOf(2)])
})

test('[LN4] a connection with compression is never written to directly', async () => {
  const { socket } = await connected()
  const { transport } = socket.conn as unknown as { transport: { perMessageDeflate: unknown } }
  transport.perMessageDeflate = {}
  expect(transportOf(socket).tcp).toBeNull()
})
