import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runCampaign } from './testing/campaignRun.ts'

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant('step' as const) },
  { weight: 3, arbitrary: fc.constantFrom('lostWrite' as const, 'keptWrite' as const, 'restart' as const) },
  { weight: 1, arbitrary: fc.constantFrom('erase' as const, 'join' as const) },
)

test('[CMP20] over crashes, restarts, erasures and new accounts each recipient of a run is paid once, and the history has their number', async () => {
  let crashes = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 80 }), fc.array(step, { maxLength: 12 }), async (people, steps) => {
      const run = await runCampaign({ people, steps })
      crashes += run.crashes
      expect(run.problems).toEqual([])
    }),
    { numRuns: 60, seed: 17 },
  )
  expect(crashes).toBeGreaterThan(10)
})
