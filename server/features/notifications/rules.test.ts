import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import * as commands from '../../../shared/features/notifications/commands.ts'
import { formerNotices, takeOverNotices } from '../../../shared/features/notifications/formerNotices.ts'
import {
  allNotifications,
  type Inbox,
  isUnread,
  notifications,
  sharedNotifications,
} from '../../../shared/features/notifications/notifications.ts'
import { pushSubscriptions, subscribePush } from '../../../shared/features/notifications/push.ts'
import { isQuiet, notificationSettings } from '../../../shared/features/notifications/settings.ts'
import {
  idleLengthMs,
  ownSessions,
  publicIdOf,
  Session,
  sessionLengthMs,
} from '../../../shared/features/session/session.ts'
import { type Context, implement, type Rule } from '../../engine/rule.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { openApp } from '../../testing/openApp.ts'
import { inSession, person } from '../../testing/principals.ts'
import { accountFeature } from '../account/feature.ts'
import { erasureFeature } from '../erasure/feature.ts'
import { profileFeature } from '../profile/feature.ts'
import { rightsFeature } from '../rights/rights.ts'
import { sessionFeature } from '../session/feature.ts'
import { removeSession, saveSession } from '../session/openSessions.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { notificationsFeature } from './feature.ts'
import { digestMs, notify, notifyEveryone, notifyMany } from './notify.ts'

const minuteMs = 60_000
const features = [
  accountFeature,
  rightsFeature([]),
  profileFeature,
  tokensFeature,
  sessionFeature,
  notificationsFeature,
  erasureFeature,
]

async function openInboxes(...accounts: readonly string[]) {
  /** A rule of another feature, given by the test. */
  let rule: (context: Context) => void = () => {}
  const ran: Rule<typeof commands.sendNotifications> = (context) => {
    rule(context as never)
    return {}
  }
  const act = { ...commands.sendNotifications, name: 'sample.act' } as const
  const sample = { name: 'sample', documents: [], commands: [implement(act, ran as never)], queries: [] }
  const app = await openApp([...features, sample])
  const { hub, clock, dispatch } = app
  for (const account of accounts) await ensureAccount(hub, clock.now(), { account, name: `${account} name` })
  const inbox = (who: string): Inbox => hub.read(notifications, who)
  const listOf = (who: string) => allNotifications(inbox(who), hub.read(sharedNotifications).entries, 0)
  return {
    ...app,
    inbox,
    listOf,
    unreadOf: (who: string) => listOf(who).filter(isUnread).length,
    async inRule(does: (context: Context) => void) {
      rule = does
      await hub.execute('test', act.name, { to: [], notification: gift(0) })
    },
    ask: (who: string, name: string, input: unknown) => dispatch(inSession(person(who)), name, input),
  }
}

const gift = (amount: number) => ({
  type: 'giftReceived' as const,
  title: 'A gift',
  message: `{other} sent you ${amount} Void Pearls.`,
  other: 'bob',
})

test('[NF1] a notification is kept with what happened, the newest first, at most a hundred', async () => {
  const { inRule, listOf, unreadOf, clock, faults } = await openInboxes('ann', 'bob')
  await inRule((context) => {
    for (let at = 0; at < 105; at++)
      notify({ ...context, now: clock.now() + at }, { to: 'ann', ...gift(at), details: { amount: at } })
  })
  expect(listOf('ann')).toHaveLength(100)
  expect(listOf('ann')[0]).toMatchObject({
    type: 'giftReceived',
    title: 'A gift',
    details: { amount: 104 },
    dismissed: false,
    dismissedAt: null,
    challengeCount: null,
    historyId: null,
  })
  expect(listOf('ann').at(-1)).toMatchObject({ details: { amount: 5 } })
  expect([unreadOf('ann'), unreadOf('bob')]).toEqual([100, 0])
  expect(faults).toEqual([])
})

