import type { Bus } from '../../engine/bus.ts'
import type { NodeLine } from './nodeLine.ts'

type Listener = (message: Uint8Array, from: string) => void

/** The messages between all nodes of one place: gone where a node is cut off. */
export function createMemoryBuses() {
  const nodes = new Map<string, { line: NodeLine; hear: (topic: string, message: Uint8Array, from: string) => void }>()
  const sent = { messages: 0 }

  const carry = (topic: string, message: Uint8Array, from: string) => {
    for (const [node, { line, hear }] of nodes) {
      if (node === from || line.why('bus')) continue
      // A copy: nodes share no memory.
      const copy = message.slice()
      line.come(() => {
        if (!line.why('bus')) hear(topic, copy, from)
      })
    }
  }
  return {
    sent,
    open(node: string, line: NodeLine): Bus & { close(): void } {
      const listeners = new Map<string, Set<Listener>>()
      const gaps = new Set<() => void>()
      line.onMended((which) => {
        if (which === 'bus') line.come(() => gaps.forEach((listener) => void listener()))
      })
      nodes.set(node, {
        line,
        hear: (topic, message, from) => listeners.get(topic)?.forEach((listener) => void listener(message, from)),
      })
      return {
        node,
        send(topic, message) {
          if (line.why('bus') || !nodes.has(node)) return
          sent.messages += 1
          carry(topic, message.slice(), node)
        },
        listen(topic, listener) {
          const those = listeners.get(topic) ?? new Set<Listener>()
          listeners.set(topic, those.add(listener))
          return () => void those.delete(listener)
        },
        onGap(listener) {
          gaps.add(listener)
          return () => void gaps.delete(listener)
        },
        close: () => void nodes.delete(node),
      }
    },
  }
}
export type MemoryBuses = ReturnType<typeof createMemoryBuses>
