import { createTestClock } from '../../../server/testing/clock.ts'
import type { Hello } from '../../../shared/protocol/hello.ts'
import { protocolVersion } from '../../../shared/protocol/version.ts'
import { connect } from '../connect.ts'
import type { OpeningRequest, UpEvent, Wire, WireListeners } from '../wire.ts'

/** Waits until the requests that were gathered in this turn of the event loop have gone out. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A connection of which the test controls wire and time. */
export function openConnection() {
  const fake = createFakeWire()
  const clock = createTestClock()
  let made = 0
  const connection = connect({
    wire: fake.wire,
    clock,
    random: () => 1,
    randomBytes: () => Uint8Array.from({ length: 10 }, () => made++ % 256),
  })
  return { ...fake, clock, connection, store: connection.store }
}

interface Sent {
  readonly event: UpEvent
  readonly message: unknown
  answer(answer: unknown): void
}

/** A hello to a guest of a demo hub, unless `more` says otherwise. */
export const helloOf = (more: Partial<Hello> = {}): Hello => ({
  protocol: protocolVersion,
  epoch: 1,
  now: 0,
  community: 'Test',
  demo: true,
  principal: null,
  may: ['look'],
  ...more,
})

/** A wire whose other end is the test. */
export function createFakeWire() {
  const sent: Sent[] = []
  let listeners: WireListeners | null = null
  let isConnected = false
  let opened = 0
  let lastOpening: OpeningRequest | null = null
  const wire: Wire = {
    get connected() {
      return isConnected
    },
    open(request) {
      opened += 1
      lastOpening = request
    },
    close() {
      isConnected = false
    },
    send: (event, message, onAnswer) =>
      isConnected && void sent.push({ event, message, answer: onAnswer ?? (() => {}) }),
    listen(given) {
      listeners = given
    },
  }
  const client = () => {
    if (!listeners) throw new Error('No connection listens to this wire.')
    return listeners
  }
  return {
    wire,
    sent,
    of: (event: UpEvent) => sent.filter((one) => one.event === event),
    /** How often the client tried to connect. */
    opened: () => opened,
    /** The payload that the client sent with the last of these attempts. */
    openingRequest: () => lastOpening,
    /** Connects and sends a hello. */
    hello(more: Partial<Hello> = {}) {
      isConnected = true
      client().hello(helloOf(more))
    },
    lose() {
      isConnected = false
      client().lost('transport close')
    },
    /** The hub refuses a connection. */
    refuse(why: string) {
      isConnected = false
      client().refused(why)
      client().lost(why)
    },
    down: (...changes: object[]) => client().down({ changes }),
    frame: (stream: string, ...bytes: number[]) => client().positions(stream, Uint8Array.from(bytes)),
    /** Sends a message as it is, valid or not. */
    sendRaw: (event: 'hello' | 'down' | 'notice', message: unknown) => client()[event](message),
  }
}
