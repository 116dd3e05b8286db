import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/events/commands.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { ScheduledEvent, events as scheduledEvents } from '../../../shared/features/events/events.ts'
import { calendarOf } from './calendar.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const event = (changes: Partial<ScheduledEvent> = {}): ScheduledEvent => ({
  ...ScheduledEvent.parse({
    id: 'e1',
    type: 'Moonlight Hunt',
    durationMs: 30_000,
    scheduledTime: Date.parse('2026-06-02T18:00Z'),
    wall: '2026-06-02T20:00',
    zone: 'Europe/Berlin',
    createdAt: Date.parse('2026-05-01T10:00Z'),
    status: 'scheduled',
    started: false,
    triggeredAt: null,
  }),
  ...changes,
})
const calendar = (changes: Partial<Parameters<typeof calendarOf>[0]> = {}) =>
  calendarOf({ name: 'Isla', events: [], series: [], community: [], now: event().createdAt, url: null, ...changes })
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('[EV32] an event has its wall time in its zone, and the zone its changes of clocks', () => {
  const lines = unfolded(calendar({ events: [event()], url: 'https://hub.example/events' }))
  expect(lines).toEqual(expect.arrayContaining(['UID:e1@waterhole', 'DTSTART;TZID=Europe/Berlin:20260602T200000']))
  expect(lines).toEqual(expect.arrayContaining(['DTEND;TZID=Europe/Berlin:20260602T200030', 'SUMMARY:Moonlight Hunt']))
  const zone = lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE')).join('\n')
  expect(zone).toContain('BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT')
  expect(zone).toContain('BEGIN:STANDARD\nDTSTART:20261025T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD')
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
})

test('[EV33] texts are escaped and lines folded at 75 octets, without cutting a character', () => {
  const description = `Bring food; water, and a \\ friend.\r\nBEGIN:VEVENT\n${'🦖ü'.repeat(60)}`
  const text = calendar({ events: [event({ description, title: 'a,b;c' })] })
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = unfolded(text)
  expect(lines).toContain('SUMMARY:a\\,b\\;c')
  const escaped = `Bring food\\; water\\, and a \\\\ friend.\\nBEGIN:VEVENT\\n${'🦖ü'.repeat(60)}`
  expect(lines).toContain(`DESCRIPTION:${escaped}`)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
})

test('[EV2224] an event that begins or ends at a time that clocks show twice is given by UTC', () => {
  const night = event({ scheduledTime: Date.parse('2026-10-25T00:30Z'), durationMs: 3_600_000 })
  const timesOf = (changes: Partial<ScheduledEvent>) => {
    const lines = unfolded(calendar({ events: [{ ...night, ...changes }] }))
    return lines.slice(lines.indexOf('BEGIN:VEVENT')).filter((line) => /^DT(START|END)/.test(line))
  }
  expect(timesOf({})).toEqual(['DTSTART:20261025T003000Z', 'DTEND:20261025T013000Z'])
  const evening = { scheduledTime: Date.parse('2026-10-24T18:00Z') }
  const begins = 'DTSTART;TZID=Europe/Berlin:20261024T200000'
  expect(timesOf(evening)).toEqual([begins, 'DTEND;TZID=Europe/Berlin:20261024T210000'])
  expect(timesOf({ ...evening, durationMs: 6 * 3_600_000 })[1]).toBe('DTEND:20261025T000000Z')
})

test('[EV34] a series has its next times at the same wall time over a change of clocks, under ids that stay', () => {
  const fields = event({ type: 'King of the Hill', series: 's1', scheduledTime: Date.parse('2026-10-18T18:00Z') })
  const series = [{ ...fields, id: 's1', rule: '0 20 * * 0', zone: 'Europe/Berlin', createdAt: fields.createdAt }]
  const lines = unfolded(calendar({ events: [fields], series, now: Date.parse('2026-10-17T00:00Z') }))
  const starts = lines.filter((line) => line.startsWith('DTSTART;'))
  expect(starts).toHaveLength(11)
  expect(starts.every((line) => line.endsWith('T200000'))).toBe(true)
  const ids = lines.filter((line) => line.startsWith('UID:'))
  expect(new Set(ids).size).toBe(11)
  const later = unfolded(calendar({ events: [], series, now: fields.scheduledTime }))
  expect(later.filter((line) => line.startsWith('UID:')).slice(0, 10)).toEqual(ids.slice(1))
})

