import { expect, test } from 'vitest'
import { account as accountKind } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/events/commands.ts'
import {
  allNotifications,
  isUrgent,
  notifications,
  sharedNotifications,
} from '../../../shared/features/notifications/notifications.ts'
import { outboxBucketOf, pushOutbox, subscribePush } from '../../../shared/features/notifications/push.ts'
import { NotWritten } from '../../engine/storage.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const minuteMs = 60_000

test('[EV14] a user who is registered is reminded 15 minutes before the start, and others are not', async () => {
  const { ask, account, schedule, pass, inbox } = await openEvents()
  for (const who of ['ann', 'bob']) await account(who)
  const id = await schedule(hunt, '2026-01-01T02:00')
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await pass(105 * minuteMs)
  expect(inbox('ann')).toEqual(['Moonlight Hunt'])
  expect(inbox('bob')).toEqual([])
})

test('[EV71] a user who registers after a reminder gets one with the next announcement, and each user gets one', async () => {
  const { ask, account, schedule, pass, inbox } = await openEvents()
  for (const who of ['ann', 'bob', 'cleo']) await account(who)
  const id = await schedule(hunt, '2026-01-01T02:00')
  const register = (who: string) => ask(commands.registerForEvent, { event: id }, who, 'player')
  await register('ann')
  await pass(105 * minuteMs)
  await register('bob')
  await pass(10 * minuteMs)
  expect(['ann', 'bob'].map(inbox)).toEqual([['Moonlight Hunt'], ['Moonlight Hunt']])
  await register('cleo')
  await pass(5 * minuteMs)
  expect(['ann', 'bob', 'cleo'].map(inbox)).toEqual([['Moonlight Hunt'], ['Moonlight Hunt'], ['Moonlight Hunt']])
})

test('[EV1002] only that an event begins is urgent: it is useless to those who read it later', async () => {
  const { schedule, pass, hub } = await openEvents()
  await schedule(hunt, '2026-01-01T02:00')
  await pass(2 * 3_600_000)
  const told = Object.values(hub.read(sharedNotifications).entries).map((one) => [one.title, isUrgent(one)])
  expect(told).toEqual([
    ['Moonlight Hunt is scheduled', false],
    ['Moonlight Hunt begins', true],
  ])
})

test('[EV73] a user who moves up from the waiting list after the reminder gets one, too', async () => {
  const { ask, account, schedule, pass, inbox } = await openEvents()
  for (const who of ['ann', 'bob']) await account(who)
  const id = await schedule({ ...hunt, capacity: 1 }, '2026-01-01T02:00')
  for (const who of ['ann', 'bob']) await ask(commands.registerForEvent, { event: id }, who, 'player')
  await pass(106 * minuteMs)
  expect(inbox('bob')).toEqual([])
  await ask(commands.leaveEvent, { event: id }, 'ann', 'player')
  await pass(10 * minuteMs)
  expect(inbox('bob')).toEqual(['You have a place', 'Moonlight Hunt'])
})

test('[EV72] everyone is reminded 5 minutes before an event that is scheduled later than 15 minutes before it', async () => {
  const { ask, account, schedule, pass, inbox } = await openEvents()
  await account('ann')
  const id = await schedule(hunt, '2026-01-01T00:10')
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await pass(9 * minuteMs)
  expect(inbox('ann')).toEqual(['Moonlight Hunt'])
})

test('[EV1003] a user who has a place gets one notification and one push when their event is moved or cancelled, and others get theirs', async () => {
  const { ask, account, schedule, pass, settle, hub } = await openEvents()
  const id = await schedule(hunt, '2026-01-02T20:00')
  await pass(1)
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  for (const who of ['ann', 'bob']) {
    await account(who)
    await ask(subscribePush, { endpoint: `https://fcm.googleapis.com/${who}`, keys, device: 'Phone' }, who, 'player')
  }
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await ask(commands.changeEvent, { event: id, wall: '2026-01-02T21:00' })
  await ask(commands.cancelEvent, { event: id })
  await settle()
  const { entries } = hub.read(sharedNotifications)
  const listOf = (who: string) =>
    allNotifications(hub.read(notifications, who), entries, hub.read(accountKind, who).createdAt)
  const later = 'Moonlight Hunt was moved. It now begins on Fri 2 Jan at 21:00 UTC.'
  expect(listOf('ann').map(({ message }) => message)).toEqual(['Moonlight Hunt is cancelled.', later])
  expect(listOf('bob').map(({ title }) => title)).toEqual(['Moonlight Hunt is cancelled', 'Moonlight Hunt was moved'])
  const pushed = (who: string) =>
    Object.values(hub.read(pushOutbox, outboxBucketOf(who)).waiting).flatMap((one) =>
      one.to === who ? [`${one.type} ${one.count}`] : [],
    )
  expect(pushed('ann')).toEqual(['eventMoved 2'])
  expect(pushed('bob')).toEqual(['eventAnnounced 2'])
})

test('[EV1201] each of many who have a place gets one push when their event is moved, even where the store takes the notifications later', {
  tags: 'slow',
}, async () => {
  const { ask, account, schedule, pass, settle, clock, memory, hub } = await openEvents()
  const id = await schedule(hunt, '2026-01-02T20:00')
  await pass(1)
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  const names = Array.from({ length: 350 }, (_, nth) => `user${nth}`)
  for (const who of names) {
    await account(who)
    await ask(commands.registerForEvent, { event: id }, who, 'player')
    const endpoint = `https://fcm.googleapis.com/${who}`
    await ask(subscribePush, { endpoint, keys, device: 'Phone' }, who, 'player')
  }
  const pushed = () =>
    names.map((who) => {
      const { waiting } = hub.read(pushOutbox, outboxBucketOf(who))
      return Object.values(waiting).flatMap((one) => (one.to === who ? [`${one.type} ${one.count}`] : []))
    })
  const once = (many: number) => names.map(() => [`eventMoved ${many}`])
  await ask(commands.changeEvent, { event: id, wall: '2026-01-02T21:00' })
  await settle()
  await pass(2_000)
  expect(pushed()).toEqual(once(1))
  await ask(commands.changeEvent, { event: id, wall: '2026-01-02T22:00' })
  memory.fail(new NotWritten('full', 'no room'))
  clock.pass(0)
  await settle()
  memory.fail(null)
  await pass(30_000)
  expect(pushed()).toEqual(once(2))
})
