import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createWatermarks } from './watermarks.ts'

const at = (seq: number) => ({ seq, epoch: 0, live: 0 })

function openShown(seq: number) {
  const clock = createTestClock()
  let shown = seq
  const watermarks = createWatermarks({ isShown: (watermark) => watermark.seq <= shown, clock, onFault() {} })
  const show = (next: number) => {
    shown = next
    watermarks.advance()
  }
  return {
    clock,
    show,
    watermarks,
    whenReached: (next: number, act: () => void) => watermarks.whenWithin(at(next), 3_000, act),
  }
}

test('[NW1] a position that is shown is not waited for; another is, until it is shown', () => {
  const { clock, show, whenReached } = openShown(5)
  const done: number[] = []
  whenReached(5, () => done.push(5))
  expect([done, clock.waits()]).toEqual([[5], 0])
  whenReached(6, () => done.push(6))
  expect(done).toEqual([5])
  show(6)
  expect([done, clock.waits()]).toEqual([[5, 6], 0])
  clock.pass(10_000)
  expect(done).toEqual([5, 6])
})

test('[NW2] a wait ends after 3 s, whatever position was given', () => {
  const { clock, watermarks, whenReached } = openShown(5)
  let times = 0
  whenReached(Number.MAX_SAFE_INTEGER, () => {
    times += 1
  })
  clock.pass(2_999)
  expect(times).toBe(0)
  clock.pass(1)
  expect([times, watermarks.count()]).toEqual([1, 0])
})

test('[NW3] closing ends the waits that have a limit', () => {
  const { clock, watermarks, whenReached } = openShown(5)
  let times = 0
  whenReached(6, () => {
    times += 1
  })
  watermarks.close()
  expect([times, watermarks.count(), clock.waits()]).toEqual([1, 0, 0])
})
