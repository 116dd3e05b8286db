import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/events/commands.ts'
import { isUrgent, sharedNotifications } from '../../../shared/features/notifications/notifications.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const minuteMs = 60_000

test('[EV14] who is registered is reminded 15 minutes before the start, and others are not', async () => {
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