test('[EV35] a cancelled event says so, a missed one is left out, and events by UTC and of the community have no zone', () => {
  const community = [
    {
      id: 'c1',
      title: 'Contest',
      description: '',
      startTime: 1_780_000_000_000,
      duration: 3_600_000,
      rewards: '500 pearls',
    },
  ].map((one) => ({
    ...one,
    capacity: null,
    status: 'upcoming' as const,
    ended: null,
    moves: 0,
    createdAt: 1_770_000_000_000,
  }))
  const events = [event({ ended: 'cancelled', zone: 'UTC' }), event({ id: 'e2', ended: 'missed' })]
  const lines = unfolded(calendar({ events, community }))
  expect(lines.filter((line) => line.startsWith('UID:'))).toEqual(['UID:c1@waterhole', 'UID:e1@waterhole'])
  expect(lines).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'DESCRIPTION:Rewards: 500 pearls']))
  expect(lines).toContain('DTSTART:20260602T180000Z')
  expect(lines).not.toContain('BEGIN:VTIMEZONE')
})

test('[EV1001] an event that is moved or cancelled keeps its id and gets a higher number, so that calendars which have it follow', async () => {
  const { ask, account, schedule, clock, hub } = await openEvents()
  await account('ann')
  const id = await schedule(hunt, '2026-01-02T20:00')
  const fields = { title: 'Contest', duration: 3_600_000, startTime: clock.now() + 3_600_000 }
  const { event: contest } = await ask(commands.createCommunityEvent, fields)
  const sequences = () => {
    const events = Object.values(hub.read(scheduledEvents, 'main').events)
    const community = Object.values(hub.read(communityEvents, 'main').events)
    return unfolded(calendar({ events, community })).filter((line) => /^(UID|SEQUENCE):/.test(line))
  }
  const [hunts, contests] = [`UID:${id}@waterhole`, `UID:${contest}@waterhole`]
  expect(sequences()).toEqual([contests, 'SEQUENCE:0', hunts, 'SEQUENCE:0'])
  await ask(commands.changeEvent, { event: id, title: 'Night hunt' })
  await ask(commands.changeEvent, { event: id, wall: '2026-01-02T21:00' })
  await ask(commands.changeCommunityEvent, { event: contest, title: 'Race' })
  await ask(commands.changeCommunityEvent, { event: contest, startTime: fields.startTime + 60_000 })
  expect(sequences()).toEqual([contests, 'SEQUENCE:1', hunts, 'SEQUENCE:1'])
  await ask(commands.cancelEvent, { event: id })
  expect(sequences()).toEqual([contests, 'SEQUENCE:1', hunts, 'SEQUENCE:2'])
})

test('[EV2378] a community event that ends at another time gets a higher number, as a scheduled one does', async () => {
  const { ask, clock, hub } = await openEvents()
  const fields = { title: 'Contest', duration: 3_600_000, startTime: clock.now() + 3_600_000 }
  const { event } = await ask(commands.createCommunityEvent, fields)
  const sequence = () =>
    unfolded(calendar({ events: [], community: Object.values(hub.read(communityEvents, 'main').events) })).find(
      (line) => line.startsWith('SEQUENCE:'),
    )
  for (const [duration, number] of [
    [3_600_000, 0],
    [7_200_000, 1],
  ] as const) {
    await ask(commands.changeCommunityEvent, { event, duration })
    expect(sequence()).toBe(`SEQUENCE:${number}`)
  }
})
