import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { defaultLimits } from './limits.ts'
import { type HubSocket, lineOf, writeParcels } from './line.ts'
import { noMetrics } from './metrics.ts'
import { type Parcel, parcelOf, wordParcel } from './parcel.ts'
import { changePiece, framePiece } from './piece.ts'
import { createSocketServer } from './socketServer.ts'
import { createRawClient } from './testing/rawClient.ts'

let close = () => {}
afterEach(() => close())

/** One client, and the hub's side of its connection. */
async function connected() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = new Promise<HubSocket>((resolve) => {
    createSocketServer({
      server,
      limits: defaultLimits,
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

const write = (socket: HubSocket, parcels: readonly Parcel[]) =>
  writeParcels(lineOf(socket), parcels, Buffer.concat(parcels.map((parcel) => parcel.bytes())))

const parcel = (count: number) =>
  parcelOf([
    changePiece({ type: 'dropped', id: `sky/${count}` }),
    framePiece('positions/main', Uint8Array.of(count, 0, 255)),
  ])
const notice = wordParcel(['notice', { code: 'reload', message: 'äöü' }])
const heardOf = (count: number) => [
  { event: 'down', told: [{ changes: [{ type: 'dropped', id: `sky/${count}` }] }] },
  { event: 'positions', told: ['positions/main', Uint8Array.of(count, 0, 255)] },
]

test('[LN1] with the libraries that are installed, parcels go straight to the TCP socket', async () => {
  const { client, socket } = await connected()
  expect(lineOf(socket).tcp).not.toBeNull()
  expect(write(socket, [parcel(1), notice])).toBe('direct')
  await client.untilCount('notice', 1)
  expect(client.heard.slice(1)).toEqual([
    ...heardOf(1),
    { event: 'notice', told: [{ code: 'reload', message: 'äöü' }] },
  ])
})

test('[LN2] behind something that Engine.IO holds back they keep their place', async () => {
  const { client, socket } = await connected()
  socket.emit('notice', { code: 'tooFast', message: 'first' })
  socket.emit('notice', { code: 'tooFast', message: 'second' })
  expect(write(socket, [parcel(1)])).toBe('queued')
  socket.emit('notice', { code: 'tooFast', message: 'last' })
  await client.untilCount('notice', 3)
  expect(client.heard.slice(1).map(({ event }) => event)).toEqual(['notice', 'notice', 'down', 'positions', 'notice'])
})

test('[LN3] where the fields are not what they were, the same goes as ordinary events', async () => {
  const { client, socket } = await connected()
  const blind = Object.create(socket, {
    conn: { value: Object.create(socket.conn, { transport: { value: { name: 'websocket', socket: {} } } }) },
  }) as HubSocket
  expect(lineOf(blind).tcp).toBeNull()
  expect(write(blind, [parcel(1), parcel(2)])).toBe('emitted')
  await client.untilCount('positions', 2)
  expect(client.heard.slice(1)).toEqual([...heardOf(1), ...heardOf(2)])
})

test('[LN4] a line that compresses is never written to directly', async () => {
  const { socket } = await connected()
  const { transport } = socket.conn as unknown as { transport: { perMessageDeflate: unknown } }
  transport.perMessageDeflate = {}
  expect(lineOf(socket).tcp).toBeNull()
})
