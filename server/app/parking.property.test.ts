import { expect, test } from 'vitest'
import { runParking } from '../features/inventory/testing/parkingRun.ts'
import { createModGame } from '../testing/modParkingGame.ts'

const runs = 80

test(`[IN21] ${runs} runs of the real link and a mod with faults, in a game in which dinosaurs die and players leave: none is in two places or in none`, async () => {
  const counts = { parked: 0, redeemed: 0, unsure: 0, lives: 0 }
  for (let seed = 1; seed <= runs; seed += 1) {
    const ending = await runParking(seed, createModGame)
    expect(ending.violations, `seed ${seed}`).toEqual([])
    counts.parked += ending.parked
    counts.redeemed += ending.redeemed
    counts.unsure += ending.unsure
    counts.lives += ending.lives
  }
  // Otherwise the runs prove nothing.
  expect(counts.parked).toBeGreaterThan(runs)
  expect(counts.redeemed).toBeGreaterThan(runs / 10)
  expect(counts.unsure).toBeGreaterThan(runs / 4)
  expect(counts.lives).toBeGreaterThan(runs * 2)
})