test('[NF2] an account that does not exist is not notified', async () => {
  const { inRule, inbox } = await openInboxes('ann')
  await inRule((context) => expect(notify(context, { to: 'gone', ...gift(1) })).toBeNull())
  expect(inbox('gone').entries).toEqual({})
})

test('[NF3] notifications of one key that come while the first is unread become one with a count', async () => {
  const { inRule, listOf, clock, ask } = await openInboxes('ann')
  const reward = (amount: number) => ({
    to: 'ann',
    type: 'eventReward' as const,
    title: 'Reward',
    message: `${amount}`,
    key: 'hill',
  })
  await inRule((context) => void notify(context, reward(1)))
  clock.pass(minuteMs)
  await inRule((context) => void notify(context, reward(2)))
  expect(listOf('ann')).toMatchObject([
    { count: 2, message: '2', timestamp: clock.now(), createdAt: clock.now() - minuteMs },
  ])
  await ask('ann', commands.markNotificationsRead.name, { ids: listOf('ann').map(({ id }) => id) })
  clock.pass(1)
  await inRule((context) => void notify(context, reward(3)))
  clock.pass(digestMs + 1)
  await inRule((context) => void notify(context, reward(4)))
  expect(listOf('ann').map(({ message, count }) => [message, count])).toEqual([
    ['4', 1],
    ['3', 1],
    ['2', 2],
  ])
})

test('[NF4] a dismissed notification stays in the list as dismissed; one that is gone is not a fault', async () => {
  const { inRule, listOf, unreadOf, ask, clock } = await openInboxes('ann', 'bob')
  await inRule((context) => {
    notify(context, { to: 'ann', ...gift(1) })
    notify(context, { to: 'ann', ...gift(2) })
  })
  const [first] = listOf('ann')
  const dismiss = (who: string, ids: readonly (string | undefined)[]) =>
    ask(who, commands.dismissNotifications.name, { ids })
  expect(await dismiss('bob', [first?.id])).toMatchObject({ ok: true, output: { dismissed: 0 } })
  expect(await dismiss('ann', [first?.id, 'gone', '__proto__'])).toMatchObject({ ok: true, output: { dismissed: 1 } })
  const at = clock.now()
  clock.pass(minuteMs)
  expect(await dismiss('ann', [first?.id])).toMatchObject({ ok: true, output: { dismissed: 0 } })
  expect(listOf('ann').find(({ id }) => id === first?.id)).toMatchObject({ dismissed: true, dismissedAt: at })
  expect(unreadOf('ann')).toBe(1)
})

test('[NF5] a thousand dismissals at once are refused as an input, and dismissing all leaves what came since', async () => {
  const { inRule, listOf, ask, clock } = await openInboxes('ann')
  const many = Array.from({ length: 1_000 }, (_, at) => `n${at}`)
  expect(await ask('ann', commands.dismissNotifications.name, { ids: many })).toMatchObject({
    ok: false,
    code: 'badInput',
  })
  await inRule((context) => void notify(context, { to: 'ann', ...gift(1) }))
  const upTo = clock.now()
  clock.pass(1)
  await inRule((context) => void notify(context, { to: 'ann', ...gift(2) }))
  expect(await ask('ann', commands.dismissAllNotifications.name, { upTo })).toMatchObject({ output: { dismissed: 1 } })
  expect(listOf('ann').map(({ dismissed }) => dismissed)).toEqual([false, true])
})

