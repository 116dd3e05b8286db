import type { Server as HttpServer } from 'node:http'
import { type Budgets, isNetwork } from '../engine/budgets.ts'
import type { Clock } from '../engine/clock.ts'
import { type Credentials, type Principal, tokenEndedMessage } from '../engine/principal.ts'
import type { Access } from './access.ts'
import type { AddressOf } from './clientAddress.ts'
import {
  type Connection,
  createConnection,
  disconnect,
  type HubSocket,
  terminate,
  transportOf,
  whenClosed,
} from './connection.ts'
import { encodeEvent } from './encoding.ts'
import type { Flush } from './flush.ts'
import type { RefuseHandshake } from './handshakes.ts'
import type { Incoming } from './incoming.ts'
import type { Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { Outbox } from './outbox.ts'
import { createSocketServer, crowdedMessage, type Handshake, tooManyConnections } from './socketServer.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Tap } from './tap.ts'

/** How connections are admitted, and by whom. */
export interface ConnectionOptions {
  readonly server: HttpServer
  /** The current principal of these credentials: called for every message, since a session can end at any time. */
  principalOf(credentials: Credentials): Principal
  /** Resolves when the principal of these credentials can be determined; called before a connection is admitted. */
  readonly settle?: (credentials: Credentials) => Promise<void>
  /** Whether it could not be determined: the client is asked to try again. */
  readonly isUndecided?: (credentials: Credentials) => boolean
  /** Calls `act` when this node has applied that journal entry, or after a time limit; the default is at once. */
  readonly reached?: (seq: number, act: () => void) => void
  /** Browsers send an origin with every WebSocket; other programs may send none. */
  allowedOrigins(origin: string | undefined, host: string | undefined): boolean
  /** The client address of a request; the default is the peer's address. */
  readonly addressOf?: AddressOf
  /** Answers refused handshakes; the default closes their connections without an answer. */
  readonly refuse?: RefuseHandshake
}

export interface ConnectionsDeps extends ConnectionOptions {
  readonly limits: Limits
  readonly budgets: Budgets
  readonly clock: Clock
  readonly metrics: GatewayMetrics
  readonly subscriptions: Subscriptions
  readonly access: Pick<Access, 'sendHello' | 'enqueueHello'>
  readonly outbox: Pick<Outbox, 'sendNow'>
  readonly incoming: Incoming
  readonly flush: Pick<Flush, 'soon'>
  readonly tap: Pick<Tap, 'opened' | 'closed'>
  onFault(what: string, error: unknown): void
}

export interface Connections {
  readonly open: ReadonlySet<Connection>
  /** Closes all connections over `ms`, and admits none after the first third of it. Resolves when all are closed. */
  drain(ms: number): Promise<void>
  /** Closes all connections at once and admits none. Resolves when all have ended. */
  close(): Promise<void>
}

/** The first share of a drain, in which load balancers notice that this node is not ready any more. */
const announcedShare = 1 / 3
const drainStepMs = 50

const closingNotice = encodeEvent(['notice', { code: 'closing', message: 'The hub is closing and will be back soon.' }])
const tokenEndedNotice = encodeEvent(['notice', { code: 'closing', message: tokenEndedMessage }])

/** Admits sockets, and cleans up after them. */
export function createConnections(deps: ConnectionsDeps): Connections {
  const { limits, budgets, clock, metrics, subscriptions, access, outbox, incoming, flush, tap, onFault } = deps
  const { server, principalOf, settle, isUndecided, reached = immediately, allowedOrigins, addressOf, refuse } = deps
  const open = new Set<Connection>()
  let isClosing = false

  const enter = (socket: HubSocket, { credentials, client, seen, watch }: Handshake) => {
    const connection = createConnection({
      credentials,
      client,
      transport: transportOf(socket),
      principal: principalOf(credentials),
      connectedAt: clock.monotonic(),
    })
    open.add(connection)
    tap.opened(connection)
    releaseUnused(socket)
    metrics.sockets(open.size)
    socket.on('disconnect', (reason) => {
      leave(connection, reason)
      // A client that has left the namespace has no further use for the connection, which would stay open otherwise.
      socket.conn.close()
    })
    reached(seen, () => disconnectOnFault(socket, () => open.has(connection) && begin(socket, connection, watch)))
  }
  /** A watch that was sent with the connection is answered in one write with the hello. */
  const begin = (socket: HubSocket, connection: Connection, watch: unknown) => {
    connection.principal = principalOf(connection.credentials)
    incoming.listen(socket, connection)
    if (watch === undefined) access.sendHello(connection)
    else {
      access.enqueueHello(connection)
      incoming.watchAtOnce(connection, watch)
      flush.soon()
    }
    if (connection.credentials.token !== undefined) closeIfTokenEnded(connection)
  }
  /** A program that believes it is signed in would wait for updates that never arrive. */
  const closeIfTokenEnded = (connection: Connection) => {
    if (connection.principal.id !== null) return
    outbox.sendNow(connection, tokenEndedNotice)
    disconnect(connection.transport)
  }
  const leave = (connection: Connection, reason: string) => {
    open.delete(connection)
    subscriptions.leaveAll(connection)
    tap.closed(connection)
    metrics.sockets(open.size)
    metrics.ended(reason)
  }
  /** A connection whose session cannot be determined does not stay. */
  const disconnectOnFault = (socket: HubSocket, act: () => void) => {
    try {
      act()
    } catch (error) {
      onFault('admit a socket', error)
      socket.disconnect(true)
    }
  }

  const io = createSocketServer({
    server,
    limits,
    budgets,
    clock,
    addressOf,
    settle,
    isUndecided,
    refuse,
    metrics,
    // A page of this hub, or a program with a token.
    accountOf: (credentials) => principalOf(credentials).id,
    isAdmitted: (origin, host, isProgram) =>
      !isClosing && (allowedOrigins(origin, host) || (isProgram && origin === undefined)),
    connected: (socket, handshake) => disconnectOnFault(socket, () => enter(socket, handshake)),
  })

  budgets.onCrowded((key, most) => {
    const message = isNetwork(key) ? tooManyConnections : crowdedMessage(limits.socketsPerAccount)
    const crowdedNotice = encodeEvent(['notice', { code: 'closing', message }])
    const own = [...open].filter(({ principal, network }) => budgets.isOf(key, { account: principal.id, network }))
    for (const connection of own.slice(most)) {
      outbox.sendNow(connection, crowdedNotice)
      disconnect(connection.transport)
    }
  })

  return {
    open,
    async drain(ms) {
      const pause = (waitMs: number) => new Promise<void>((resolve) => void clock.after(waitMs, resolve))
      await pause(ms * announcedShare)
      isClosing = true
      // A few at a time, so that the other nodes do not get all of them at once.
      const leaving = [...open]
      const steps = Math.max(1, Math.floor((ms * (1 - announcedShare)) / drainStepMs))
      const perStep = Math.ceil(leaving.length / steps)
      while (leaving.length > 0) {
        for (const connection of leaving.splice(0, perStep)) {
          if (!open.has(connection)) continue
          outbox.sendNow(connection, closingNotice)
          disconnect(connection.transport)
        }
        if (leaving.length > 0) await pause(drainStepMs)
      }
    },
    async close() {
      for (const connection of open) outbox.sendNow(connection, closingNotice)
      isClosing = true
      await closeAll([...open], limits.closeWithinMs, clock)
      io.engine.close()
    },
  }
}

const immediately = (_seq: number, act: () => void) => act()

const emptyHandshake = {} as HubSocket['handshake']
const noAnswers = new Map<number, never>()

/**
 * Releases what Socket.IO keeps for every connection and the gateway does not use: a copy of the handshake, the answers that it waits
 * for, and a room for each single socket. About a tenth of a connection's memory.
 */
export function releaseUnused(socket: HubSocket) {
  // Typed as read-only, and only read by application code. The hub asks clients nothing: no answer is ever expected.
  Object.assign(socket, { handshake: emptyHandshake, acks: noAnswers })
  socket.nsp.adapter.delAll(socket.id)
}

/** Resolves when every connection has ended: by itself, or terminated after the time limit. */
async function closeAll(connections: readonly Connection[], withinMs: number, clock: Clock) {
  const cancel = clock.after(withinMs, () => {
    for (const { transport } of connections) terminate(transport)
  })
  const ends = connections.map(({ transport }) => whenClosed(transport))
  for (const { transport } of connections) disconnect(transport)
  await Promise.all(ends)
  cancel()
}
