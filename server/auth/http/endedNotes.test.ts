import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { createEndedNotes } from './endedNotes.ts'

test('[TE5] whoever invents one after the other fills neither log nor memory, and is noted again a minute later', () => {
  const clock = createTestClock()
  let lines = 0
  const note = createEndedNotes({
    clock,
    log: {
      info: () => {
        lines += 1
      },
    },
  })
  const invent = () => {
    for (let index = 0; index < 1_000; index += 1) note('token', `${index}`.padStart(8, '0'))
  }
  invent()
  expect(lines).toBe(100)
  clock.pass(59_999)
  invent()
  expect(lines).toBe(100)
  clock.pass(1)
  invent()
  expect(lines).toBe(200)
})
