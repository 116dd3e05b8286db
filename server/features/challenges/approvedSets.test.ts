import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { secondSetText } from '../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { openGate, openSession } from '../../../shared/features/session/commands.ts'
import { inSession, person } from '../../testing/principals.ts'
import { mia, rex } from '../gameLog/testing/openGameLog.ts'
import { openChallenges } from './testing/openChallenges.ts'

const walk = { measure: 'regions', target: 1 } as const
const [first, second, nextDay] = ['daily-2026-01-01-one', 'daily-2026-01-01-two', 'daily-2026-01-02-one']
const reward = { currency: 'razorTalons', amount: 2_500 }
const unpaid = { output: { state: 'completed', paid: null } }

/** A hub on which an account walks its way through challenges of sets that a test gives, named as approved ones. */
async function openWalks() {
  const app = await openChallenges()
  const accept = async (set: string, challenge = '1', who = 'ann') => {
    await app.set(set, walk, { ...walk, target: 2 }, { measure: 'judged', target: 1 })
    expect(await app.as(who)(commands.acceptChallenge, { set, challenge })).toMatchObject({ ok: true })
  }
  return {
    ...app,
    accept,
    /** Accepts a challenge, does it and asks for the reward. */
    async earn(set: string, challenge = '1', who = 'ann') {
      await accept(set, challenge, who)
      for (const region of ['swamps', 'north-lake']) await app.see({ [rex]: { region } })
      return app.complete(-1, who)
    },
  }
}

test('[DC900] of the approved sets of a day one pays a person, for all of its challenges, and beside it those of the hub and of other days', async () => {
  const { earn, run, talons, problems } = await openWalks()
  expect(await earn(first)).toMatchObject({ output: { paid: reward } })
  expect(await earn(second)).toMatchObject(unpaid)
  expect(run()).toMatchObject({ isSecondSet: true, isOwnSet: false, paid: null })
  for (const [set, challenge] of [
    [first, '2'],
    ['daily-2026-01-01', '1'],
    ['weekly-2025-12-29', '1'],
    [nextDay, '1'],
  ] as const) {
    expect(await earn(set, challenge)).toMatchObject({ output: { paid: reward } })
    expect(run()).toMatchObject({ isSecondSet: false })
  }
  expect(await earn(second, '2')).toMatchObject(unpaid)
  expect(talons()).toBe(5 * reward.amount)
  expect(await problems()).toEqual([])
})

test('[DC901] open challenges of another approved set of the day say that they pay nothing once one has paid, even where staff decide', async () => {
  const { accept, earn, complete, staff, runsOf, hub, talons } = await openWalks()
  await accept(second, '3')
  await complete()
  expect(runsOf('ann')[0]).toMatchObject({ state: 'waiting', isSecondSet: false })
  await earn(first)
  expect(runsOf('ann').map(({ isSecondSet }) => isSecondSet)).toEqual([true, false])
  const { id } = runsOf('ann')[0] ?? {}
  expect(await staff(commands.judgeRun, { account: 'ann', run: id, verdict: 'approve' })).toMatchObject({
    output: { paid: null },
  })
  const told = Object.values(hub.read(notifications, 'ann').entries).map(({ message }) => message)
  expect(told).toContain(`Staff accepted “Challenge 3”. ${secondSetText}`)
  expect(talons()).toBe(reward.amount)
})

test('[DC902] neither another account of the person is paid by a second approved set of the day, nor the one after an erasure', async () => {
  const { earn, user, dispatch, nextId, talons, problems } = await openWalks()
  await earn(first)
  await user('ann', null)
  await user('second', rex)
  expect(await earn(second, '1', 'second')).toMatchObject(unpaid)
  expect(await earn(first, '2', 'second')).toMatchObject({ output: { paid: reward } })
  await dispatch(inSession(person('second')), eraseMe.name, { confirm: 'second' }, nextId())
  await user('third', rex)
  expect(await earn(second, '1', 'third')).toMatchObject(unpaid)
  expect(await earn(nextDay, '1', 'third')).toMatchObject({ output: { paid: reward } })
  expect([talons(), talons('third')]).toEqual([reward.amount, reward.amount])
  expect(await problems()).toEqual([])
})

test('[DC903] a user with the code approves a set only with a linked Steam account, by which other accounts of theirs are known', async () => {
  const { user, hub, dispatch, nextId, desk } = await openChallenges()
  await user('alt', null)
  const before = 'f'.repeat(64)
  const key = `0123456789abcdef${'0'.repeat(48)}`
  await hub.execute('test', openSession.name, { key: before, accountId: 'alt', role: 'player', demo: false })
  await hub.execute('test', openGate.name, { key: before, newKey: key, gate: 'challenges' })
  const byCode: readonly Permission[] = ['look', 'play', 'manageChallenges']
  const alt = { ...inSession(person('alt')), can: (permission: Permission) => byCode.includes(permission) }
  const approve = () =>
    dispatch(alt, commands.approveUpdate.name, { seed: 11, count: 6, currency: 'auto', chosen: ['1'] }, nextId())
  expect(await approve()).toMatchObject({ code: 'notLinked' })
  expect(desk().pending).toBeNull()
  await user('alt', mia)
  expect(await approve()).toMatchObject({ ok: true })
  expect(Object.values(desk().history).at(-1)?.adminInfo.code).toBe('species code')
})
