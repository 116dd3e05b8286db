import { createTestClock } from '../../../server/testing/clock.ts'
import type { Hello } from '../../../shared/protocol/hello.ts'
import { protocolVersion } from '../../../shared/protocol/version.ts'
import { connect } from '../connect.ts'
import type { FirstWord, UpEvent, Wire, WireListeners } from '../wire.ts'

/** Lets what was gathered in this turn go out. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A connection whose wire and time are in the test's hands. */
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

const helloOf = (more: Partial<Hello> = {}): Hello => ({
  protocol: protocolVersion,
  epoch: 1,
  now: 0,
  community: 'Test',
  demo: true,
  you: null,
  may: ['look'],
  ...more,
})

/** A wire whose other end is the test. */
export function createFakeWire() {
  const sent: Sent[] = []
  let listeners: WireListeners | null = null
  let isConnected = false
  let opened = 0
  let first: FirstWord | null = null
  const wire: Wire = {
    get connected() {
      return isConnected
    },
    open(word) {
      opened += 1
      first = word
    },
    close() {
      isConnected = false
    },
    send: (event, message, answered) =>
      isConnected && void sent.push({ event, message, answer: answered ?? (() => {}) }),
    listen(given) {
      listeners = given
    },
  }
  const hub = () => {
    if (!listeners) throw new Error('Nobody listens to this wire.')
    return listeners
  }
  return {
    wire,
    sent,
    of: (event: UpEvent) => sent.filter((one) => one.event === event),
    /** How often somebody tried to connect. */
    opened: () => opened,
    /** What was said on the last of them. */
    firstWord: () => first,
    greet(hello: Partial<Hello> = {}) {
      isConnected = true
      hub().hello(helloOf(hello))
    },
    lose() {
      isConnected = false
      hub().lost('transport close')
    },
    down: (...changes: object[]) => hub().down({ changes }),
    frame: (stream: string, ...bytes: number[]) => hub().positions(stream, Uint8Array.from(bytes)),
    say: (event: 'hello' | 'down' | 'notice', message: unknown) => hub()[event](message),
  }
}
