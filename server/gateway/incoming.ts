import type { DocumentId } from '../../shared/engine/document.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import { type Answer, CommandCall, QueryCall } from '../../shared/protocol/calls.ts'
import { Unwatch, Watch, type Watching } from '../../shared/protocol/watch.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { AbuseLimits, RequestKind } from './abuse.ts'
import type { Access } from './access.ts'
import { type Connection, disconnect, type HubSocket } from './connection.ts'
import { takeEvents } from './directEvents.ts'
import { encodeAnswer } from './encoding.ts'
import type { Flush } from './flush.ts'
import type { Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'
import { tooLargeEvent } from './socketServer.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Tap } from './tap.ts'

export interface IncomingDeps {
  readonly hub: Pick<Hub, 'dispatch' | 'epoch' | 'copy'>
  readonly query: Hub['query']
  readonly limits: Pick<Limits, 'watched' | 'messageBytes'>
  readonly abuse: AbuseLimits
  readonly access: Pick<Access, 'mayWatch' | 'reauthorize' | 'drop'>
  readonly subscriptions: Subscriptions
  readonly flush: Pick<Flush, 'joining' | 'answer'>
  readonly tap: Pick<Tap, 'up'>
  readonly metrics: Pick<GatewayMetrics, 'received'>
  readonly clock: Pick<Clock, 'monotonic'>
  onFault(what: string, error: unknown): void
}

export interface Incoming {
  listen(socket: HubSocket, connection: Connection): void
  /** A watch message that was sent with the connection. It is not answered: refused ids are dropped. */
  watchAtOnce(connection: Connection, watch: unknown): void
  receive(connection: Connection, event: unknown, values: readonly unknown[]): void
}

type Acknowledge = (answer: unknown) => void

interface Handling {
  readonly event: 'command' | 'query' | 'watch' | 'unwatch'
  /** The rate by which it is counted. */
  readonly kind: RequestKind
  /** False when the message is malformed. */
  handle(connection: Connection, message: unknown, acknowledge: Acknowledge): boolean
  /** The answer when it is above the rate. */
  readonly tooFast?: Answer
}

/** How long after connecting a client may have seen more of the journal, on another node, than this node has. */
const behindMs = 4_000

const failed: Answer = { ok: false, code: 'failed', message: engineRefusals.failed }
const tooFast: Answer = { ok: false, code: 'tooFast', message: engineRefusals.tooFast }

/**
 * Handles every message from clients, checked in this order: form of the event, rate, session, form of the message. Nothing
 * that a client sends may throw beyond this module.
 */
export function createIncoming(deps: IncomingDeps): Incoming {
  const { hub, limits, abuse, access, subscriptions, flush, tap, metrics, clock, onFault } = deps

  const answer = (name: string, answering: Promise<Answer>, acknowledge: Acknowledge) => {
    const fail = (error: unknown) => {
      onFault(name, error)
      return failed
    }
    void answering.catch(fail).then(acknowledge)
  }
  const command: Handling['handle'] = ({ principal, client }, message, acknowledge) => {
    const { data: call } = CommandCall.safeParse(message)
    if (call) answer(call.name, hub.dispatch(principal, call, client), acknowledge)
    return call !== undefined
  }
  const query: Handling['handle'] = ({ principal, client }, message, acknowledge) => {
    const { data: call } = QueryCall.safeParse(message)
    if (call) answer(call.name, deps.query(principal, call, client), acknowledge)
    return call !== undefined
  }

  const hasRoom = ({ subscriptions: own }: Connection, id: DocumentId) => own.has(id) || own.size < limits.watched
  const begin = (connection: Connection, { id: named, held }: Watch['documents'][number]): boolean => {
    const id = named as DocumentId
    const may = hasRoom(connection, id) && access.mayWatch(connection, id)
    if (may) flush.joining(subscriptions.join(connection, id, held))
    else subscriptions.leave(connection, id)
    return may
  }
  /** The client comes from a node that was ahead of this one: what grants it access may not have arrived here yet. */
  const isBehind = ({ connectedAt }: Connection, { id, held }: Watch['documents'][number]) =>
    held?.epoch === hub.epoch &&
    held.version > (hub.copy(id as DocumentId)?.version ?? 0) &&
    clock.monotonic() - connectedAt < behindMs
  /** A refusal that rests on less than the client has seen is not sent: without an answer the client asks again. */
  const watch: Handling['handle'] = (connection, message, acknowledge) => {
    const { data: call } = Watch.safeParse(message)
    if (!call) return false
    const refused = call.documents.filter((document) => !begin(connection, document))
    if (!refused.some((document) => isBehind(connection, document)))
      acknowledge({ refused: refused.map(({ id }) => id) } satisfies Watching)
    return true
  }
  const unwatch: Handling['handle'] = (connection, message) => {
    const { data: call } = Unwatch.safeParse(message)
    for (const id of call?.documents ?? []) subscriptions.leave(connection, id as DocumentId)
    return call !== undefined
  }

  const handlings = new Map<unknown, Handling>([
    ['command', { event: 'command', kind: 'command', handle: command, tooFast }],
    ['query', { event: 'query', kind: 'query', handle: query, tooFast }],
    ['watch', { event: 'watch', kind: 'watch', handle: watch }],
    ['unwatch', { event: 'unwatch', kind: 'watch', handle: unwatch }],
  ])
  const names = new Set(handlings.keys())
  const malformed = (connection: Connection, event: Handling['event'] | 'none', code: 'malformed' | 'tooLarge') => {
    metrics.received(event, 'malformed')
    abuse.malformed(connection, code)
  }
  const handle = (connection: Connection, event: unknown, values: readonly unknown[]) => {
    const handling = handlings.get(event)
    const call = callOf(values, event !== 'unwatch')
    if (!handling || !call)
      return malformed(connection, handling?.event ?? 'none', event === tooLargeEvent ? 'tooLarge' : 'malformed')
    const acknowledge = tap.up(connection, event, call.message, call.acknowledge)
    // A watch above the rate is not answered: "refused" would be wrong, and the client asks again.
    if (!abuse.admits(connection, handling.kind)) {
      metrics.received(handling.event, 'tooFast')
      return handling.tooFast && acknowledge(handling.tooFast)
    }
    access.reauthorize(connection)
    if (handling.handle(connection, call.message, acknowledge)) metrics.received(handling.event, 'fine')
    else malformed(connection, handling.event, 'malformed')
  }

  const receive = (connection: Connection, event: unknown, values: readonly unknown[]) => {
    try {
      handle(connection, event, values)
    } catch (error) {
      onFault(`message ${String(event).slice(0, 40)}`, error)
      disconnect(connection.transport)
    }
  }
  return {
    receive,
    listen(socket, connection) {
      // Both: what is not certainly one of the events arrives the libraries' way.
      socket.onAny((event: unknown, ...values: unknown[]) => receive(connection, event, values))
      if (!connection.transport.tcp) return
      const answerTo = (call: number) => (answer: unknown) => flush.answer(connection, encodeAnswer(call, answer))
      takeEvents(socket, names, limits.messageBytes, (event, values, call) =>
        receive(connection, event, call === null ? values : [...values, answerTo(call)]),
      )
    },
    watchAtOnce(connection, message) {
      const dropRefused = ({ refused }: Watching) =>
        refused.length > 0 && access.drop(connection, ...(refused as DocumentId[]))
      receive(connection, 'watch', [message, dropRefused])
    },
  }
}

const ignore = () => {}

/** The message, and the acknowledge function if the event needs one; null for any other arguments. */
function callOf(values: readonly unknown[], isAnswered: boolean) {
  const [message, acknowledge = ignore] = values
  const isCall = typeof acknowledge === 'function' && (acknowledge !== ignore || !isAnswered)
  if (!isCall || values.length > 2 || !isWellFormed(message)) return null
  return { message, acknowledge: acknowledge as Acknowledge }
}

const maxDepth = 32

/**
 * Whether a parsed JSON value is safe for recursive code: not nested deeper than any message of the protocol, and without
 * the key `__proto__`, which would make a careless merge change every object.
 */
export function isWellFormed(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth || Object.hasOwn(value, '__proto__')) return false
  if (Array.isArray(value)) return value.every((part) => isWellFormed(part, depth + 1))
  for (const key of Object.keys(value))
    if (!isWellFormed((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}
