import { expect, test } from 'vitest'
import { runRedeeming } from './testing/redeemingRun.ts'

const runs = 1_000

test(`[RQ40] ${runs} runs with faults of hub, store, link, mod and game, staff who settle, cancels, expiry and repeated commands: money and dinosaurs are neither made nor lost`, async () => {
  const counts = { done: 0, released: 0, unsure: 0, byHand: 0, lives: 0 }
  for (let seed = 1; seed <= runs; seed += 1) {
    const ending = await runRedeeming(seed)
    expect(ending.violations, `seed ${seed}`).toEqual([])
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += ending[name]
  }
  // Otherwise the runs prove nothing.
  expect(counts.done).toBeGreaterThan(runs)
  expect(counts.released).toBeGreaterThan(runs)
  expect(counts.unsure).toBeGreaterThan(runs / 2)
  expect(counts.byHand).toBeGreaterThan(runs / 4)
  expect(counts.lives).toBeGreaterThan(runs * 2)
})
