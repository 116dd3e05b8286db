import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PlayRecord,
  presenceSavedEveryMs,
  recentStays,
  resumeWithinMs,
} from '../../../shared/features/play/playRecord.ts'
import { createTally, type Tally } from './testing/expectedPlay.ts'
import { type Crowd, type OpenPlay, openPlay } from './testing/openPlay.ts'

const people = ['76561198000000001', '76561198000000002', '76561198000000003']
const longestMs = 3 * 3_600_000

const passing = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 1, 2_000, 10_000) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2 * presenceSavedEveryMs }) },
  { weight: 2, arbitrary: fc.integer({ min: resumeWithinMs - 2_000, max: resumeWithinMs + 2 * presenceSavedEveryMs }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: longestMs }) },
)
const change = fc.record({
  who: fc.constantFrom(...people),
  to: fc.constantFrom('Troodon', 'Stegosaurus', 'Gallimimus', 'menu', 'away', 'away'),
})
const step = fc.record({
  passMs: passing,
  changes: fc.array(change, { maxLength: 2 }),
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constant('reading' as const) },
    { weight: 3, arbitrary: fc.constant('nothing' as const) },
    { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'fall' as const, 'back' as const, 'forth' as const) },
  ),
  jumpMs: fc.oneof(fc.nat(resumeWithinMs), fc.nat(longestMs)),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The game as it is, and what the hub was shown of it. */
interface Run extends OpenPlay {
  readonly tally: Tally
  crowd: Crowd
}

const acts: Record<Step['what'], (run: Run, step: Step) => Promise<void>> = {
  async reading(run) {
    await run.see(run.crowd)
    run.tally.read(Object.keys(run.crowd), run.clock.now())
  },
  nothing: async () => {},
  async restart(run) {
    await run.restart()
    run.tally.forget()
  },
  async fall(run, one) {
    run.fail(new Error('no disk'))
    await expect(run.see({ ...run.crowd, 9: null })).rejects.toThrow()
    run.fail(null)
    await acts.restart(run, one)
  },
  async back(run, { jumpMs }) {
    run.jump(-jumpMs)
  },
  async forth(run, { jumpMs }) {
    run.jump(jumpMs)
  },
}

async function carryOut(run: Run, one: Step) {
  await run.pass(one.passMs)
  run.tally.pass(one.passMs, Object.keys(run.crowd))
  const crowd = { ...run.crowd }
  for (const { who, to } of one.changes) {
    if (to === 'away') delete crowd[who]
    else crowd[who] = to === 'menu' ? null : to
  }
  run.crowd = crowd
  await acts[one.what](run, one)
}

/** What holds of every record at every moment. */
function checkRecord({ recent, firstSeenAt, lastSeenAt, playMs, stays, since }: PlayRecord) {
  const lengths = Object.values(recent).map(({ startedAt, endedAt }) => endedAt - startedAt)
  expect(Math.min(0, ...lengths)).toBe(0)
  expect(lengths).toHaveLength(Math.min(stays, recentStays))
  const kept = lengths.reduce((sum, ms) => sum + ms, 0)
  if (stays <= recentStays) expect(kept).toBe(playMs)
  else expect(kept).toBeLessThanOrEqual(playMs)
  expect(firstSeenAt ?? 0).toBeLessThanOrEqual(lastSeenAt ?? 0)
  if (since !== null) expect(since).toBeGreaterThanOrEqual(firstSeenAt ?? 0)
}

const overlaps = ({ recent }: PlayRecord) => {
  const stays = Object.values(recent)
  return stays.filter(({ endedAt }, nth) => endedAt > (stays[nth + 1]?.startedAt ?? endedAt))
}

const livesOf = (steps: fc.Arbitrary<Step>) => fc.array(steps, { minLength: 30, maxLength: 120, size: 'max' })

async function live(steps: readonly Step[]) {
  const run: Run = { ...(await openPlay()), tally: createTally(), crowd: {} }
  for (const one of steps) {
    await carryOut(run, one)
    const known = run.present().players
    for (const id of people) {
      const record = run.record(id)
      checkRecord(record)
      expect(known[id]?.since ?? null).toBe(record.since)
    }
  }
  await run.see({})
  return run
}

test('[PL20] whatever comes and goes, falls and restarts: nobody is given time that they were not there, but for what nobody saw', async () => {
  const steady = step.filter(({ what }) => what !== 'back' && what !== 'forth')
  await fc.assert(
    fc.asyncProperty(livesOf(steady), async (steps) => {
      const run = await live(steps)
      for (const id of people) {
        const { playMs, since } = run.record(id)
        expect(since).toBeNull()
        expect(overlaps(run.record(id))).toEqual([])
        expect(playMs).toBeLessThanOrEqual(run.tally.thereMs(id) + run.tally.unseenMs(id))
        expect(playMs).toBeLessThanOrEqual(run.tally.mostMs(id))
        expect(playMs).toBeGreaterThanOrEqual(run.tally.surelyMs(id))
      }
      expect(run.faults).toEqual([])
    }),
    { numRuns: 120, seed: 4 },
  )
})

test('[PL21] a clock that jumps gives nobody more than the jumps that look like a pause', async () => {
  await fc.assert(
    fc.asyncProperty(livesOf(step), async (steps) => {
      const run = await live(steps)
      for (const id of people) expect(run.record(id).playMs).toBeLessThanOrEqual(run.tally.mostMs(id))
      expect(run.faults).toEqual([])
    }),
    { numRuns: 120, seed: 5 },
  )
})
