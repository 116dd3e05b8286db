import { expect, test } from 'vitest'
import { runAnnounced } from './testing/announcedRun.ts'

test('[EV31] each announcement is made exactly once where the hub was up at its time, whenever it crashed, also within a write', async () => {
  let crashes = 0
  for (let seed = 1; seed <= 12; seed += 1) {
    const run = await runAnnounced(seed)
    expect(run.problems, `seed ${seed}`).toEqual([])
    crashes += run.crashes
  }
  expect(crashes).toBeGreaterThan(50)
})
