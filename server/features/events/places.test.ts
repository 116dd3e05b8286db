import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/events/commands.ts'
import { eventAudit } from '../../../shared/features/events/eventAudit.ts'
import { EventSeries, eventSeries, events as eventsKind } from '../../../shared/features/events/events.ts'
import { rewardSetters } from '../../../shared/features/events/rewardSetters.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import { auditLineOf } from '../audit/auditLine.ts'
import { calendarOf } from './calendar.ts'
import { hill, hunt, migration, openEvents } from './testing/openEvents.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const place = (id: string) => {
  const found = regions.find((region) => region.id === id)
  return { location: { x: found?.x ?? 0, y: found?.y ?? 0 }, locationName: found?.name ?? '', radius: 150 }
}
const [access, plains] = [place('water-access'), place('south-plains')]

async function open() {
  const opened = await openEvents()
  const { ask, hub, memory, clock } = opened
  return {
    ...opened,
    change: (event: string, changes: object) => ask(commands.changeEvent, { event, ...changes }),
    /** What everyone was notified of. */
    shared: opened.messages,
    /** Messages in the inbox of a user, the oldest first. */
    messages: (who: string) => Object.values(hub.read(notifications, who).entries).map(({ message }) => message),
    series: () => Object.values(hub.read(eventSeries, 'main').series),
    async audited() {
      const { rows } = await memory.storage.archivePage({ kind: eventAudit.kind, before: null, limit: 50 })
      return rows.toReversed().map((row) => {
        const { did, detail } = auditLineOf(eventAudit, row, '')
        return [did, detail]
      })
    },
    /** Places and sequence numbers in the calendar, in order of time. */
    calendar() {
      const events = Object.values(hub.read(eventsKind, 'main').events)
      const series = Object.values(hub.read(eventSeries, 'main').series)
      const text = calendarOf({ name: 'Isla', events, series, community: [], now: clock.now(), url: null })
      return text
        .replaceAll('\r\n ', '')
        .split('\r\n')
        .filter((line) => /^(LOCATION|SEQUENCE):/.test(line))
    },
  }
}

test('[EV2210] an event that staff move to another place keeps its time and places; everyone is notified once, and so are players in the game if they heard of the old place', async () => {
  const { account, ask, schedule, change, pass, event, own, said, told, messages } = await open()
  await account('ann')
  const id = await schedule({ ...hill, ...access }, '2026-01-01T02:00')
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await change(id, { place: plains })
  expect(said()).toEqual([])
  await pass(106 * minuteMs)
  expect(said().at(-1)).toBe('King of the Hill at South Plains begins in 15 minutes.')
  const { announced } = event(id) ?? {}
  await change(id, { place: access })
  const moved = 'King of the Hill was moved. It now takes place at Water Access (E3).'
  expect(said().at(-1)).toBe(moved)
  expect(event(id)).toMatchObject({ ...access, announced, scheduledTime: Date.UTC(2026, 0, 1, 2), moves: 2 })
  expect(own('ann').events[id]?.state).toBe('registered')
  expect(told().slice(1)).toEqual(['King of the Hill was moved', 'King of the Hill was moved'])
  expect(messages('ann')).toEqual([
    expect.stringContaining('It now takes place at South Plains ('),
    'King of the Hill at South Plains begins in 15 minutes. You are registered.',
    moved,
  ])
  await pass(14 * minuteMs)
  expect(event(id)).toMatchObject({ ...access, status: 'active' })
})

test('[EV2218] the notification of a new event, which is also posted to Discord, says where it takes place', async () => {
  const { ask, schedule, shared } = await open()
  await schedule({ ...hill, ...access, description: 'Bring a friend.' }, '2026-01-01T02:00')
  await ask(commands.scheduleEvent, { fields: migration, zone: 'UTC', when: { rule: '0 20 * * *' } })
  expect(shared()).toEqual([
    'It begins on Thu 1 Jan at 02:00 UTC and takes place at Water Access (E3). Bring a friend.',
    expect.stringMatching(/^It begins on Thu 1 Jan at 20:00 UTC and leads from E5, .+ to E4, .+\.$/),
  ])
})

test('[EV2223] players in the game hear where an event takes place, even where it has a title, unless the title says it', async () => {
  const { schedule, pass, said } = await open()
  const titles = ['Cup', 'Battle of Water Access']
  for (const title of titles) await schedule({ ...hill, ...access, title }, '2026-01-01T00:01')
  await schedule({ ...migration, title: 'Long walk' }, '2026-01-01T00:02')
  await pass(2 * minuteMs)
  const begin = ['Cup at Water Access begins', 'Battle of Water Access begins', 'Long walk begins']
  expect(said().filter((text) => text.endsWith('now!'))).toEqual(begin.map((text) => `${text} now!`))
})

