import { expect, test } from 'vitest'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import * as commands from '../../../shared/features/events/commands.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { startWindowMs } from '../../../shared/features/events/events.ts'
import { pathProblem } from '../../../shared/features/events/migrationPath.ts'
import { setSwitch } from '../../../shared/features/settings/commands.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import { inSession, person } from '../../testing/principals.ts'
import { hill, hunt, migration, openEvents } from './testing/openEvents.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('[EV1] an event is announced 60, 30, 15, 5 and 1 minutes before it and at its start, in the game and on the page, each once', async () => {
  const { schedule, pass, event, said } = await openEvents()
  const id = await schedule(hunt, '2026-01-01T02:00')
  await pass(2 * hourMs)
  expect(event(id)).toMatchObject({ status: 'active', started: true })
  expect(Object.keys(event(id)?.announced ?? {}).map(Number)).toEqual([0, 1, 5, 15, 30, 60])
  const minutes = ['60 minutes', '30 minutes', '15 minutes', '5 minutes', '1 minute']
  expect(said()).toEqual([...minutes.map((left) => `Moonlight Hunt begins in ${left}.`), 'Moonlight Hunt begins now!'])
})

test('[EV47] when an event is scheduled, the notification says the day and the time with its zone', async () => {
  const { ask, messages } = await openEvents()
  const fields = { ...hunt, description: 'Bring a friend.' }
  await ask(commands.scheduleEvent, { fields, zone: 'Europe/Berlin', when: { wall: '2026-01-02T20:00' } })
  await ask(commands.scheduleEvent, { fields: hunt, zone: 'UTC', when: { wall: '2026-07-01T08:05' } })
  expect(messages()).toEqual([
    'It begins on Fri 2 Jan at 20:00 CET. Bring a friend.',
    'It begins on Wed 1 Jul at 08:05 UTC.',
  ])
})

test('[EV2] an event lasts as long as its type says, is over then, and is taken away a day later', {
  tags: 'slow',
}, async () => {
  for (const [fields, seconds] of [
    [hunt, 30],
    [migration, 35],
    [hill, 40],
  ] as const) {
    const { schedule, pass, event } = await openEvents()
    const id = await schedule(fields, '2026-01-01T00:01')
    await pass(minuteMs + seconds * 1_000 - 1)
    expect(event(id)?.status).toBe('active')
    await pass(1)
    expect(event(id)).toMatchObject({ status: 'completed', started: true })
    if (fields !== hunt) continue
    await pass(24 * hourMs - 1)
    expect(event(id)).toBeDefined()
    await pass(1)
    expect(event(id)).toBeUndefined()
  }
})

test('[EV3] an event whose time passed while the hub was down is missed, and not started late; within 5 s it starts', async () => {
  const late = await openEvents()
  await late.account('ann')
  const id = await late.schedule(hunt, '2026-01-01T00:10')
  await late.ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await late.restart(10 * minuteMs + startWindowMs + 1)
  expect(late.event(id)).toMatchObject({ status: 'completed', started: false, triggeredAt: null, ended: 'missed' })
  expect(late.told()).toContain('Moonlight Hunt was missed')
  expect(late.inbox('ann')).toContain('Moonlight Hunt')
  expect(late.said()).toEqual([])
  const inTime = await openEvents()
  const other = await inTime.schedule(hunt, '2026-01-01T00:10')
  await inTime.restart(10 * minuteMs + startWindowMs)
  expect(inTime.event(other)).toMatchObject({ status: 'active', started: true })
})

test('[EV4] announcements whose time passed while the hub was down become one, with the minutes that are really left', async () => {
  const { schedule, restart, said } = await openEvents()
  await schedule(hunt, '2026-01-01T02:00')
  await restart(103 * minuteMs)
  expect(said()).toEqual(['Moonlight Hunt begins in 17 minutes.'])
})

test('[EV5] an event is started at once without a time', async () => {
  const { ask, all, said, pass } = await openEvents()
  await ask(commands.startEvent, { fields: hunt })
  expect(all()).toMatchObject([{ status: 'active', started: true, wall: null }])
  expect(said()).toEqual(['Moonlight Hunt begins now!'])
  await pass(30_000)
  expect(all()).toMatchObject([{ status: 'completed' }])
})

