import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createWhenReached } from './whenReached.ts'

function openNode(seq: number) {
  const clock = createTestClock()
  const waiting = new Set<() => void>()
  const node = {
    atSeq(wanted: number, act: () => void) {
      if (wanted <= seq) act()
      else waiting.add(act)
      return () => void waiting.delete(act)
    },
  }
  return { clock, waiting, whenReached: createWhenReached({ node, clock }) }
}

test('[NW1] what is shown already is not waited for; what is not yet, until it is', () => {
  const { clock, waiting, whenReached } = openNode(5)
  const done: number[] = []
  whenReached(5, () => done.push(5))
  expect([done, clock.waits()]).toEqual([[5], 0])
  whenReached(6, () => done.push(6))
  expect(done).toEqual([5])
  for (const act of waiting) act()
  expect([done, clock.waits()]).toEqual([[5, 6], 0])
  clock.pass(10_000)
  expect(done).toEqual([5, 6])
})

test('[NW2] nobody waits for long, whatever they say that they have seen', () => {
  const { clock, waiting, whenReached } = openNode(5)
  let times = 0
  whenReached(Number.MAX_SAFE_INTEGER, () => {
    times += 1
  })
  clock.pass(2_999)
  expect(times).toBe(0)
  clock.pass(1)
  expect([times, waiting.size]).toEqual([1, 0])
})
