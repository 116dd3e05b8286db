import { expect, test } from 'vitest'
import { placeOfDay } from '../../../shared/engine/once.ts'
import { achievementRecord, updateAchievements } from '../../../shared/features/achievements/achievements.ts'
import { Run } from '../../../shared/features/challenges/challenge.ts'
import { leastShare } from '../../../shared/features/events/events.ts'
import type { Reading } from '../../engine/principal.ts'
import { challengeOf, openChallenges } from '../challenges/testing/openChallenges.ts'
import { rex } from '../gameLog/testing/openGameLog.ts'
import { challengesOf, factsOf } from './facts.ts'

/** Documents by their kind; others are as if never written. */
const reading = (documents: Readonly<Record<string, object>>): Reading =>
  ((kind: { kind: string; schema: { parse(value: object): object } }) =>
    kind.schema.parse(documents[kind.kind] ?? {})) as never

test('[ACH100] an event counts for players who took part: those who were there for at least half of it', () => {
  const attended = (...shares: readonly number[]) => ({
    attended: Object.fromEntries(shares.map((share, nth) => [`event ${nth}`, { share, heldMs: 0, paid: false }])),
  })
  const events = (...shares: readonly number[]) => factsOf(reading({ ownEvents: attended(...shares) }), 'ann', 0).events
  expect([events(0.05), events(leastShare - 0.01), events(leastShare), events(1, 0.2, 0.7)]).toEqual([0, 0, 1, 2])
})

test('[ACH103] days on which an earlier release paid the daily bonus count as visits', () => {
  const { key, field } = placeOfDay(['ann', 'dailyBonus'], '2026-01-05')
  const other = placeOfDay(['ann', 'visit'], '2026-01-05')
  const visits = (days: object) => factsOf(reading({ rewardKeys: { days } }), key, 0).visits
  expect(visits({ [field]: '31' })).toBe(3)
  expect(visits({ [field]: '31', [other.field]: '213' })).toBe(5)
})

test('[ACH101] challenges count also after the clock was set back, each once', async () => {
  const app = await openChallenges()
  const update = () => app.hub.execute('achievements', updateAchievements.name, { accounts: ['ann'] })
  const complete = async (set: string) => {
    await app.set(set, { measure: 'regions', target: 1 })
    await app.accept(set)
    await app.see({ [rex]: { region: 'swamps' } })
    expect(await app.complete()).toMatchObject({ output: { paid: { amount: 2_500 } } })
    await update()
    await update()
    return app.hub.read(achievementRecord, 'ann').challenges.all
  }
  expect(await complete('first')).toBe(1)
  app.clock.setWallBy(-3_600_000)
  expect(await complete('second')).toBe(2)
  expect(await complete('third')).toBe(3)
  await app.wait(7_200_000)
  expect(await complete('fourth')).toBe(4)
  expect(await app.problems()).toEqual([])
})

test('[ACH102] what an earlier release counted by its time is not counted again', () => {
  const runAt = (endedAt: number) =>
    Run.parse({
      id: `run ${endedAt}`,
      set: 'day',
      kind: 'daily',
      challenge: challengeOf('1', { measure: 'kills', target: 1 }, 0),
      acceptedAt: 0,
      deadline: 1,
      state: 'completed',
      paid: { currency: 'razorTalons', amount: 1 },
      endedAt,
    })
  const counted = (challenges: object, ...ends: readonly number[]) => {
    const runs = Object.fromEntries(ends.map((end) => [`run ${end}`, runAt(end)]))
    return challengesOf(reading({ achievementRecord: { challenges }, challengeRuns: { runs } }), 'ann')
  }
  const before = { all: 7, hunting: 2, until: 200 }
  expect(counted(before, 100, 200)).toMatchObject(before)
  const after = counted(before, 100, 200, 300)
  expect(after).toMatchObject({ all: 8, hunting: 2, until: 300 })
  expect(counted(after, 100, 200, 300)).toEqual(after)
  expect(counted(after, 200, 300, 150)).toMatchObject({ all: 9, until: 300 })
})
