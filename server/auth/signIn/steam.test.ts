import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { createUsedNonces, nonceWindowMs } from './steam.ts'

test('[SI30] a nonce is good once, and within five minutes of its time', () => {
  const clock = createTestClock()
  const isFresh = createUsedNonces(clock)
  const now = clock.now()
  const times = [now, now - nonceWindowMs, now + nonceWindowMs, now - nonceWindowMs - 1, now + nonceWindowMs + 1]
  expect(times.map((madeAt, nth) => isFresh(`n${nth}`, madeAt))).toEqual([true, true, true, false, false])
  expect(isFresh('n0', now)).toBe(false)
  // One from the future stays used until its own time is over.
  clock.pass(2 * nonceWindowMs)
  isFresh('another', clock.now())
  expect(isFresh('n2', now + nonceWindowMs)).toBe(false)
})

test('[SI31] however many come, so many are kept and no more, the latest ones', () => {
  const clock = createTestClock()
  const isFresh = createUsedNonces(clock)
  for (let nth = 0; nth < 10_001; nth += 1) isFresh(`n${nth}`, clock.now())
  expect(isFresh('n10000', clock.now())).toBe(false)
  expect(isFresh('n1', clock.now())).toBe(false)
  expect(isFresh('n0', clock.now())).toBe(true)
})