test('[NF6] what is for everyone is one document; each user reads and dismisses it alone', async () => {
  const { inRule, listOf, unreadOf, inbox, hub, ask, clock } = await openInboxes('ann', 'bob')
  const news = {
    type: 'challengesUpdated',
    title: 'Daily Challenges Updated!',
    message: 'There are 6 new challenges.',
  } as const
  await inRule((context) => void notifyEveryone(context, { ...news, challengeCount: 6, historyId: 'h1' }))
  const [first] = listOf('ann')
  expect(first).toMatchObject({ title: 'Daily Challenges Updated!', challengeCount: 6, historyId: 'h1', readAt: null })
  await ask('ann', commands.markNotificationsRead.name, { ids: [first?.id] })
  expect([unreadOf('ann'), unreadOf('bob')]).toEqual([0, 1])
  await ask('ann', commands.dismissNotifications.name, { ids: [first?.id] })
  expect(listOf('ann')).toMatchObject([{ dismissed: true, dismissedAt: clock.now(), readAt: clock.now() }])
  expect(listOf('bob')).toMatchObject([{ dismissed: false }])
  // A new user is not told what was before.
  expect(allNotifications(inbox('bob'), hub.read(sharedNotifications).entries, clock.now() + 1)).toEqual([])
  for (let at = 0; at < 31; at++) {
    clock.pass(1)
    await inRule((context) => void notifyEveryone(context, news))
  }
  await ask('ann', commands.markNotificationsRead.name, { ids: [listOf('ann')[0]?.id] })
  expect(Object.keys(hub.read(sharedNotifications).entries)).toHaveLength(30)
  expect(Object.keys(inbox('ann').shared)).toHaveLength(1)
})

test('[NF7] a kind that is switched off is not kept; bans cannot be switched off', async () => {
  const { inRule, listOf, ask } = await openInboxes('ann')
  const set = (type: string) =>
    ask('ann', commands.setNotificationKind.name, { type, page: false, browser: true, push: true })
  expect(await set('giftReceived')).toMatchObject({ ok: true })
  expect(await set('ban')).toMatchObject({ ok: false, code: 'critical' })
  expect(await set('weather')).toMatchObject({ ok: false, code: 'badInput' })
  await inRule((context) => {
    notify(context, { to: 'ann', ...gift(1) })
    notify(context, { to: 'ann', type: 'ban', title: 'You were banned', message: 'Spam' })
  })
  expect(listOf('ann')).toMatchObject([{ type: 'ban' }])
})

