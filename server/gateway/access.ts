import type { DocumentId } from '../../shared/engine/document.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Hub } from '../engine/hub.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import type { Connection } from './connection.ts'
import { changePart, encodeBatch, encodeEvent } from './encoding.ts'
import type { Outbox } from './outbox.ts'
import type { Streams } from './streams.ts'
import type { Subscriptions } from './subscriptions.ts'

export interface AccessDeps {
  readonly hub: Pick<Hub, 'mayRead' | 'documentsDecidedBy'>
  readonly streams: Streams
  readonly subscriptions: Subscriptions
  readonly outbox: Outbox
  principalOf(credentials: Credentials): Principal
  hello(principal: Principal): Hello
  onFault(what: string, error: unknown): void
}

export interface Access {
  /** By the principal as of the last authorization. */
  mayWatch(connection: Connection, id: DocumentId): boolean
  sendHello(connection: Connection): void
  /** Sends it in one write with what is due next, before all slices: Socket.IO's own answer, which is held back, leaves with it. */
  enqueueHello(connection: Connection): void
  /** Determines the principal again. If it has changed, sends hello and drops what may no longer be read. */
  reauthorize(connection: Connection): void
  /** Ends subscriptions and tells the client to discard its copies, at once, before queued writes to others. */
  drop(connection: Connection, ...ids: DocumentId[]): void
  /** Drops every subscription that these changes make unreadable. */
  dropUnreadable(changed: ReadonlySet<DocumentId>): void
}

/** The principal of a connection, and the ids that it may watch. */
export function createAccess(deps: AccessDeps): Access {
  const { hub, streams, subscriptions, outbox, principalOf, hello, onFault } = deps

  /** A check that throws counts as a refusal. */
  const mayWatch = (connection: Connection, id: DocumentId) => {
    try {
      const stream = streams.get(id)
      return stream ? stream.mayWatch(connection.principal) : hub.mayRead(connection.principal, id)
    } catch (error) {
      onFault(`check the readers of ${id}`, error)
      return false
    }
  }
  const drop = (connection: Connection, ...ids: DocumentId[]) => {
    for (const id of ids) subscriptions.leave(connection, id)
    outbox.sendNow(connection, encodeBatch(ids.map((id) => changePart({ type: 'dropped', id }))))
  }
  const helloTo = ({ principal }: Connection) => encodeEvent(['hello', hello(principal)])
  const sendHello = (connection: Connection) => outbox.sendNow(connection, helloTo(connection))

  /** A stream that cannot say what decides it is decided by every document. */
  const isDecidedBy = (id: DocumentId, changed: ReadonlySet<DocumentId>) => {
    try {
      const deciders = streams.get(id)?.decidedBy() ?? []
      return deciders.some((decider) => changed.has(decider))
    } catch (error) {
      onFault(`find what decides ${id}`, error)
      return true
    }
  }
  /** The ids whose readers must be checked again when these documents change: they themselves, and what they decide. */
  const affectedBy = (changed: ReadonlySet<DocumentId>): ReadonlySet<DocumentId> => {
    const documents = [...changed].flatMap((id) => [id, ...hub.documentsDecidedBy(id)])
    const watchedStreams = changed.size === 0 ? [] : [...streams.kinds()].flatMap(subscriptions.idsOf)
    return new Set([...documents, ...watchedStreams.filter((id) => isDecidedBy(id, changed))])
  }

  return {
    mayWatch,
    sendHello,
    enqueueHello: (connection) => outbox.enqueueAnswer(connection, helloTo(connection)),
    reauthorize(connection) {
      const before = connection.principal
      connection.principal = principalOf(connection.credentials)
      if (isSame(before, connection.principal)) return
      for (const id of [...connection.subscriptions.keys()]) if (!mayWatch(connection, id)) drop(connection, id)
      subscriptions.principalChanged(connection)
      sendHello(connection)
    },
    drop,
    dropUnreadable(changed) {
      for (const id of affectedBy(changed)) {
        for (const { connection } of [...subscriptions.of(id)]) if (!mayWatch(connection, id)) drop(connection, id)
      }
    },
  }
}

const isSame = (one: Principal, other: Principal) =>
  one === other ||
  (one.id === other.id &&
    one.name === other.name &&
    one.role === other.role &&
    one.playsAs === other.playsAs &&
    one.session?.id === other.session?.id &&
    one.session?.elevatedUntil === other.session?.elevatedUntil &&
    one.session?.viewing === other.session?.viewing &&
    one.may.length === other.may.length &&
    one.may.every((permission, at) => permission === other.may[at]))
