import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { placeText } from '../../../shared/features/events/eventPlace.ts'
import { type EventType, eventTypes, ScheduledEvent } from '../../../shared/features/events/events.ts'
import { placeOf } from '../replay/ReplayView.tsx'
import { filmAddress } from './EventDetails.tsx'
import { effects, flashesPerSecond } from './effects.ts'
import {
  comingEvents,
  nearEvents,
  newAnnouncements,
  pastEvents,
  shapeOf,
  shapesNow,
  startedEvent,
} from './eventLists.ts'
import { announcementText, countdownMessages, missedText, seatsText, statusName, urgencyAt } from './eventTexts.ts'
import { attendedText, registeredText } from './Registration.tsx'
import { ruleInWords, ruleOf } from './recurrence.ts'

const now = Date.UTC(2026, 10, 23, 12)
const minuteMs = 60_000

/** An event that is scheduled in ten minutes, unless `more` says otherwise. */
const eventOf = (id: string, more: Partial<ScheduledEvent> = {}): ScheduledEvent =>
  ScheduledEvent.parse({
    id,
    type: 'King of the Hill' satisfies EventType,
    durationMs: 40_000,
    location: { x: 2203, y: 1424 },
    locationName: 'Water Access',
    scheduledTime: now + 10 * minuteMs,
    wall: '2026-11-23T13:10',
    zone: 'Europe/Berlin',
    createdAt: now - 1,
    status: 'scheduled',
    started: false,
    triggeredAt: null,
    ...more,
  })
const byId = (...all: ScheduledEvent[]) => Object.fromEntries(all.map((one) => [one.id, one]))

test('[EVC10] urgency is critical within 5 minutes, urgent within 15, a warning within 30, else normal, with twelve messages', () => {
  expect([60, 31, 30, 16, 15, 6, 5, 0].map((minutes) => urgencyAt(minutes * minuteMs))).toEqual([
    'normal',
    'normal',
    'warning',
    'warning',
    'urgent',
    'urgent',
    'critical',
    'critical',
  ])
  const messages = eventTypes.flatMap((type) => Object.values(countdownMessages[type]))
  expect(new Set(messages).size).toBe(12)
})

test('[EVC11] a card is shown from 60 minutes before the start until the hub says what became of the event', () => {
  const at = (minutes: number) => eventOf('a', { scheduledTime: now + minutes * minuteMs })
  const isShown = (event: ScheduledEvent) => nearEvents(byId(event), now).length === 1
  expect([61, 60, 1, -1].map((minutes) => isShown(at(minutes)))).toEqual([false, true, true, true])
  expect(isShown({ ...at(1), status: 'completed' })).toBe(false)
})

test('[EVC56] an event that runs is shown until it is over, before those that start within the hour', () => {
  const running = eventOf('b', { status: 'active', triggeredAt: now - 3_600_000, scheduledTime: now - 3_600_000 })
  expect(nearEvents(byId(eventOf('a'), running), now).map(({ id }) => id)).toEqual(['b', 'a'])
  expect(nearEvents(byId({ ...running, status: 'completed' }), now)).toEqual([])
})

test('[EVC12] running events come first, then the soonest; past ones the latest first', () => {
  const later = eventOf('later', { scheduledTime: now + 20 * minuteMs })
  const running = eventOf('running', { status: 'active', scheduledTime: now + 30 * minuteMs })
  const [old, older] = [1, 2].map((hours) =>
    eventOf(`old${hours}`, { status: 'completed', scheduledTime: now - hours * 60 * minuteMs }),
  ) as [ScheduledEvent, ScheduledEvent]
  const all = byId(older, later, eventOf('soon'), old, running)
  expect(comingEvents(all).map(({ id }) => id)).toEqual(['running', 'soon', 'later'])
  expect(pastEvents(all).map(({ id }) => id)).toEqual(['old1', 'old2'])
})

test('[EVC13] the warning is shown for the duration of its effects after the start, whenever a page opens, and not after an early end', () => {
  const running = eventOf('a', { status: 'active', started: true, triggeredAt: now, durationMs: 3_600_000 })
  expect(startedEvent(byId(running), now + 39_999)?.id).toBe('a')
  expect(startedEvent(byId(running), now + 40_000)).toBeNull()
  expect(startedEvent(byId({ ...running, status: 'completed' }), now + 1_000)).toBeNull()
})

test('[EVC14] an announcement is shown once, and not when a page comes back long after it', () => {
  const before = eventOf('a', { announced: { 60: now - 50 * minuteMs } })
  const after = { ...before, announced: { ...before.announced, 15: now } }
  const told = (from: ScheduledEvent, to: ScheduledEvent, at = now) =>
    newAnnouncements(byId(from), byId(to), at).map(({ event, minutes }) => announcementText(event, minutes))
  expect(told(before, after)).toEqual(['King of the Hill starts in 15 minutes.'])
  expect(told(after, after)).toEqual([])
  expect(told(before, after, now + 10 * minuteMs)).toEqual([])
  expect(announcementText(after, 0)).toBe('King of the Hill has started.')
  expect([60, 1].map((minutes) => announcementText(after, minutes))).toEqual([
    'King of the Hill starts in 1 hour.',
    'King of the Hill starts in 1 minute.',
  ])
})

test('[EVC15] no effect flashes more than three times in any second, across its rounds', () => {
  for (const type of eventTypes) expect(flashesPerSecond(effects[type])).toBeLessThanOrEqual(3)
  expect(flashesPerSecond(effects['Moonlight Hunt'])).toBeGreaterThan(0)
  const frames = [0, 1, 0, 1, 0, 1, 0, 1, 0].map((opacity, nth) => ({ offset: nth / 8, opacity }))
  expect(flashesPerSecond({ frames, roundMs: 1_000 })).toBe(4)
  expect(flashesPerSecond({ frames, roundMs: 4_000 })).toBe(1)
})