test('[EV6] a migration needs species, population and a path, and King of the Hill a place; each is refused by what it lacks', async () => {
  const { ask } = await openEvents()
  const refused = async (fields: object) => (await ask(commands.startEvent, { fields })).code
  expect(await refused({ ...migration, species: null })).toBe('needsSpecies')
  expect(await refused({ ...migration, population: null })).toBe('needsSpecies')
  expect(await refused({ ...migration, migrationPath: [{ x: 2173, y: 2114 }] })).toBe('needsPath')
  expect(await refused({ type: 'King of the Hill' })).toBe('needsPlace')
  expect(await refused({ ...migration, species: 'Godzilla' })).toBe('badInput')
  expect(await refused({ ...hunt, type: 'Night Hunt' })).toBe('badInput')
})

test('[EV7] a path through deep water is refused with the point, or the two points between which it crosses', async () => {
  const { ask } = await openEvents()
  const refusal = async (migrationPath: readonly object[]) =>
    String((await ask(commands.startEvent, { fields: { ...migration, migrationPath } })).message)
  const [land, sea, beyondLand] = [
    { x: 2173, y: 2114 },
    { x: 20, y: 20 },
    { x: 5_000, y: 2_000 },
  ]
  expect(await refusal([land, sea])).toBe(
    'Point 2 at 20, 20 lies in deep water, and Triceratops does not swim. Move it onto land.',
  )
  expect(await refusal([land, beyondLand])).toBe('Point 2 lies outside the map. Move it onto the island.')
  const [northernJungle, southPlains, northLake] = ['northern-jungle', 'south-plains', 'north-lake'].map(
    (id) => regions.find((region) => region.id === id) ?? land,
  )
  expect(await refusal([northernJungle, southPlains].map((one) => ({ x: one?.x, y: one?.y })))).toBe(
    'Between points 1 and 2 the path crosses deep water at 2245, 1347, and Triceratops does not swim. Route the path around it.',
  )
  expect(pathProblem([land, sea], 'Deinosuchus', true)).toBeNull()
  const shore = { ...hill, location: { x: northLake?.x, y: northLake?.y }, radius: 180 }
  expect(await ask(commands.startEvent, { fields: shore })).toHaveProperty('event')
  expect((await ask(commands.startEvent, { fields: { ...hill, location: sea } })).code).toBe('placeInWater')
  expect((await ask(commands.startEvent, { fields: { ...hill, location: beyondLand } })).code).toBe('offMap')
})

test('[EV8] a recurring event always has its next one scheduled, even after it was missed or cancelled; ending the series cancels it', {
  tags: 'slow',
}, async () => {
  const { ask, all, pass, restart } = await openEvents()
  const when = { rule: '0 20 * * *' }
  const { series } = await ask(commands.scheduleEvent, { fields: hunt, zone: 'Europe/Berlin', when })
  const next = () =>
    all()
      .filter(({ status }) => status === 'scheduled')
      .map(({ scheduledTime }) => new Date(scheduledTime).toISOString().slice(0, 16))
  expect(next()).toEqual(['2026-01-01T19:00'])
  await pass(20 * hourMs)
  expect(next()).toEqual(['2026-01-02T19:00'])
  await restart(24 * hourMs)
  expect(next()).toEqual(['2026-01-03T19:00'])
  const [scheduled] = all().filter(({ status }) => status === 'scheduled')
  await ask(commands.cancelEvent, { event: scheduled?.id })
  expect(next()).toEqual(['2026-01-04T19:00'])
  await ask(commands.endSeries, { series })
  expect(next()).toEqual([])
})

test('[SWI8] while events are off none begins and none is announced; a series goes on when they are on again', {
  tags: 'slow',
}, async () => {
  const { ask, all, pass } = await openEvents()
  await ask(commands.scheduleEvent, { fields: hunt, zone: 'UTC', when: { rule: '0 20 * * *' } })
  await ask(setSwitch, { name: 'events', isOn: false }, 'olga', 'owner')
  await pass(21 * hourMs)
  const states = () => all().map(({ status, started, ended }) => [status, started, ended])
  expect(states()).toEqual([
    ['completed', false, 'cancelled'],
    ['scheduled', false, null],
  ])
  await ask(setSwitch, { name: 'events', isOn: true }, 'olga', 'owner')
  await pass(23 * hourMs + 60_000)
  expect(all().filter(({ started }) => started)).toHaveLength(1)
})

