import { createWire, type Wire, type WireListeners } from '../../../client/connection/wire.ts'

export interface WireSpy {
  /** What came down, as it came, before the page has it. */
  down(message: unknown): void
  /** A command goes out. */
  asks(call: unknown): void
}

/** A page's wire behind a balancer: each connection leads to the next node. @param nextPort of where to come in */
export function createRovingWire(nextPort: () => number, cookie: string, spy: WireSpy): Wire {
  let inner: Wire | null = null
  let listeners: WireListeners | null = null

  const heardBy = (told: WireListeners, made: Wire): WireListeners => ({
    ...told,
    lost: (reason) => made === inner && told.lost(reason),
    down(message) {
      if (made !== inner) return
      spy.down(message)
      told.down(message)
    },
  })
  return {
    get connected() {
      return inner?.connected ?? false
    },
    open(first) {
      inner?.close()
      const address = `http://127.0.0.1:${nextPort()}`
      inner = createWire(address, { cookie, origin: address })
      if (listeners) inner.listen(heardBy(listeners, inner))
      inner.open(first)
    },
    close() {
      inner?.close()
      inner = null
    },
    send(event, message, answered) {
      if (event === 'command' && inner?.connected) spy.asks(message)
      inner?.send(event, message, answered)
    },
    listen(told) {
      listeners = told
    },
  }
}
