import { expect, test } from 'vitest'
import { runParking } from './testing/parkingRun.ts'

const runs = 1_000

test(`[IN20] ${runs} runs with faults of hub, link, mod and game: no dinosaur is ever in two places or in none`, async () => {
  const counts = { parked: 0, redeemed: 0, unsure: 0, lives: 0 }
  for (let seed = 1; seed <= runs; seed += 1) {
    const ending = await runParking(seed)
    expect(ending.violations, `seed ${seed}`).toEqual([])
    counts.parked += ending.parked
    counts.redeemed += ending.redeemed
    counts.unsure += ending.unsure
    counts.lives += ending.lives
  }
  // Otherwise the runs prove nothing.
  expect(counts.parked).toBeGreaterThan(runs)
  expect(counts.redeemed).toBeGreaterThan(runs / 6)
  expect(counts.unsure).toBeGreaterThan(runs / 6)
  expect(counts.lives).toBeGreaterThan(runs * 2)
})