test('[EVC60] the words of the warning lie on an opaque ground, since the page is seen around them', async () => {
  const css = await readFile(new URL('./WarningDialog.module.css', import.meta.url), 'utf8')
  expect(/^\.content \{[^}]*\bbackground: (.*);/m.exec(css)?.[1]).toBe('var(--surface)')
})

test('[EVC16] the map shows a hill with danger zones, a path with its corridor, and nothing of a hunt on the whole island', () => {
  expect(shapeOf(eventOf('a'))).toMatchObject({
    isPath: false,
    hasZones: true,
    radius: 100,
    points: [{ x: 2203, y: 1424 }],
  })
  const path = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ]
  const herd = eventOf('b', { type: 'Great Migration', location: null, migrationPath: path, species: 'Triceratops' })
  expect(shapeOf(herd)).toMatchObject({ isPath: true, hasZones: false, points: path })
  const hunt = eventOf('c', { type: 'Moonlight Hunt', location: null })
  expect(shapeOf(hunt)).toBeNull()
  const far = eventOf('d', { scheduledTime: now + 2 * 3_600_000 })
  const running = eventOf('e', { status: 'active' })
  expect(shapesNow(byId(eventOf('a'), hunt, far, running), now).map(({ id }) => id)).toEqual(['e', 'a'])
})

test('[EVC17] places, states and seats are put into words', () => {
  expect(placeText(eventOf('a'))).toBe('Water Access (E3)')
  expect(placeText(eventOf('a', { locationName: 'The ford' }))).toBe('The ford (E3, Water Access)')
  expect(placeText(eventOf('a', { type: 'Moonlight Hunt', location: null }))).toBe('The whole island')
  expect(statusName(eventOf('a', { status: 'completed', ended: 'missed' }))).toBe('Missed')
  expect(missedText).toContain('never started')
  expect(seatsText({ registered: 20, waiting: 3 }, 20)).toBe('20 of 20 places taken, 3 waiting')
  expect(seatsText({ registered: 2, waiting: 0 }, null)).toBe('2 registered')
})

test('[EVC18] a choice of days becomes a rule, and a rule is put into words', () => {
  const chosen = { repeat: 'weekdays', time: '20:05', days: ['5', '1'], rule: '' } as const
  expect(ruleOf(chosen)).toBe('5 20 * * 1,5')
  expect(ruleInWords('5 20 * * 1,5')).toBe('Monday and Friday at 20:05')
  expect(ruleOf({ ...chosen, days: [] })).toBeNull()
  expect(ruleOf({ ...chosen, repeat: 'daily' })).toBe('5 20 * * *')
  expect(ruleInWords('5 20 * * *')).toBe('Every day at 20:05')
  expect(ruleOf({ ...chosen, repeat: 'custom', rule: ' 0 4 1 * * ' })).toBe('0 4 1 * *')
  expect(ruleInWords('0 4 1 * *')).toBe('Rule 0 4 1 * *')
})

test('[EVC19] the film of an event is the replay at its start over its area', () => {
  const address = filmAddress(eventOf('a', { triggeredAt: now }))
  expect(address).toBe(`/replay?at=${now}&near=2203,1424`)
  expect(placeOf(new URLSearchParams(address.split('?')[1]).get('near'))).toEqual({ x: 2203, y: 1424 })
  for (const wrong of [null, '', '1', 'a,b', ',', '1,', '5000,1', '-1,2']) expect(placeOf(wrong)).toBeNull()
  expect(filmAddress(eventOf('a', { triggeredAt: now, location: null }))).toBe(`/replay?at=${now}`)
})

test('[EVC55] a registered user is promised a reminder only while one is still to come', () => {
  const text = (more: Partial<ScheduledEvent>, at = now) => registeredText(eventOf('a', more), at, now)
  expect(text({})).toBe("You're registered. You get a reminder before the start.")
  const reminded = { announced: { 15: now - minuteMs } }
  expect(text(reminded, now - 2 * minuteMs)).toBe("You're registered.")
  expect(text(reminded)).toBe("You're registered. You get a reminder before the start.")
  expect(text({ scheduledTime: now + minuteMs })).toBe("You're registered. The event is about to start.")
  expect(text({ status: 'active', triggeredAt: now })).toBe("You're registered. The event is running now.")
})

test('[EVC29] a player who was there long enough and was not paid does not read that they were there for too short a time', () => {
  const reward = { currency: 'voidPearls', amount: 5 } as const
  const text = (share: number, paid: boolean, capacity: number | null) =>
    attendedText({ share, paid }, { reward, capacity })
  expect(text(0.8, true, null)).toBe('You were there for 80% of it. The reward is in your wallet.')
  expect(text(0.4, false, null)).toBe('You were there for 40% of it. The reward needs 50%.')
  expect(text(0.8, false, 12)).toBe('You were there for 80% of it. The reward is for players with a place.')
  expect(text(0.8, false, null)).toBe('You were there for 80% of it. The reward could not be paid.')
})

test('[EVC2226] a player with a place whose reward could not be paid does not read that it is for players with a place', () => {
  const event = { reward: { currency: 'voidPearls', amount: 5 }, capacity: 12 } as const
  const text = (hasPlace: boolean) => attendedText({ share: 1, paid: false }, event, hasPlace)
  expect(text(true)).toBe('You were there for 100% of it. The reward could not be paid.')
  expect(text(false)).toBe('You were there for 100% of it. The reward is for players with a place.')
})
