import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { attemptLengthMs } from './signInAttempt.ts'
import { createSignInOnce, replayMs } from './signInOnce.ts'

test('[SI27] an attempt ends once; its address loaded again within a minute has the same outcome, and none afterwards', async () => {
  const clock = createTestClock()
  const once = createSignInOnce<number>(clock)
  let ended = 0
  const end = async () => (ended += 1)
  expect(await Promise.all([once('s', '/a', end), once('s', '/a', end)])).toEqual([1, 1])
  expect(once('s', '/b', end)).toBeNull()
  clock.pass(replayMs)
  expect(await once('s', '/a', end)).toBe(1)
  clock.pass(1)
  expect(once('s', '/a', end)).toBeNull()
  clock.pass(attemptLengthMs - replayMs - 1)
  await once('other', '/a', end)
  expect(once('s', '/a', end)).toBeNull()
  expect(ended).toBe(2)
})
