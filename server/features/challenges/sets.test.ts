import { expect, test } from 'vitest'
import { challengeAudit } from '../../../shared/features/challenges/archives.ts'
import { challenges } from '../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import {
  askedKey,
  cleanHistoryTo,
  figuresOf,
  mostHistory,
  testDelayMs,
  updateDelayMs,
} from '../../../shared/features/challenges/desk.ts'
import { generateChallenges } from '../../../shared/features/challenges/generate.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { sharedNotifications } from '../../../shared/features/notifications/notifications.ts'
import { inSession, person } from '../../testing/principals.ts'
import { openChallenges } from './testing/openChallenges.ts'

const dayMs = 86_400_000
const wanted = { seed: 11, count: 6, currency: 'auto', chosen: ['1', '2', '4'] } as const

/** The clock of the tests begins at 00:00 UTC of Thursday, 1 January 2026. */
const history = (desk: { history: object }) =>
  Object.values(desk.history).map(({ action, kind, status }) => [action, kind, status].join(' '))

test('[DC40] there are a daily and a weekly set from the start; a daily one follows at 00:00 UTC, a weekly one on Monday', async () => {
  const { sets, wait, restart, hub, desk } = await openChallenges()
  expect(sets()).toMatchObject({ daily: { id: 'daily-2026-01-01' }, weekly: { id: 'weekly-2025-12-29' } })
  expect(Object.keys(sets().daily?.challenges ?? {})).toHaveLength(6)
  expect(Object.keys(sets().weekly?.challenges ?? {})).toHaveLength(3)
  await wait(dayMs - 1_000)
  expect(sets().daily?.id).toBe('daily-2026-01-01')
  await wait(1_000)
  expect(sets()).toMatchObject({ daily: { id: 'daily-2026-01-02' }, weekly: { id: 'weekly-2025-12-29' } })
  for (let day = 0; day < 3; day += 1) await wait(dayMs)
  expect(sets()).toMatchObject({ daily: { id: 'daily-2026-01-05' }, weekly: { id: 'weekly-2026-01-05' } })
  expect(history(desk()).at(-1)).toBe('updated weekly active')
  const before = sets()
  await hub.execute('challenges', commands.turnSets.name, {})
  expect(sets()).toEqual(before)
  await restart()
})

test('[DC107] the sets of a new day and week stay when a node whose clock is behind leads next, and no one is notified again', async () => {
  const { sets, wait, clock, hub } = await openChallenges()
  for (let day = 0; day < 4; day += 1) await wait(dayMs)
  const monday = { daily: { id: 'daily-2026-01-05' }, weekly: { id: 'weekly-2026-01-05' } }
  expect(sets()).toMatchObject(monday)
  const told = () => Object.keys(hub.read(sharedNotifications, '').entries).length
  expect(told()).toBe(1)
  clock.setWallBy(-120_000)
  await hub.execute('challenges', commands.turnSets.name, {})
  expect([sets(), told()]).toMatchObject([monday, 1])
  await wait(180_000)
  expect([sets(), told()]).toMatchObject([monday, 1])
  await wait(dayMs)
  expect(sets()).toMatchObject({ daily: { id: 'daily-2026-01-06' }, weekly: { id: 'weekly-2026-01-05' } })
})

test('[DC108] after a clock that was years ahead is right again, there are sets of today', async () => {
  const { sets, clock, hub } = await openChallenges()
  const turn = () => hub.execute('challenges', commands.turnSets.name, {})
  clock.setWallBy(2_000 * dayMs)
  await turn()
  expect(sets().daily?.id).toBe('daily-2031-06-24')
  clock.setWallBy(-2_000 * dayMs)
  await turn()
  expect(sets()).toMatchObject({ daily: { id: 'daily-2026-01-01' }, weekly: { id: 'weekly-2025-12-29' } })
})

test('[DC41] an approved update is pending for five hours, then it is the daily set, everyone is notified, and midnight replaces it', async () => {
  const { staff, desk, sets, wait, hub, clock } = await openChallenges()
  expect(await staff(commands.approveUpdate, wanted)).toMatchObject({
    output: { scheduledTime: clock.now() + updateDelayMs },
  })
  const { pending } = desk()
  expect(pending?.challenges).toHaveLength(3)
  expect(desk().history[pending?.historyId ?? '']).toMatchObject({
    action: 'approved',
    status: 'pending',
    challengeCount: 3,
    adminInfo: { code: 'permission', account: 'olga' },
  })
  await wait(updateDelayMs - 1)
  expect(sets().daily?.id).toBe('daily-2026-01-01')
  await wait(1)
  expect(sets().daily?.id).toBe(`daily-2026-01-01-${pending?.historyId}`)
  const made = generateChallenges({ kind: 'daily', ...wanted, at: clock.now() - updateDelayMs })
  expect(Object.values(sets().daily?.challenges ?? {})).toEqual(made.filter(({ id }) => ['1', '2', '4'].includes(id)))
  expect([desk().pending, history(desk()).at(-1)]).toEqual([null, 'approved daily active'])
  expect(Object.values(hub.read(sharedNotifications, '').entries)).toMatchObject([
    {
      title: 'Daily Challenges Updated!',
      challengeCount: 3,
      historyId: pending?.historyId,
      details: { adminCode: 'permission' },
    },
  ])
  await wait(dayMs - updateDelayMs)
  expect(sets().daily?.id).toBe('daily-2026-01-02')
})

