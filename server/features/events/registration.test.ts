import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import * as commands from '../../../shared/features/events/commands.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { inSession, person } from '../../testing/principals.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const hourMs = 3_600_000

test('[EV40] a user who registers after the one who had moved up last has left, and finds no room, still moves up', async () => {
  const { ask, account, schedule, own } = await openEvents()
  for (const who of ['ann', 'bob', 'cleo', 'dan']) await account(who)
  const event = await schedule({ ...hunt, capacity: 2 }, '2026-01-01T02:00')
  const does = (command: { readonly name: string }, who: string) => ask(command, { event }, who, 'player')
  for (const who of ['ann', 'bob', 'cleo']) await does(commands.registerForEvent, who)
  await does(commands.leaveEvent, 'ann')
  await does(commands.leaveEvent, 'cleo')
  await ask(commands.changeEvent, { event, capacity: 1 })
  expect((await does(commands.registerForEvent, 'dan')).state).toBe('waiting')
  await does(commands.leaveEvent, 'bob')
  expect(own('dan').events[event]?.state).toBe('registered')
})

test('[EV52] users who leave and register again and again do not use up the numbers of an event', async () => {
  const { ask, account, schedule, own, seats } = await openEvents()
  for (const who of ['ann', 'bob', 'cleo']) await account(who)
  const event = await schedule(hunt, '2026-01-01T02:00')
  const does = (command: { readonly name: string }, who: string) => ask(command, { event }, who, 'player')
  for (const who of ['cleo', 'ann']) await does(commands.registerForEvent, who)
  // Each time the other one has the last number.
  for (let nth = 0; nth < 30; nth += 1)
    for (const [comes, leaves] of [
      ['bob', 'ann'],
      ['ann', 'bob'],
    ] as const) {
      await does(commands.registerForEvent, comes)
      await does(commands.leaveEvent, leaves)
    }
  for (const who of ['ann', 'bob']) {
    expect((await does(commands.registerForEvent, who)).code).toBe('tooOften')
    expect(own(who).left[event]).toBe(20)
  }
  expect(seats(event).next).toBeLessThan(45)
  await does(commands.leaveEvent, 'cleo')
  expect(seats(event)).toMatchObject({ registered: 0, waiting: 0, next: 0, waitFrom: 0 })
  expect((await does(commands.registerForEvent, 'cleo')).state).toBe('registered')
})

test('[EV46] a user who registered reads that a cancelled event is cancelled when they register again', async () => {
  const { ask, schedule } = await openEvents()
  const event = await schedule(hunt, '2026-01-02T00:00')
  const register = () => ask(commands.registerForEvent, { event }, 'olga', 'player')
  expect([await register(), await register()]).toEqual([{ state: 'registered' }, { state: 'registered' }])
  await ask(commands.cancelEvent, { event })
  expect(await register()).toMatchObject({ code: 'over' })
})

test('[EV53] while users move up some at a time, no one who registers then gets a place before them', async () => {
  const { ask, account, schedule, own, seats, pass } = await openEvents()
  const names = Array.from({ length: 110 }, (_, nth) => `user${nth}`)
  for (const who of [...names, 'late']) await account(who)
  const event = await schedule({ ...hunt, capacity: 1 }, '2026-01-01T02:00')
  for (const who of names) await ask(commands.registerForEvent, { event }, who, 'player')
  const room = ask(commands.changeEvent, { event, capacity: 120 })
  const late = ask(commands.registerForEvent, { event }, 'late', 'player')
  await room
  expect((await late).state).toBe('waiting')
  await pass(1_000)
  expect(seats(event)).toMatchObject({ registered: 111, waiting: 0 })
  expect(own('late').events[event]?.state).toBe('registered')
})

test('[EV200] users who have a place or wait are notified when a community event is moved, or removed before it begins', async () => {
  const { ask, account, pass, settle, clock, hub } = await openEvents()
  for (const who of ['ann', 'bob']) await account(who)
  const fields = { title: 'Screenshot Contest', duration: hourMs, capacity: 1 }
  const create = async () => {
    const answer = await ask(commands.createCommunityEvent, { ...fields, startTime: clock.now() + hourMs })
    for (const who of ['ann', 'bob']) await ask(commands.registerForEvent, { event: answer.event }, who, 'player')
    return answer.event
  }
  const told = (who: string) => Object.values(hub.read(notifications, who).entries).map(({ message }) => message)
  const event = await create()
  const startTime = Date.parse('2026-01-03T20:00Z')
  await ask(commands.changeCommunityEvent, { event, ...fields, startTime })
  await ask(commands.changeCommunityEvent, { event, ...fields, startTime, description: 'Bring a friend.' })
  const moved = 'Screenshot Contest was moved: it now begins on Sat 3 Jan at 20:00 UTC.'
  expect([told('ann'), told('bob')]).toEqual([[moved], [moved]])
  await ask(commands.removeCommunityEvent, { event })
  const both = [moved, 'Screenshot Contest is cancelled.']
  await settle()
  expect([told('ann'), told('bob')]).toEqual([both, both])
  const begun = await create()
  await pass(hourMs)
  await ask(commands.removeCommunityEvent, { event: begun })
  expect([told('ann'), told('bob')]).toEqual([both, both])
})

