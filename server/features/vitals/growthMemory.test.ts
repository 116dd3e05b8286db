import { expect, test } from 'vitest'
import type { ReadPlayer } from '../roster/reading.ts'
import { createGrowthMemory } from './growthMemory.ts'
import { createVitalsReports } from './vitalsReports.ts'

const everyMs = 2_000
const percentMs = 108_000

type Seen = { readonly growth: number; readonly species?: string; readonly dead?: boolean } | null

/** Reads an animal at each step of 2 s, as `seen` says. Returns the estimate after the last reading. */
function afterReadings(untilMs: number, seen: (at: number) => Seen) {
  const memory = createGrowthMemory()
  for (let at = 0; at <= untilMs; at += everyMs) {
    const animal = seen(at)
    const player = { id: 'ada', animal: animal && { species: 'Troodon', dead: false, ...animal } }
    memory.follow([player as unknown as ReadPlayer], at)
  }
  return memory.adultAt('ada', everyMs)
}
const steady = (at: number) => ({ growth: Math.min(100, Math.round(60.2 + at / percentMs)) })
/** When it is read as 100%. */
const truth = (99.5 - 60.2) * percentMs

test('[GE1] an animal that grows steadily is adult within the stated error', () => {
  const found = afterReadings(600_000, steady)
  expect(found).not.toBeNull()
  expect(Math.abs((found?.at ?? 0) - truth)).toBeLessThanOrEqual(found?.giveMs ?? 0)
  expect(found?.giveMs).toBeLessThan(20 * 60_000)
})

test('[GE2] the error shrinks as more is seen', () => {
  const [early, late] = [400_000, 1_800_000].map((until) => afterReadings(until, steady)?.giveMs ?? 0)
  expect(late).toBeLessThan((early ?? 0) / 2)
})

test('[GE3] too short a look says nothing', () => {
  expect(afterReadings(percentMs * 2, steady)).toBeNull()
})

test.each<readonly [string, number, (at: number) => Seen]>([
  ['is adult', 600_000, () => ({ growth: 100 })],
  ['does not grow', 600_000, () => ({ growth: 60 })],
  ['stopped growing', 1_000_000, (at) => steady(Math.min(at, 400_000))],
  ['died', 600_000, (at) => ({ ...steady(at), dead: at > 590_000 })],
  ['left', 600_000, (at) => (at > 590_000 ? null : steady(at))],
  ['is another species now', 600_000, (at) => ({ ...steady(at), species: at > 500_000 ? 'Beipiaosaurus' : 'Troodon' })],
  ['was given growth', 600_000, (at) => ({ growth: steady(at).growth + (at > 500_000 ? 25 : 0) })],
  ['lost growth', 600_000, (at) => ({ growth: steady(at).growth - (at > 500_000 ? 3 : 0) })],
])('[GE4] nothing is said of an animal that %s', (_, untilMs, seen) => {
  expect(afterReadings(untilMs, seen)).toBeNull()
})

test('[GE5] nothing is said after a gap between readings, in which anything may have happened', () => {
  const memory = createGrowthMemory()
  const read = (at: number) =>
    memory.follow(
      [{ id: 'ada', animal: { species: 'Troodon', dead: false, ...steady(at) } } as unknown as ReadPlayer],
      at,
    )
  for (let at = 0; at <= 600_000; at += everyMs) read(at)
  expect(memory.adultAt('ada', everyMs)).not.toBeNull()
  read(700_000)
  expect(memory.adultAt('ada', everyMs)).toBeNull()
})

test('[GE6] an uneven pace has a greater error, or none is stated', () => {
  // Each percent takes 30 s or 186 s, by turns.
  const uneven = (at: number) => ({ growth: 60 + 2 * Math.floor(at / 216_000) + (at % 216_000 >= 30_000 ? 1 : 0) })
  const even = afterReadings(1_500_000, steady)?.giveMs ?? 0
  expect(afterReadings(1_500_000, uneven)?.giveMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(2 * even)
})

test('[GE7] the estimate is reported with the vitals, including what was read before anyone watched', async () => {
  const adults: unknown[] = []
  const watched: string[] = []
  const reports = createVitalsReports({
    hub: {
      read: () => ({ steamId: 'ada', readAt: null }) as never,
      execute: async (_, __, input) => {
        adults.push((input as { adult: unknown }).adult)
        return {} as never
      },
    },
    watchedIds: () => watched as never,
    onFault: () => {},
  })
  const read = (at: number) => {
    const player = { id: 'ada', animal: { species: 'Troodon', dead: false, place: null, ...steady(at) } }
    return reports.sink.report?.({ at, everyMs, players: [player] } as never)
  }
  for (let at = 0; at <= 600_000; at += everyMs) await read(at)
  watched.push('vitals/ann')
  await read(602_000)
  expect(adults).toEqual([{ at: expect.any(Number), giveMs: expect.any(Number) }])
})
