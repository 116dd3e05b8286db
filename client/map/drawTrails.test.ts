import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TrailPoint, trailKeptMs } from '../../shared/features/trails/queries.ts'
import { bandAlpha, bandCount, bandOf, bandRuns } from './drawTrails.ts'

const now = 1_000_000_000

test('[TB1] a trail fades from the newest place to the oldest and never disappears completely', () => {
  expect(bandOf(now, now)).toBe(0)
  expect(bandOf(now + 5_000, now)).toBe(0)
  expect(bandOf(now - trailKeptMs, now)).toBe(bandCount - 1)
  expect(bandOf(now - 10 * trailKeptMs, now)).toBe(bandCount - 1)
  const alphas = Array.from({ length: bandCount }, (_, band) => bandAlpha(band))
  expect(alphas.toSorted((a, b) => b - a)).toEqual(alphas)
  expect(alphas.at(-1)).toBeGreaterThanOrEqual(0.2 - 1e-9)
})

test('[TB2] the runs together are the whole segment, in order and without gaps', () => {
  const segment = fc
    .array(fc.integer({ min: 0, max: 2 * trailKeptMs }), { maxLength: 200 })
    .map((ages) => ages.toSorted((a, b) => b - a).map((age, index): TrailPoint => [now - age, index, 0]))
  fc.assert(
    fc.property(segment, (places) => {
      const runs = bandRuns(places, now)
      const joined = runs.flatMap((run, index) => (index === 0 ? run.places : run.places.slice(1)))
      expect(joined).toEqual(places.length > 1 ? places : [])
      for (const [index, run] of runs.entries())
        if (index > 0) expect(run.places[0]).toEqual(runs[index - 1]?.places.at(-1))
    }),
  )
})