test('[EV2211] time and place are moved in one notification; another radius is not a move, and the same place changes nothing', async () => {
  const { ask, account, schedule, change, event, told, messages } = await open()
  await account('ann')
  const id = await schedule({ ...hill, ...access }, '2026-01-01T02:00')
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await change(id, { place: { ...access, radius: 300 } })
  await change(id, { place: { ...access, radius: 300 } })
  expect(event(id)).toMatchObject({ radius: 300, moves: 0 })
  expect(told()).toEqual(['King of the Hill is scheduled'])
  await change(id, { wall: '2026-01-01T03:00', place: plains })
  expect(event(id)).toMatchObject({ ...plains, moves: 1 })
  expect(messages('ann')).toEqual([
    expect.stringMatching(/begins on Thu 1 Jan at 03:00 UTC and takes place at South Plains \(\w\d\)\.$/),
  ])
})

test('[EV2212] a hunt can be moved to the whole island, and a migration to another path', async () => {
  const { ask, account, schedule, change, event, messages } = await open()
  await account('ann')
  const [hunts, herd] = [
    await schedule({ ...hunt, ...access }, '2026-01-01T02:00'),
    await schedule(migration, '2026-01-01T03:00'),
  ]
  for (const one of [hunts, herd]) await ask(commands.registerForEvent, { event: one }, 'ann', 'player')
  await change(hunts, { place: {} })
  expect(event(hunts)).toMatchObject({ location: null, locationName: '' })
  const back = migration.migrationPath.toReversed()
  await change(herd, { place: { migrationPath: back } })
  expect(event(herd)?.migrationPath).toEqual(back)
  expect(messages('ann')).toEqual([
    'Moonlight Hunt was moved. It now takes place on the whole island.',
    expect.stringMatching(/^Great Migration was moved\. It now leads from E4, .+ to E5, .+\.$/),
  ])
})

test('[EV2213] an event is not moved into the water, off the map, or while it runs, and then nothing of it is changed', async () => {
  const { schedule, change, pass, event, told, audited } = await open()
  const [id, herd] = [
    await schedule({ ...hill, ...access }, '2026-01-01T00:05'),
    await schedule(migration, '2026-01-01T03:00'),
  ]
  const [sea, beyond] = [
    { x: 20, y: 20 },
    { x: 5_000, y: 20 },
  ]
  const before = [event(id), event(herd)]
  const code = async (which: string, changes: object) => (await change(which, { title: 'Other', place: changes })).code
  expect(await code(id, { location: sea, radius: 20 })).toBe('placeInWater')
  expect(await code(id, { location: beyond })).toBe('offMap')
  expect(await code(id, {})).toBe('needsPlace')
  expect(await code(herd, { migrationPath: [sea, ...migration.migrationPath] })).toBe('inWater')
  expect(await code(herd, access)).toBe('needsPath')
  expect([event(id), event(herd)]).toEqual(before)
  await pass(5 * minuteMs)
  expect(await change(id, { place: plains })).toEqual({
    code: 'started',
    message: 'That event has begun or is over, so it can no longer be changed.',
  })
  expect(event(id)).toMatchObject({ status: 'active', ...access })
  expect(told().filter((title) => title.endsWith('moved'))).toEqual([])
  expect(await audited()).toHaveLength(2)
})

test('[EV2214] of a series one event is changed alone, or together with all later ones', {
  tags: 'slow',
}, async () => {
  const { ask, all, change, pass, series, hub, messages, account } = await open()
  await account('ann')
  const scheduled = await ask(commands.scheduleEvent, {
    fields: { ...hill, ...access },
    zone: 'UTC',
    when: { rule: '0 20 * * *' },
  })
  const next = () => all().find(({ status }) => status === 'scheduled')
  await ask(commands.registerForEvent, { event: scheduled.event }, 'ann', 'player')
  await change(String(scheduled.event), { place: plains, title: 'Rumble' })
  expect(next()).toMatchObject({ ...plains, title: 'Rumble' })
  expect(series()).toMatchObject([{ ...access, title: '', moves: 0 }])
  await pass(20 * hourMs)
  expect(next()).toMatchObject({ ...access, title: '', moves: 0 })
  const reward = { currency: 'voidPearls', amount: 50 } as const
  await change(next()?.id ?? '', { place: plains, title: 'Rumble', capacity: 9, reward, andLater: true })
  const changed = { ...plains, title: 'Rumble', capacity: 9, reward }
  expect(series()).toMatchObject([{ ...changed, moves: 1 }])
  await pass(24 * hourMs)
  expect(next()).toMatchObject({ ...changed, moves: 1, scheduledTime: Date.UTC(2026, 0, 3, 20) })
  expect(hub.read(rewardSetters, 'main').setters[next()?.id ?? '']).toBe('olga')
  expect(messages('ann')[0]).toContain('Rumble was moved')
})

