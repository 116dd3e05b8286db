import { randomBytes } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import * as ws from 'ws'
import { releaseUnused } from '../../server/gateway/connections.ts'

/** One way to send a frame to all viewers of the map. */
export interface Path {
  readonly server: HttpServer
  readonly port: number
  /** Sends one map frame to all. */
  broadcast(): void
}

/** Pings would count as cost of the peers: none is sent during a bench. Some connections never send a connect packet. */
const noPings = { pingInterval: 3_600_000, pingTimeout: 3_600_000, connectTimeout: 3_600_000 }

/** The size of a frame of 300 moving players at the game's poll rate. */
export const mapFrame = () => randomBytes(200)

export async function listening(server: HttpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve))
  return (server.address() as AddressInfo).port
}

/** Plain Socket.IO, as in its manual: a room, and emit with a buffer. */
export async function openStock(opened?: (socket: Socket) => void): Promise<Path> {
  const server = createServer()
  const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false, ...noPings })
  io.on('connection', opened ?? ((socket) => void socket.join('map')))
  return { server, port: await listening(server), broadcast: () => void io.to('map').emit('p', mapFrame()) }
}

/** The least that a connection of Engine.IO keeps: its request is dropped, and the client sends no connect packet of Socket.IO. */
export async function openEngine(): Promise<Path> {
  const server = createServer()
  const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false, ...noPings })
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  return { server, port: await listening(server), broadcast: () => {} }
}

/** The least that a connection of Socket.IO keeps: what the hub releases too is dropped, and nothing is watched. */
export async function openConnected(): Promise<Path> {
  const server = createServer()
  const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false, ...noPings })
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  io.on('connection', releaseUnused)
  return { server, port: await listening(server), broadcast: () => {} }
}

/** Part of ws that is not in its types. */
const { Sender } = ws as unknown as {
  Sender: { frame(bytes: Buffer, options: object): Buffer[] }
}
interface Inside {
  readonly _sender: { sendFrame(frame: readonly Buffer[]): void }
}

/** Sends one prepared frame to these. */
type SendAll = (clients: readonly Inside[], frame: readonly Buffer[]) => void
const framed = (bytes: Buffer, opcode: number) =>
  Sender.frame(bytes, { fin: true, opcode, mask: false, rsv1: false, readOnly: true })

async function openWs(frame: () => readonly Buffer[], sendAll: SendAll): Promise<Path> {
  const server = createServer()
  const sockets = new ws.WebSocketServer({ server, perMessageDeflate: false })
  const broadcast = () => sendAll([...sockets.clients] as unknown as Inside[], [Buffer.concat(frame())])
  return { server, port: await listening(server), broadcast }
}

/** Plain ws at its best: the frame is made once and written to every connection in one piece. */
export const openPlain = () =>
  openWs(
    () => framed(mapFrame(), 2),
    (clients, frame) => {
      for (const client of clients) client._sender.sendFrame(frame)
    },
  )

const sliceSize = 100
const placeholder = Buffer.from('451-["positions","positions/main",{"_placeholder":true,"num":0}]')

/** What a frame is on Socket.IO's wire: a text and a binary message in one write. */
const socketIoFrame = () => [...framed(placeholder, 1), ...framed(mapFrame(), 2)]
const sendSlice: SendAll = (clients, frame) => {
  for (const client of clients.slice(0, sliceSize)) client._sender.sendFrame(frame)
  if (clients.length > sliceSize) setImmediate(sendSlice, clients.slice(sliceSize), frame)
}

/** Plain ws with what a frame is on Socket.IO's wire, and in slices with other work in between. */
export const openSliced = () => openWs(socketIoFrame, sendSlice)

/** The same bytes in the same slices, to the WebSockets of stock Socket.IO's connections: no subscriptions, queues or checks. */
export async function openBeneath(): Promise<Path> {
  const clients: Inside[] = []
  const { server, port } = await openStock(({ conn }) => void clients.push(webSocketOf(conn)))
  return { server, port, broadcast: () => sendSlice(clients, [Buffer.concat(socketIoFrame())]) }
}
const webSocketOf = (conn: unknown) => (conn as { readonly transport: { readonly socket: Inside } }).transport.socket
