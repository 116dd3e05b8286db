import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { createNonceCheck, nonceWindowMs } from './steam.ts'

test('[SI30] a nonce is accepted once, and within five minutes of its time', () => {
  const clock = createTestClock()
  const isFresh = createNonceCheck(clock)
  const now = clock.now()
  const times = [now, now - nonceWindowMs, now + nonceWindowMs, now - nonceWindowMs - 1, now + nonceWindowMs + 1]
  expect(times.map((madeAt, nth) => isFresh(`n${nth}`, madeAt))).toEqual([true, true, true, false, false])
  expect(isFresh('n0', now)).toBe(false)
  // A nonce from the future stays used until its own time has passed.
  clock.pass(2 * nonceWindowMs)
  isFresh('another', clock.now())
  expect(isFresh('n2', now + nonceWindowMs)).toBe(false)
})

test('[SI31] the number of remembered nonces is limited to the latest ones', () => {
  const clock = createTestClock()
  const isFresh = createNonceCheck(clock)
  for (let nth = 0; nth < 10_001; nth += 1) isFresh(`n${nth}`, clock.now())
  expect(isFresh('n10000', clock.now())).toBe(false)
  expect(isFresh('n1', clock.now())).toBe(false)
  expect(isFresh('n0', clock.now())).toBe(true)
})