test('[EV2219] staff change how long an event lasts until it begins; of a series it is over before the next one, and calendars follow', async () => {
  const { ask, schedule, change, event, told, calendar, series } = await open()
  const id = await schedule(hunt, '2026-01-01T02:00')
  await change(id, { durationMs: 2 * hourMs })
  expect(event(id)).toMatchObject({ durationMs: 2 * hourMs, moves: 1 })
  expect(calendar()[0]).toBe('SEQUENCE:1')
  await change(id, { durationMs: 2 * hourMs })
  expect([event(id)?.moves, told()]).toEqual([1, ['Moonlight Hunt is scheduled']])
  const scheduled = await ask(commands.scheduleEvent, { fields: hunt, zone: 'UTC', when: { rule: '0 * * * *' } })
  const hourly = String(scheduled.event)
  expect(await change(hourly, { durationMs: hourMs, andLater: true })).toMatchObject({ code: 'tooLong' })
  expect([event(hourly)?.durationMs, series()[0]?.durationMs]).toEqual([30_000, 30_000])
  await change(hourly, { durationMs: 30 * minuteMs, andLater: true })
  expect([event(hourly), series()[0]]).toMatchObject([
    { durationMs: 30 * minuteMs, moves: 1 },
    { durationMs: 30 * minuteMs, moves: 1 },
  ])
})

test('[EV2274] an event of a series that would last too long is refused with the longest duration that fits, since its rule stays', async () => {
  const { ask, change, event } = await open()
  const { event: half } = await ask(commands.scheduleEvent, {
    fields: hunt,
    zone: 'UTC',
    when: { rule: '0,30 * * * *' },
  })
  expect(await change(String(half), { durationMs: 29 * minuteMs + 1_000 })).toEqual({
    code: 'tooLong',
    message:
      'This event recurs every 30 min, and each one is over before the next begins. Choose a duration of at most 29 min.',
  })
  expect(await change(String(half), { durationMs: 29 * minuteMs })).toEqual({})
  expect(event(String(half))?.durationMs).toBe(29 * minuteMs)
})

test('[EV2215] the audit says from where to where an event and a series were moved, exactly to the unit of the map', async () => {
  const { ask, change, audited, all } = await open()
  const near = { ...access, location: { x: access.location.x + 1, y: access.location.y }, locationName: 'The ford' }
  const when = { rule: '0 20 * * *' }
  const { series } = await ask(commands.scheduleEvent, { fields: { ...hill, ...access }, zone: 'UTC', when })
  const event = all()[0]?.id ?? ''
  await change(event, { place: near, andLater: true })
  await change(event, { place: { ...near, radius: 300 }, capacity: 5 })
  const title = 'King of the Hill'
  const moved = {
    title,
    fromPlace: 'Water Access (E3): 2203, 1424',
    toPlace: 'The ford (E3, Water Access): 2204, 1424',
  }
  expect(await audited()).toEqual([
    ['scheduled the recurring event {title}', { title, event: series }],
    ['moved the event {title} from {fromPlace} to {toPlace}', { ...moved, event }],
    ['moved the recurring event {title} from {fromPlace} to {toPlace}', { ...moved, event: series }],
    ['changed the event {title}', { title, event }],
  ])
})

test('[EV2216] the calendar says where each event takes place, and calendars that have it follow to another place', async () => {
  const { ask, schedule, change, calendar, all } = await open()
  const id = await schedule({ ...hill, ...access }, '2026-01-01T02:00')
  await schedule(hunt, '2026-01-01T03:00')
  await schedule(migration, '2026-01-01T04:00')
  const path = expect.stringMatching(/^LOCATION:From E5\\, .+ to E4\\, /)
  expect(calendar()).toEqual([
    ...['SEQUENCE:0', 'LOCATION:Water Access (E3)'],
    ...['SEQUENCE:0', 'LOCATION:The whole island'],
    ...['SEQUENCE:0', path],
  ])
  await change(id, { place: plains })
  expect(calendar().slice(0, 2)).toEqual(['SEQUENCE:1', expect.stringMatching(/^LOCATION:South Plains \(/)])
  const when = { rule: '0 20 * * *' }
  const { event } = await ask(commands.scheduleEvent, { fields: { ...hill, ...access }, zone: 'UTC', when })
  const series = () => calendar().slice(6)
  expect(new Set(series())).toEqual(new Set(['SEQUENCE:0', 'LOCATION:Water Access (E3)']))
  await change(String(event), { place: { ...access, locationName: 'The ford' }, andLater: true })
  expect(new Set(series())).toEqual(new Set(['SEQUENCE:1', 'LOCATION:The ford (E3\\, Water Access)']))
  await ask(commands.cancelEvent, { event })
  expect(
    all()
      .filter(({ series: its }) => its !== null)
      .map(({ moves }) => moves),
  ).toEqual([1, 1])
})

test('[EV2217] a series of an earlier release, which was never moved, is read', () => {
  const { series } = EventSeries.parse({
    series: {
      s1: { ...hill, durationMs: 40_000, id: 's1', rule: '0 20 * * *', zone: 'UTC', createdAt: 1 },
    },
  })
  expect(series.s1?.moves).toBe(0)
})
