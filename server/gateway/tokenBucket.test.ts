import { expect, test } from 'vitest'
import { fullBucket, type Rate, takeToken } from './tokenBucket.ts'

const start = 1_000_000
const takeAll = (bucket: ReturnType<typeof fullBucket>, rate: Rate, now: number) =>
  Array.from({ length: 100 }, () => takeToken(bucket, rate, now)).filter(Boolean).length

test('[TB1] a burst passes, then the steady rate, and rest fills up to one burst and no more', () => {
  const rate = { perSecond: 20, burst: 60 }
  const bucket = fullBucket(rate, start)
  expect(takeAll(bucket, rate, start)).toBe(60)
  expect(takeAll(bucket, rate, start + 500)).toBe(10)
  expect(takeAll(bucket, rate, start + 3_600_000)).toBe(60)
})

test('[TB2] a clock that is set back gives nobody anything and takes nothing for ever', () => {
  const rate = { perSecond: 1, burst: 2 }
  const bucket = fullBucket(rate, start)
  expect(takeAll(bucket, rate, start)).toBe(2)
  expect(takeAll(bucket, rate, 0)).toBe(0)
  expect(takeAll(bucket, rate, 2_000)).toBe(2)
})