test('[NF8] quiet hours need a time zone that exists and an end of their own, and go over midnight', async () => {
  const { ask } = await openInboxes('ann')
  const night = { isOn: true, from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' }
  const set = (more: object) => ask('ann', commands.setQuietHours.name, { ...night, ...more })
  expect(await set({ zone: 'Europe/Atlantis' })).toMatchObject({
    code: 'noSuchZone',
    message: 'There is no time zone "Europe/Atlantis". Choose one such as Europe/Berlin or America/New_York.',
  })
  expect(await set({ to: 22 * 60 })).toMatchObject({ code: 'never' })
  expect(await set({ from: 1440 })).toMatchObject({ code: 'badInput' })
  expect(await set({})).toMatchObject({ ok: true })
  const at = (time: string) => Date.parse(`2026-01-10T${time}:00Z`)
  const quietAt = (time: string, hours: object = {}) => isQuiet({ ...night, ...hours }, at(time))
  // 21:00 UTC is 22:00 in Berlin.
  expect([quietAt('20:59'), quietAt('21:00'), quietAt('05:59'), quietAt('06:00')]).toEqual([false, true, true, false])
  expect(quietAt('21:00', { isOn: false })).toBe(false)
  expect([quietAt('12:00', { from: 12 * 60, to: 14 * 60 }), quietAt('13:00', { from: 12 * 60, to: 14 * 60 })]).toEqual([
    true,
    false,
  ])
})

test('[NF9] of many users the first are notified in the same change, and all soon after it, once each', async () => {
  const { inRule, inbox, hub, clock, restart } = await openInboxes()
  const all = Array.from({ length: 120 }, (_, at) => `p${at}`)
  for (const account of all) await ensureAccount(hub, clock.now(), { account })
  const reminder = { type: 'eventReminder', title: 'Soon', message: 'In 15 minutes.' } as const
  await inRule((context) => notifyMany(context, all, reminder))
  expect(Object.keys(inbox('p0').entries)).toHaveLength(1)
  expect(Object.keys(inbox('p119').entries)).toHaveLength(0)
  const { hub: next } = await restart()
  clock.pass(1)
  await expect
    .poll(() => all.filter((who) => Object.keys(next.read(notifications, who).entries).length === 1).length)
    .toBe(120)
})

test('[NF10] only the owner reads an inbox, and erasing the account empties it', async () => {
  const { inRule, hub, inbox, ask } = await openInboxes('ann', 'bob')
  await inRule((context) => void notify(context, { to: 'ann', ...gift(1) }))
  expect(hub.mayRead(person('ann'), 'notifications/ann')).toBe(true)
  expect(hub.mayRead(person('bob'), 'notifications/ann')).toBe(false)
  expect(await ask('ann', eraseMe.name, { confirm: 'ann name' })).toMatchObject({ ok: true })
  expect(inbox('ann')).toEqual({ entries: {}, shared: {} })
})

test('[NF11] notices of gifts that an earlier release kept become notifications, once, as old as they were', async () => {
  const { hub, listOf, inRule, clock } = await openInboxes('ann', 'bob')
  const at = clock.now() - 3_600_000
  await inRule(({ edit }) => {
    const { entries } = edit(formerNotices, 'ann')
    entries.n1 = { id: 'n1', at, other: 'bob', currency: 'voidPearls', amount: 1_200, item: '' }
    entries.n2 = { id: 'n2', at: at + 1, other: null, currency: null, amount: 0, item: 'Troodon' }
  })
  for (let times = 0; times < 2; times += 1)
    await hub.execute('notifications', takeOverNotices.name, { accounts: ['ann', 'bob'] })
  expect(listOf('ann')).toMatchObject([
    { type: 'giftReceived', message: '{other} gave you a dinosaur: Troodon.', other: null, timestamp: at + 1 },
    { type: 'giftReceived', message: '{other} sent you 1,200 Void Pearls.', other: 'bob', timestamp: at },
  ])
  expect(hub.read(formerNotices, 'ann').entries).toEqual({})
})

test('[NF12] a revoked session takes its push with it, even while its page is closed; one that ran out does not', async () => {
  const { inRule, hub, clock, dispatch } = await openInboxes('ann')
  const keyOf = (digit: string) => digit.repeat(64)
  const open = (digit: string) =>
    inRule((context) => {
      const session = { accountId: 'ann', role: 'player', demo: false, openedAt: context.now, seenAt: context.now }
      saveSession(context, keyOf(digit), Session.parse({ ...session, endsAt: context.now + sessionLengthMs }))
    })
  const close = (digit: string) => inRule((context) => removeSession(context, keyOf(digit)))
  const subscribe = async (digit: string) => {
    await open(digit)
    const browser = { ...person('ann'), session: { id: publicIdOf(keyOf(digit)), elevatedUntil: null, viewing: null } }
    const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
    const input = { endpoint: `https://fcm.googleapis.com/${digit}`, keys, device: digit }
    expect(await dispatch(browser, subscribePush.name, input)).toMatchObject({ ok: true })
  }
  const devices = () => Object.values(hub.read(notificationSettings, 'ann').devices).map(({ device }) => device)
  for (const digit of ['1', '2', '3']) await subscribe(digit)
  await close('1')
  expect(devices()).toEqual(['2', '3'])
  expect(Object.keys(hub.read(pushSubscriptions, 'ann').devices)).toHaveLength(2)
  // The hub ends a session that was not used for a week.
  clock.pass(idleLengthMs - minuteMs)
  await open('4')
  clock.pass(2 * minuteMs)
  await hub.settled()
  await expect.poll(() => Object.keys(hub.read(ownSessions, 'ann').open)).toEqual([publicIdOf(keyOf('4'))])
  expect(devices()).toEqual(['2', '3'])
  await close('4')
  expect(devices()).toEqual([])
})
