import { EventEmitter } from 'node:events'
import type { Bus } from '../../engine/storage.ts'
import { createSerialQueue } from '../serialQueue.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection.ts'
import type { Place } from './keys.ts'

type Listener = Parameters<Bus['listen']>[1]

/** Each message begins with who sent it and a line end. */
const LINE_END = 10

interface BusParts {
  readonly place: Place
  /** Commands: what one node sends keeps its order. */
  readonly line: Connection
  /** Only for what comes; up. */
  readonly ears: Connection
}

/** Messages between nodes by Redis's own publish and subscribe: at most once, in order, kept nowhere. */
export function createBus({ place: { keys, node }, line, ears }: BusParts): Bus {
  const heard = new EventEmitter().setMaxListeners(0)
  const gaps = new EventEmitter().setMaxListeners(0)
  const sender = Buffer.from(`${node}\n`)
  const subscriptions = createSubscriptions(ears, (channel, message) => {
    const end = message.indexOf(LINE_END)
    const from = message.toString('utf8', 0, Math.max(end, 0))
    if (from !== node) heard.emit(channel, message.subarray(end + 1), from)
  })
  // Whoever asks for what was missed must hear again by then.
  ears.on('up', () => void subscriptions.renew().then(() => gaps.emit('gap')))
  return {
    node,
    send(topic, message) {
      line.call(['PUBLISH', keys.channel(topic), Buffer.concat([sender, message])]).catch(() => {})
    },
    listen(topic, listener) {
      const channel = keys.channel(topic)
      // A listener of its own for each call: the same function may be given twice.
      const own: Listener = (message, from) => listener(message, from)
      heard.on(channel, own)
      subscriptions.add(channel)
      return () => {
        heard.off(channel, own)
        if (heard.listenerCount(channel) === 0) subscriptions.remove(channel)
      }
    },
    onGap(listener) {
      gaps.on('gap', listener)
      return () => void gaps.off('gap', listener)
    },
  }
}

/** Channels that are heard on one connection, also after it was lost and is back. */
function createSubscriptions(ears: Connection, onMessage: (channel: string, message: Buffer) => void) {
  const wanted = new Set<string>()
  // One after the other: the client forgets a subscription that is asked for while its end is still on the way.
  const turns = createSerialQueue()
  const onWire = (work: (wire: Client) => Promise<void>) =>
    turns(async () => {
      const wire = ears.wire()
      if (wire) await work(wire)
    }).catch(() => {})
  const subscribe = (channel: string) =>
    onWire(async (wire) => {
      if (wanted.has(channel)) await wire.subscribe(channel, (message) => onMessage(channel, message))
    })
  return {
    add(channel: string) {
      if (wanted.has(channel)) return
      wanted.add(channel)
      void subscribe(channel)
    },
    remove(channel: string) {
      wanted.delete(channel)
      void onWire(async (wire) => {
        if (!wanted.has(channel)) await wire.unsubscribe(channel)
      })
    },
    /** On a new connection. Resolves when all of them are heard again. */
    renew: () => Promise.all([...wanted].map(subscribe)),
  }
}
