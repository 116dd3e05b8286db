import { expect, test } from 'vitest'
import type { DeliveryState } from '../shared/features/deliveries/delivery.ts'
import { judge } from './features/deliveries/testing/judge.ts'
import { torture } from './features/deliveries/testing/torture.ts'

const runs = 2_000

test(`[DV1] ${runs} times the worst, and what is told of each delivery is true: none lost, none twice, in order`, async () => {
  const ends = new Map<DeliveryState, number>()
  let lives = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const ending = await torture(seed)
    expect(judge(ending), `seed ${seed}`).toEqual([])
    lives += ending.lives
    for (const { state } of ending.entries) ends.set(state, (ends.get(state) ?? 0) + 1)
  }
  // A world in which nothing happens would prove nothing.
  for (const state of ['confirmed', 'refused', 'failed', 'unknown', 'byHand'] as const)
    expect(ends.get(state) ?? 0, state).toBeGreaterThan(runs / 5)
  expect(lives).toBeGreaterThan(runs * 2)
})