test('[EV1000] a user who moves up is led to the page that shows the event: a community event is on another one', async () => {
  const { ask, account, schedule, clock, hub } = await openEvents()
  for (const who of ['ann', 'bob']) await account(who)
  const fields = { title: 'Race', duration: hourMs, capacity: 1, startTime: clock.now() + hourMs }
  const race = await ask(commands.createCommunityEvent, fields)
  const night = await schedule({ ...hunt, capacity: 1 }, '2026-01-01T02:00')
  for (const event of [night, race.event]) {
    for (const who of ['ann', 'bob']) await ask(commands.registerForEvent, { event }, who, 'player')
    await ask(commands.leaveEvent, { event }, 'ann', 'player')
  }
  const links = Object.values(hub.read(notifications, 'bob').entries).map(({ link }) => link)
  expect(links).toEqual([`/events?event=${night}`, '/games?tab=community'])
})

test('[EV600] a change of a community event leaves the fields that it does not give as they are', async () => {
  const { ask, account, clock, hub } = await openEvents()
  await account('ann')
  const fields = { title: 'Race', description: 'Once round.', duration: hourMs, rewards: 'A flag', capacity: 4 }
  const created = await ask(commands.createCommunityEvent, { ...fields, startTime: clock.now() + hourMs })
  const event = String(created.event)
  await ask(commands.registerForEvent, { event }, 'ann', 'player')
  const before = hub.read(communityEvents, mainServer).events[event]
  expect(await ask(commands.changeCommunityEvent, { event, rewards: '5 pearls' })).toEqual({})
  expect(hub.read(communityEvents, mainServer).events[event]).toEqual({ ...before, rewards: '5 pearls' })
  expect(hub.read(notifications, 'ann').entries).toEqual({})
})

test('[EV201] events that have begun do not count for the limit of registrations', async () => {
  const { ask, account, schedule, pass, clock } = await openEvents()
  await account('ann')
  const register = (event: string) => ask(commands.registerForEvent, { event }, 'ann', 'player')
  for (let nth = 0; nth < 50; nth += 1) {
    const fields = { title: 'Contest', startTime: clock.now() + hourMs, duration: 60_000 }
    await register(String((await ask(commands.createCommunityEvent, fields)).event))
  }
  for (let nth = 0; nth < 10; nth += 1) await register(await schedule(hunt, '2026-01-01T02:00'))
  const next = await schedule(hunt, '2026-01-02T02:00')
  expect(await register(next)).toMatchObject({
    code: 'tooMany',
    message: "You're registered for 60 events. Leave one first.",
  })
  await pass(hourMs)
  expect((await register(next)).state).toBe('registered')
})

test('[EV1200] a page of registrations begins with the next one that is left, however many before it have left', {
  tags: 'slow',
}, async () => {
  const { ask, account, schedule, hub } = await openEvents()
  const names = Array.from({ length: 310 }, (_, nth) => `user${nth}`)
  for (const who of names) await account(who)
  const event = await schedule(hunt, '2026-01-01T02:00')
  for (const who of names) await ask(commands.registerForEvent, { event }, who, 'player')
  for (const who of [...names.slice(0, 100), ...names.slice(200, 300)])
    await ask(commands.leaveEvent, { event }, who, 'player')
  const page = async (from: number) => {
    const call = { name: commands.listRegistrations.name, input: { event, from } }
    const answer = await hub.query(inSession(person('olga', 'admin')), call)
    if (!answer.ok) throw new Error(answer.code)
    const { registrations, next } = commands.listRegistrations.output.parse(answer.output)
    return { first: registrations[0]?.number, count: registrations.length, next }
  }
  expect(await page(0)).toEqual({ first: 100, count: 100, next: 300 })
  expect(await page(300)).toEqual({ first: 300, count: 10, next: null })
  for (const who of names.slice(300)) await ask(commands.leaveEvent, { event }, who, 'player')
  expect(await page(0)).toEqual({ first: 100, count: 100, next: null })
  expect(await page(300)).toEqual({ first: undefined, count: 0, next: null })
})
