import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createTokenBucket } from './tokenBucket.ts'

const takeAll = (bucket: { take(): boolean }, times: number) =>
  Array.from({ length: times }, () => bucket.take()).filter(Boolean).length

test('[TB1] a burst passes, then the steady rate, and rest fills up to one burst and no more', () => {
  const clock = createTestClock()
  const bucket = createTokenBucket({ perSecond: 20, burst: 60 }, clock.now)
  expect(takeAll(bucket, 100)).toBe(60)
  clock.pass(500)
  expect(takeAll(bucket, 100)).toBe(10)
  clock.pass(3_600_000)
  expect(takeAll(bucket, 100)).toBe(60)
})

test('[TB2] a clock that is set back gives nobody anything and takes nothing for ever', () => {
  let now = 10_000
  const bucket = createTokenBucket({ perSecond: 1, burst: 2 }, () => now)
  takeAll(bucket, 2)
  now = 0
  expect(bucket.take()).toBe(false)
  now = 2_000
  expect(bucket.take()).toBe(true)
})
