import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import type { Connection } from './connection.ts'
import type { DownEvent, EncodedBatch } from './encoding.ts'
import type { Streams } from './streams.ts'

/** Receives everything that goes over all sockets. Sockets are numbered from 1. */
export interface TapListener {
  opened(socket: number, principal: Principal): void
  /** Before any check. `call`: the number, per socket, of a message that expects an answer; null for one that expects none. */
  up(socket: number, event: unknown, message: unknown, call: number | null): void
  answered(socket: number, event: unknown, answer: unknown, call: number): void
  down(socket: number, events: readonly DownEvent[]): void
  closed(socket: number): void
}

type Acknowledge = (answer: unknown) => void

/** Where the gateway reports its traffic. Costs nothing while there is no listener. */
export interface Tap {
  opened(connection: Connection): void
  /** Returns the acknowledge function, which reports the answer as well. */
  up(connection: Connection, event: unknown, message: unknown, acknowledge: Acknowledge): Acknowledge
  down(connection: Connection, batches: readonly EncodedBatch[]): void
  closed(connection: Connection): void
  /** Reports an open connection to a listener, as if it had just connected and subscribed to everything that it watches. */
  introduce(connection: Connection, listener: TapListener, from: TapSources): void
  /** Returns the function that removes the listener. */
  listen(listener: TapListener): () => void
}

export interface TapSources {
  readonly hub: Pick<Hub, 'copy' | 'epoch'>
  readonly streams: Pick<Streams, 'get'>
  /** Epoch ms. */
  readonly now: number
  hello(principal: Principal): Hello
}

export function createTap(): Tap {
  const listeners = new Set<TapListener>()
  const sockets = new WeakMap<Connection, { readonly number: number; calls: number }>()
  let count = 0

  const socketOf = (connection: Connection) => {
    const known = sockets.get(connection) ?? { number: ++count, calls: 0 }
    sockets.set(connection, known)
    return known
  }
  const notify = (act: (listener: TapListener) => void) => {
    for (const listener of listeners) act(listener)
  }

  return {
    opened(connection) {
      if (listeners.size > 0) notify(({ opened }) => opened(socketOf(connection).number, connection.principal))
    },
    closed(connection) {
      if (listeners.size > 0) notify(({ closed }) => closed(socketOf(connection).number))
    },
    down(connection, batches) {
      if (listeners.size === 0) return
      const events = batches.flatMap((batch) => batch.events())
      notify(({ down }) => down(socketOf(connection).number, events))
    },
    up(connection, event, message, acknowledge) {
      if (listeners.size === 0) return acknowledge
      const socket = socketOf(connection)
      const call = event === 'unwatch' ? null : ++socket.calls
      notify(({ up }) => up(socket.number, event, message, call))
      if (call === null) return acknowledge
      return (answer) => {
        notify(({ answered }) => answered(socket.number, event, answer, call))
        acknowledge(answer)
      }
    },
    introduce(connection, listener, sources) {
      const socket = socketOf(connection)
      listener.opened(socket.number, connection.principal)
      listener.down(socket.number, [['hello', sources.hello(connection.principal)]])
      const ids = [...connection.subscriptions.keys()]
      if (ids.length === 0) return
      const call = ++socket.calls
      listener.up(socket.number, 'watch', { documents: ids.map((id) => ({ id })) }, call)
      listener.answered(socket.number, 'watch', { refused: [] }, call)
      listener.down(socket.number, currentState(ids, sources))
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Snapshots and key frames of these documents and streams. */
function currentState(ids: readonly DocumentId[], { hub, streams, now }: TapSources): readonly DownEvent[] {
  const changes = ids.filter((id) => !streams.get(id)).flatMap((id) => snapshotOf(hub, id) ?? [])
  const frames = ids.flatMap((id): DownEvent[] => {
    const key = streams.get(id)?.key(now)
    return key ? [['positions', id, key]] : []
  })
  return [...(changes.length > 0 ? [['down', { changes }] satisfies DownEvent] : []), ...frames]
}

function snapshotOf(hub: TapSources['hub'], id: DocumentId): Change | null {
  const copy = hub.copy(id)
  const value = copy?.value as Record<string, unknown>
  return copy ? { type: 'snapshot', id, epoch: hub.epoch, version: copy.version, value } : null
}
