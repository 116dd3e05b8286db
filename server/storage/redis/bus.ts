import { EventEmitter } from 'node:events'
import type { Bus } from '../../engine/storage.ts'
import { createSerialQueue } from '../serialQueue.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection.ts'
import type { Place } from './keys.ts'

type Listener = Parameters<Bus['listen']>[1]

/** Each message begins with its sender and a line feed. */
const LINE_FEED = 10

interface BusDeps {
  readonly place: Place
  /** For commands: what one node sends keeps its order. */
  readonly connection: Connection
  /** Only for subscriptions; open. */
  readonly subscriber: Connection
}

/** Messages between nodes by Redis's publish and subscribe: at most once, in order, not stored. */
export function createBus({ place: { keys, node }, connection, subscriber }: BusDeps): Bus {
  const messages = new EventEmitter().setMaxListeners(0)
  const gaps = new EventEmitter().setMaxListeners(0)
  const sender = Buffer.from(`${node}\n`)
  const subscriptions = createSubscriptions(subscriber, (channel, message) => {
    const end = message.indexOf(LINE_FEED)
    const from = message.toString('utf8', 0, Math.max(end, 0))
    if (from !== node) messages.emit(channel, message.subarray(end + 1), from)
  })
  // A listener that requests missed messages must receive new ones again by then.
  subscriber.on('up', () => void subscriptions.renew().then(() => gaps.emit('gap')))
  return {
    node,
    send(topic, message) {
      connection.call(['PUBLISH', keys.channel(topic), Buffer.concat([sender, message])]).catch(() => {})
    },
    listen(topic, listener) {
      const channel = keys.channel(topic)
      // A new function for each call: the same listener may be given twice.
      const own: Listener = (message, from) => listener(message, from)
      messages.on(channel, own)
      subscriptions.add(channel)
      return () => {
        messages.off(channel, own)
        if (messages.listenerCount(channel) === 0) subscriptions.remove(channel)
      }
    },
    onGap(listener) {
      gaps.on('gap', listener)
      return () => void gaps.off('gap', listener)
    },
  }
}

/** Channels that are subscribed on one connection, again after each reconnect. */
function createSubscriptions(subscriber: Connection, onMessage: (channel: string, message: Buffer) => void) {
  const wanted = new Set<string>()
  /** One function for each channel: the library calls each function that subscribed, and a channel may be asked for twice. */
  const listeners = new Map<string, (message: Buffer) => void>()
  const listenerOf = (channel: string) => {
    const listener = listeners.get(channel) ?? ((message: Buffer) => onMessage(channel, message))
    listeners.set(channel, listener)
    return listener
  }
  // One after the other: the library loses a subscription that is made while its end is still on the way.
  const queue = createSerialQueue()
  const withClient = (work: (client: Client) => Promise<void>) =>
    queue(async () => {
      const client = subscriber.client()
      if (client) await work(client)
    }).catch(() => {})
  const subscribe = (channel: string) =>
    withClient(async (client) => {
      if (wanted.has(channel)) await client.subscribe(channel, listenerOf(channel))
    })
  return {
    add(channel: string) {
      if (wanted.has(channel)) return
      wanted.add(channel)
      void subscribe(channel)
    },
    remove(channel: string) {
      wanted.delete(channel)
      void withClient(async (client) => {
        if (wanted.has(channel)) return
        listeners.delete(channel)
        await client.unsubscribe(channel)
      })
    },
    /** On a new connection. Resolves when all channels are subscribed again. */
    renew: () => Promise.all([...wanted].map(subscribe)),
  }
}