test('[EV9] staff need the permission, and other users learn nothing by asking', async () => {
  const { ask, account } = await openEvents()
  await account('ann')
  for (const [command, input] of [
    [commands.scheduleEvent, { fields: hunt, zone: 'UTC', when: { wall: '2026-01-01T02:00' } }],
    [commands.startEvent, { fields: hunt }],
    [commands.cancelEvent, { event: 'x' }],
    [commands.createCommunityEvent, { title: 'x', startTime: 1, duration: 60_000 }],
  ] as const)
    expect((await ask(command, input, 'ann', 'player')).code).toBe('forbidden')
})

test('[EV11] places go in order: a user who comes later waits, moves up automatically when one leaves, and is notified', async () => {
  const { ask, account, schedule, seats, own, inbox } = await openEvents()
  const id = await schedule({ ...hunt, capacity: 2 }, '2026-01-01T02:00')
  const register = async (who: string) => (await ask(commands.registerForEvent, { event: id }, who, 'player')).state
  for (const who of ['ann', 'bob', 'cleo', 'dan']) await account(who)
  expect([await register('ann'), await register('bob'), await register('cleo'), await register('dan')]).toEqual([
    'registered',
    'registered',
    'waiting',
    'waiting',
  ])
  expect(await register('ann')).toBe('registered')
  expect(seats(id)).toMatchObject({ registered: 2, waiting: 2 })
  await ask(commands.leaveEvent, { event: id }, 'ann', 'player')
  expect(own('cleo').events[id]?.state).toBe('registered')
  expect(inbox('cleo')).toEqual(['You have a place'])
  expect(own('dan').events[id]?.state).toBe('waiting')
  await ask(commands.changeEvent, { event: id, capacity: 3 })
  expect(own('dan').events[id]?.state).toBe('registered')
  expect(seats(id)).toMatchObject({ registered: 3, waiting: 0 })
})

test('[EV111] an event that staff move keeps its places, is announced again, and begins at its new time; everyone is notified, and so are players in the game if they heard of the old time', async () => {
  const { ask, account, schedule, pass, event, own, said, told, inbox } = await openEvents()
  await account('ann')
  const id = await schedule(hunt, '2026-01-02T02:00', 'Europe/Berlin')
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await ask(commands.changeEvent, { event: id, wall: '2026-01-01T03:00' })
  expect(said()).toEqual([])
  await pass(106 * minuteMs)
  expect(inbox('ann')).toEqual(['Moonlight Hunt', 'Moonlight Hunt'])
  const before = said().length
  for (const wall of ['2026-01-01T05:00', '2026-01-01T04:00']) await ask(commands.changeEvent, { event: id, wall })
  expect(told().slice(1)).toEqual(Array.from({ length: 3 }, () => 'Moonlight Hunt was moved'))
  expect(said().slice(before)).toEqual(
    ['05:00', '04:00'].map((time) => `Moonlight Hunt was moved. It now begins on Thu 1 Jan at ${time} CET.`),
  )
  expect([event(id)?.scheduledTime, event(id)?.announced]).toEqual([Date.UTC(2026, 0, 1, 3), {}])
  expect(own('ann').events[id]?.state).toBe('registered')
  await pass(60 * minuteMs)
  expect(event(id)?.status).toBe('scheduled')
  expect(inbox('ann')).toEqual(Array.from({ length: 5 }, () => 'Moonlight Hunt'))
  await pass(14 * minuteMs)
  expect(event(id)).toMatchObject({ status: 'active', started: true })
  expect(said().at(-1)).toBe('Moonlight Hunt begins now!')
})