test('[DC42] a test update is due after 30 s, and one that was due while the hub was down is active when it is back', async () => {
  const app = await openChallenges()
  expect(await app.staff(commands.approveUpdate, { ...wanted, isTest: true })).toMatchObject({
    output: { scheduledTime: app.clock.now() + testDelayMs },
  })
  const id = app.desk().pending?.historyId
  await app.hub.settled()
  const next = await app.restart()
  next.clock.pass(testDelayMs + 1)
  await next.hub.settled()
  expect(next.hub.read(challenges, '').daily?.id).toBe(`daily-2026-01-01-${id}`)
})

test('[DC43] an update is cancelled with a reason, or by a newer one; it is never active then', async () => {
  const { staff, desk, sets, wait } = await openChallenges()
  await staff(commands.approveUpdate, wanted)
  const first = desk().pending?.historyId ?? ''
  await staff(commands.approveUpdate, { ...wanted, seed: 12 })
  const second = desk().pending?.historyId ?? ''
  expect(desk().history[first]).toMatchObject({ status: 'cancelled', cancelReason: 'Replaced by a newer update' })
  expect(desk().history[second]).toMatchObject({ action: 'regenerated', status: 'pending' })
  expect(await staff(commands.cancelUpdate, { history: first })).toMatchObject({ code: 'gone' })
  expect(await staff(commands.cancelUpdate, { history: second })).toMatchObject({ ok: true })
  expect(desk().history[second]).toMatchObject({ status: 'cancelled', cancelReason: 'Cancelled by admin' })
  await wait(updateDelayMs + 1)
  expect(sets().daily?.id).toBe('daily-2026-01-01')
})

test('[DC44] nothing selected, a challenge that the dice do not make, and players without the permission are refused', async () => {
  const { staff, ann, desk } = await openChallenges()
  for (const [input, code] of [
    [{ ...wanted, chosen: [] }, 'none'],
    [{ ...wanted, chosen: ['1', '7'] }, 'unknown'],
    [{ ...wanted, count: 2 }, 'badInput'],
    [{ ...wanted, count: 9 }, 'badInput'],
    [{ ...wanted, currency: 'gold' }, 'badInput'],
    [{ ...wanted, seed: -1 }, 'badInput'],
    [{ ...wanted, reward: 1_000_000 }, 'badInput'],
  ] as const)
    expect(await staff(commands.approveUpdate, input)).toMatchObject({ code })
  expect(await ann(commands.approveUpdate, wanted)).toMatchObject({ code: 'forbidden' })
  expect(desk().pending).toBeNull()
})

test('[DC45] the history keeps 50 entries, the clean-up leaves 30, and the pending one stays in both', async () => {
  const { staff, desk, clock } = await openChallenges()
  const many = () => Object.keys(desk().history).length
  for (let seed = 0; seed < 60; seed += 1) {
    clock.pass(1)
    await staff(commands.approveUpdate, { ...wanted, seed })
  }
  expect(many()).toBe(mostHistory)
  expect(await staff(commands.cleanHistory, {})).toMatchObject({ output: { removed: mostHistory - cleanHistoryTo } })
  expect(many()).toBe(cleanHistoryTo)
  expect(await staff(commands.cleanHistory, { keep: 0 })).toMatchObject({ output: { removed: cleanHistoryTo - 1 } })
  expect(Object.values(desk().history)).toMatchObject([{ status: 'pending' }])
})

test('[DC46] figures of 7 and 30 days count what happened; older days are dropped', async () => {
  const { set, accept, complete, staff, desk, wait, clock, runsOf } = await openChallenges()
  await set('day', { measure: 'judged', target: 1 })
  await accept('day')
  await complete()
  await staff(commands.judgeRun, { account: 'ann', run: runsOf('ann')[0]?.id, verdict: 'approve' })
  expect(desk().asked[askedKey('ann', '')]).toBeUndefined()
  expect(figuresOf(desk(), clock.now(), 7)).toMatchObject({
    accepted: 1,
    completed: 1,
    approved: 1,
    razorTalons: 2_500,
  })
  for (let day = 0; day < 8; day += 1) await wait(dayMs)
  await staff(commands.approveUpdate, { ...wanted, isTest: true })
  await wait(testDelayMs)
  expect(figuresOf(desk(), clock.now(), 7)).toMatchObject({ accepted: 0, updates: 1 })
  expect(figuresOf(desk(), clock.now(), 30)).toMatchObject({ accepted: 1, updates: 1 })
})

test('[DC47] the audit has who approved and who decided, with session and browser; the history never has a code', async () => {
  const { dispatch, desk, memory, hub } = await openChallenges()
  const olga = inSession(person('olga', 'admin'))
  await dispatch(olga, commands.approveUpdate.name, wanted)
  await hub.settled()
  const { rows } = await memory.storage.archivePage({ kind: challengeAudit.kind, before: null, limit: 10 })
  expect(rows.map(({ row }) => row)).toMatchObject([{ act: 'approve', by: 'olga', what: '3 challenges' }])
  expect(JSON.stringify(desk().history)).not.toMatch(/troodon of the swamp/i)
})

test('[DC48] after staff have erased their account the history says what happened, and no longer who did it', async () => {
  const { dispatch, desk, user } = await openChallenges()
  await user('olga', null)
  const olga = inSession(person('olga', 'admin'))
  await dispatch(olga, commands.approveUpdate.name, wanted)
  const id = desk().pending?.historyId ?? ''
  expect(desk().history[id]?.adminInfo.account).toBe('olga')
  expect(await dispatch(olga, eraseMe.name, { confirm: 'olga' })).toMatchObject({ ok: true })
  expect(desk().history[id]).toMatchObject({
    status: 'cancelled',
    cancelReason: 'The account that approved it was erased',
    adminInfo: { code: 'permission', account: '', sessionId: null, userAgent: null },
  })
})
