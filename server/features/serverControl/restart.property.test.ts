import { expect, test } from 'vitest'
import { runRestart } from './testing/restartRun.ts'

test('[SVC30] each warning, the restart and a delayed broadcast happen once at most, and happen where the hub was up at their time, whenever it crashed', async () => {
  let [crashes, restarts] = [0, 0]
  for (let seed = 1; seed <= 12; seed += 1) {
    const run = await runRestart(seed)
    expect(run.problems, `seed ${seed}`).toEqual([])
    crashes += run.crashes
    restarts += run.restarts
  }
  expect(crashes).toBeGreaterThan(50)
  expect(restarts).toBeGreaterThan(3)
})