test('[EV112] an event is not moved to a time that has passed or that clocks skip, nor if it recurs; the same time changes nothing', async () => {
  const { ask, schedule, event, told } = await openEvents()
  const id = await schedule(hunt, '2026-03-28T20:00', 'Europe/Berlin')
  const move = (wall: string, which = id) => ask(commands.changeEvent, { event: which, wall })
  expect(await move('2025-12-31T20:00')).toMatchObject({ code: 'pastDate' })
  expect(await move('2026-03-29T02:30')).toMatchObject({ code: 'inGap' })
  expect(await move('2027-02-28T20:00')).toMatchObject({ code: 'tooFar' })
  expect(await move('2026-03-28T20:00')).toEqual({})
  expect(event(id)?.scheduledTime).toBe(Date.UTC(2026, 2, 28, 19))
  expect(told()).toEqual(['Moonlight Hunt is scheduled'])
  const daily = await ask(commands.scheduleEvent, { fields: hunt, zone: 'UTC', when: { rule: '0 20 * * *' } })
  expect(await move('2026-01-02T20:00', String(daily.event))).toMatchObject({ code: 'recurs' })
})

test('[EV12] a user who erases the account leaves their place to the next, and is in no list any more', async () => {
  const { ask, account, schedule, seats, own, hub } = await openEvents()
  const id = await schedule({ ...hunt, capacity: 1 }, '2026-01-01T02:00')
  for (const who of ['ann', 'bob']) {
    await account(who)
    await ask(commands.registerForEvent, { event: id }, who, 'player')
  }
  await ask(eraseMe, { confirm: 'ann name' }, 'ann', 'player')
  await hub.settled()
  expect(seats(id)).toMatchObject({ registered: 1, waiting: 0 })
  expect(own('bob').events[id]?.state).toBe('registered')
  expect([own('ann').events, own('ann').left]).toEqual([{}, {}])
})

test('[EV13] when an event begins registration is over, and a day later nothing of it is left with those who registered', {
  tags: 'slow',
}, async () => {
  const { ask, account, schedule, own, pass, seats } = await openEvents()
  for (const who of ['ann', 'bob']) await account(who)
  const id = await schedule(hunt, '2026-01-01T00:05')
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await pass(5 * minuteMs)
  expect((await ask(commands.registerForEvent, { event: id }, 'bob', 'player')).code).toBe('over')
  await pass(25 * hourMs)
  expect(own('ann').events).toEqual({})
  expect(seats(id)).toEqual({ registered: 0, waiting: 0, next: 0, waitFrom: 0 })
})

test('[EV15] a community event begins and ends by itself, and users take part as in others', async () => {
  const { ask, account, pass, hub, clock, seats } = await openEvents()
  await account('ann')
  const startTime = clock.now() + hourMs
  const fields = { title: 'Screenshot Contest', startTime, duration: hourMs, rewards: '500 Void Pearls' }
  const { event } = await ask(commands.createCommunityEvent, fields)
  const status = () => hub.read(communityEvents, 'main').events[String(event)]?.status
  expect(status()).toBe('upcoming')
  await ask(commands.registerForEvent, { event }, 'ann', 'player')
  expect(seats(String(event)).registered).toBe(1)
  await pass(hourMs)
  expect(status()).toBe('active')
  await pass(hourMs)
  expect(status()).toBe('completed')
  expect((await ask(commands.createCommunityEvent, { ...fields, startTime: 1 })).code).toBe('past')
})

test('[EV44] the preview of a time or a rule is refused in the words of the command, with their values', async () => {
  const { hub, ask } = await openEvents()
  const previewed = async (zone: string, when: object) =>
    hub.query(inSession(person('olga', 'admin')), { name: commands.previewTimes.name, input: { zone, when } })
  const skipped = { wall: '2026-03-29T02:30' }
  const gap =
    'Clocks in Europe/Berlin skip 2026-03-29 02:30: they go from 2026-03-29 02:00 to 2026-03-29 03:00. Choose a time before or after that.'
  expect(await previewed('Europe/Berlin', skipped)).toMatchObject({ ok: false, code: 'inGap', message: gap })
  const scheduled = await ask(commands.scheduleEvent, { fields: hunt, zone: 'Europe/Berlin', when: skipped })
  expect(scheduled.message).toBe(gap)
  for (const when of [{ wall: '2025-12-01T10:00' }, { rule: '0 0 30 2 *' }, { rule: '* * * * *' }, { rule: 'x' }])
    expect(await previewed('UTC', when)).toMatchObject({ ok: false, message: expect.not.stringContaining('{') })
})
