import { createTestClock } from '../../../server/testing/clock.ts'
import { connect } from '../connect.ts'
import { createFakeWire } from './fakeWire.ts'

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
