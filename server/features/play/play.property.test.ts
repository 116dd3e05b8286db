import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PlayRecord,
  presenceSavedEveryMs,
  recentStays,
  resumeWithinMs,
} from '../../../shared/features/play/playRecord.ts'
import { createExpectedPlay, type ExpectedPlay } from './testing/expectedPlay.ts'
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
    { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'crash' as const, 'back' as const, 'forth' as const) },
  ),
  jumpMs: fc.oneof(fc.nat(resumeWithinMs), fc.nat(longestMs)),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The hub, the players in the game, and what their records should be. */
interface Run extends OpenPlay {
  readonly expected: ExpectedPlay
  crowd: Crowd
}

const actions: Record<Step['what'], (run: Run, step: Step) => Promise<void>> = {
  async reading(run) {
    await run.see(run.crowd)
    run.expected.read(Object.keys(run.crowd), run.clock.now())
  },
  nothing: async () => {},
  async restart(run) {
    await run.restart()
    run.expected.restart()
  },
  async crash(run, one) {
    run.fail(new Error('no disk'))
    await expect(run.see({ ...run.crowd, 9: null })).rejects.toThrow()
    run.fail(null)
    await actions.restart(run, one)
  },
  async back(run, { jumpMs }) {
    run.jump(-jumpMs)
  },
  async forth(run, { jumpMs }) {
    run.jump(jumpMs)
  },
}

async function apply(run: Run, one: Step) {
  await run.pass(one.passMs)
  run.expected.pass(one.passMs, Object.keys(run.crowd))
  const crowd = { ...run.crowd }
  for (const { who, to } of one.changes) {
    if (to === 'away') delete crowd[who]
    else crowd[who] = to === 'menu' ? null : to
  }
  run.crowd = crowd
  await actions[one.what](run, one)
}

/** Invariants of a record at any time. */
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

const historiesOf = (steps: fc.Arbitrary<Step>) => fc.array(steps, { minLength: 30, maxLength: 120, size: 'max' })

async function play(steps: readonly Step[]) {
  const run: Run = { ...(await openPlay()), expected: createExpectedPlay(), crowd: {} }
  for (const one of steps) {
    await apply(run, one)
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

test('[PL29] through any presence, crash and restart, no player is credited with absence, except between two close readings', async () => {
  const withoutJumps = step.filter(({ what }) => what !== 'back' && what !== 'forth')
  await fc.assert(
    fc.asyncProperty(historiesOf(withoutJumps), async (steps) => {
      const run = await play(steps)
      for (const id of people) {
        const { playMs, since } = run.record(id)
        expect(since).toBeNull()
        expect(overlaps(run.record(id))).toEqual([])
        expect(playMs).toBeLessThanOrEqual(run.expected.thereMs(id) + run.expected.unseenMs(id))
        expect(playMs).toBeLessThanOrEqual(run.expected.mostMs(id))
        expect(playMs).toBeGreaterThanOrEqual(run.expected.leastMs(id))
      }
      expect(run.faults).toEqual([])
    }),
    { numRuns: 120, seed: 4 },
  )
})

test('[PL30] a jumping clock credits no player with more than the jumps that look like a pause', async () => {
  await fc.assert(
    fc.asyncProperty(historiesOf(step), async (steps) => {
      const run = await play(steps)
      for (const id of people) expect(run.record(id).playMs).toBeLessThanOrEqual(run.expected.mostMs(id))
      expect(run.faults).toEqual([])
    }),
    { numRuns: 120, seed: 5 },
  )
})
