import { EventEmitter } from 'node:events'
import type { Bus } from '../../engine/bus.ts'
import type { Connection } from './connection.ts'
import type { Place } from './place.ts'
import { createTurns } from './turns.ts'
import type { Wire } from './wire.ts'

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
  const listeners = new Map<string, Set<Listener>>()
  const gaps = new EventEmitter().setMaxListeners(0)
  const sender = Buffer.from(`${node}\n`)

  const receive = (topic: string) => (message: Buffer) => {
    const end = message.indexOf(LINE_END)
    const from = message.toString('utf8', 0, Math.max(end, 0))
    if (from === node) return
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(message.subarray(end + 1), from)
  }
  // One after the other: the client forgets a subscription that is asked for while its end is still on the way.
  const turns = createTurns()
  const onWire = (work: (wire: Wire) => Promise<void>) =>
    turns(async () => {
      const wire = ears.wire()
      if (wire) await work(wire)
    }).catch(() => {})
  const subscribe = (topic: string) =>
    onWire(async (wire) => {
      if (listeners.has(topic)) await wire.subscribe(keys.channel(topic), receive(topic))
    })
  const unsubscribe = (topic: string) =>
    onWire(async (wire) => {
      if (!listeners.has(topic)) await wire.unsubscribe(keys.channel(topic))
    })

  // Whoever asks for what was missed must hear again by then.
  ears.on('up', async () => {
    await Promise.all([...listeners.keys()].map(subscribe))
    gaps.emit('gap')
  })
  return {
    node,
    send(topic, message) {
      line.call(['PUBLISH', keys.channel(topic), Buffer.concat([sender, message])]).catch(() => {})
    },
    listen(topic, listener) {
      const listening = listeners.get(topic)
      // A listener of its own for each call: the same function may be given twice.
      const own: Listener = (message, from) => listener(message, from)
      if (listening) listening.add(own)
      else {
        listeners.set(topic, new Set([own]))
        void subscribe(topic)
      }
      return () => {
        const left = listeners.get(topic)
        left?.delete(own)
        if (left?.size !== 0) return
        listeners.delete(topic)
        void unsubscribe(topic)
      }
    },
    onGap(listener) {
      gaps.on('gap', listener)
      return () => void gaps.off('gap', listener)
    },
  }
}
