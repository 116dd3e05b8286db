import { expect, test } from 'vitest'
import type { DeliveryState } from '../../../shared/features/deliveries/delivery.ts'
import { findViolations, runDeliveries } from './testing/deliveryRun.ts'

/** About 5 ms each on an idle machine. */
const runs = 1_000

test(`[DV1] ${runs} runs with faults: every delivery has its true outcome, none is lost, none is doubled, all are in order`, async () => {
  const ends = new Map<DeliveryState, number>()
  let lives = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const ending = await runDeliveries(seed)
    expect(findViolations(ending), `seed ${seed}`).toEqual([])
    lives += ending.lives
    for (const { state } of ending.entries) ends.set(state, (ends.get(state) ?? 0) + 1)
  }
  // Every state must have occurred often, otherwise the runs prove nothing.
  for (const state of ['confirmed', 'refused', 'failed', 'unknown', 'manual'] as const)
    expect(ends.get(state) ?? 0, state).toBeGreaterThan(runs / 5)
  expect(lives).toBeGreaterThan(runs * 2)
})
