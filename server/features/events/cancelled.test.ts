import { expect, test } from 'vitest'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import * as commands from '../../../shared/features/events/commands.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { eventAudit } from '../../../shared/features/events/eventAudit.ts'
import { ScheduledEvent } from '../../../shared/features/events/events.ts'
import { recordAttendance } from '../../../shared/features/events/hubCommands.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { setSwitch } from '../../../shared/features/settings/commands.ts'
import { auditLineOf } from '../audit/auditLine.ts'
import { calendarOf } from './calendar.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const reason = 'The server restarts at nine.'

async function open() {
  const opened = await openEvents()
  return {
    ...opened,
    /** What waits to be said in the game. */
    waiting: () =>
      Object.values(opened.hub.read(deliveries, 'main').entries)
        .filter(({ kind, state }) => kind === 'broadcast' && state === 'queued')
        .map(({ detail }) => detail.text),
  }
}

test('[EV2220] players in the game who heard of an event read that it is cancelled, and no announcement of it goes out afterwards', async () => {
  const { ask, schedule, pass, said, waiting } = await open()
  const [early, late] = [await schedule(hunt, '2026-01-01T02:00'), await schedule(hunt, '2026-01-02T02:00')]
  await pass(106 * minuteMs)
  expect(waiting()).toEqual(['Moonlight Hunt begins in 15 minutes.'])
  const before = said().length
  await ask(commands.cancelEvent, { event: early })
  await ask(commands.cancelEvent, { event: late })
  expect(said().slice(before)).toEqual(['Moonlight Hunt is cancelled.'])
  expect(waiting()).toEqual(['Moonlight Hunt is cancelled.'])
})

test('[EV2221] an announcement that was not sent before its event was missed is not sent after it', async () => {
  const { schedule, pass, restart, event, waiting } = await open()
  const id = await schedule(hunt, '2026-01-01T02:00')
  await pass(119 * minuteMs)
  expect(waiting()).toEqual(['Moonlight Hunt begins in 1 minute.'])
  await restart(2 * minuteMs)
  expect(event(id)?.ended).toBe('missed')
  expect(waiting()).toEqual([])
})

test('[EV2222] the reason for which staff cancel an event is in every notification, in the game, with the event and in the audit', async () => {
  const { ask, account, schedule, pass, event, said, hub, memory, messages: shared } = await open()
  await account('ann')
  const id = await schedule(hunt, '2026-01-01T02:00')
  await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
  await pass(61 * minuteMs)
  expect(await ask(commands.cancelEvent, { event: id, reason: 'x'.repeat(201) })).toMatchObject({ code: 'badInput' })
  expect(await ask(commands.cancelEvent, { event: id, reason: ` ${reason} ` })).toEqual({})
  expect(event(id)).toMatchObject({ ended: 'cancelled', reason })
  const inbox = Object.values(hub.read(notifications, 'ann').entries).map(({ message }) => message)
  const text = `Moonlight Hunt is cancelled. ${reason}`
  expect([inbox.at(-1), said().at(-1)]).toEqual([text, text])
  expect(shared().at(-1)).toBe(`Moonlight Hunt will not take place. ${reason}`)
  const { rows } = await memory.storage.archivePage({ kind: eventAudit.kind, before: null, limit: 1 })
  const [line] = rows.map((row) => auditLineOf(eventAudit, row, ''))
  expect([line?.did, line?.detail]).toEqual([
    'cancelled the event {title}',
    { title: 'Moonlight Hunt', event: id, reason },
  ])
  const { reason: _, ...earlier } = event(id) as ScheduledEvent
  expect(ScheduledEvent.parse(earlier).reason).toBe('')
})

test('[EV2226] so is the reason for which staff end a series, or remove a community event before it begins', async () => {
  const { ask, account, all, clock, hub } = await open()
  await account('ann')
  const { series, event } = await ask(commands.scheduleEvent, {
    fields: hunt,
    zone: 'UTC',
    when: { rule: '0 20 * * *' },
  })
  const contest = { title: 'Contest', duration: minuteMs, startTime: clock.now() + minuteMs }
  const community = await ask(commands.createCommunityEvent, contest)
  for (const one of [event, community.event]) await ask(commands.registerForEvent, { event: one }, 'ann', 'player')
  await ask(commands.endSeries, { series, reason })
  await ask(commands.removeCommunityEvent, { event: community.event, reason })
  expect(all()).toMatchObject([{ ended: 'cancelled', reason }])
  expect(Object.values(hub.read(notifications, 'ann').entries).map(({ message }) => message)).toEqual([
    `Moonlight Hunt is cancelled. ${reason}`,
    `Contest is cancelled. ${reason}`,
  ])
})

test('[EV2323] where staff end a running event early with a reason, those who have a place or take part read it, in the game too, and the page of the event shows it; without a reason no one is notified', async () => {
  const { ask, account, schedule, pass, event, said, hub, clock } = await open()
  for (const [at, who] of ['ann', 'bob', 'cleo'].entries()) await account(who, `7656119800000000${at}`)
  const messages = (who: string) => Object.values(hub.read(notifications, who).entries).map(({ message }) => message)
  const run = async (wall: string) => {
    const id = await schedule({ ...hunt, capacity: 5, durationMs: 60 * minuteMs }, wall)
    await ask(commands.registerForEvent, { event: id }, 'ann', 'player')
    await pass(Date.parse(`${wall}Z`) - clock.now() + 1_000)
    const seen = { '76561198000000001': { readings: 1, heldMs: 0 } }
    const attendance = { event: id, readings: 1, players: seen, present: 1, holder: null, isContested: false }
    await hub.execute('events', recordAttendance.name, attendance)
    return id
  }
  const id = await run('2026-01-01T02:00')
  await ask(commands.cancelEvent, { event: id, reason })
  const text = `Moonlight Hunt was ended early. ${reason}`
  expect(event(id)).toMatchObject({ status: 'completed', started: true, ended: null, reason })
  expect([messages('ann').at(-1), messages('bob').at(-1), messages('cleo'), said().at(-1)]).toEqual([
    text,
    text,
    [],
    text,
  ])
  const other = await run('2026-01-01T04:00')
  const before = [messages('ann').length, messages('bob').length, said().length]
  await ask(commands.cancelEvent, { event: other })
  expect([messages('ann').length, messages('bob').length, said().length]).toEqual(before)

  const contest = { title: 'Contest', duration: 60 * minuteMs, startTime: clock.now() + minuteMs }
  const community = String((await ask(commands.createCommunityEvent, contest)).event)
  await ask(commands.registerForEvent, { event: community }, 'ann', 'player')
  await pass(2 * minuteMs)
  await ask(commands.removeCommunityEvent, { event: community, reason })
  expect(messages('ann').at(-1)).toBe(`Contest was ended early. ${reason}`)
})

test('[EV2400] while events are off a community event is cancelled at its time, for calendars too, and users who have a place are notified; one that runs already ends as planned', async () => {
  const { ask, account, pass, hub, clock, inbox } = await openEvents()
  await account('ann')
  const create = async (hours: number) => {
    const fields = { title: 'Screenshot Contest', startTime: clock.now() + hours * hourMs, duration: 2 * hourMs }
    return String((await ask(commands.createCommunityEvent, fields)).event)
  }
  const [running, cancelled, later] = [await create(1), await create(2), await create(9)]
  await ask(commands.registerForEvent, { event: cancelled }, 'ann', 'player')
  await pass(90 * minuteMs)
  await ask(setSwitch, { name: 'events', isOn: false }, 'olga', 'owner')
  await pass(30 * minuteMs)
  const states = () => {
    const all = hub.read(communityEvents, 'main').events
    return [running, cancelled, later].map((id) => [all[id]?.status, all[id]?.ended])
  }
  const [active, over, open] = [
    ['active', null],
    ['completed', 'cancelled'],
    ['upcoming', null],
  ]
  expect(states()).toEqual([active, over, open])
  const notices = Object.values(hub.read(notifications, 'ann').entries)
  expect(notices).toMatchObject([{ title: 'Screenshot Contest', message: 'Screenshot Contest is cancelled.' }])
  const community = Object.values(hub.read(communityEvents, 'main').events)
  const inCalendars = calendarOf({ name: 'Isla', events: [], series: [], community, now: clock.now(), url: null })
  expect(inCalendars.match(/STATUS:\w+/g)).toEqual(['STATUS:CONFIRMED', 'STATUS:CANCELLED', 'STATUS:CONFIRMED'])
  await pass(hourMs)
  await ask(setSwitch, { name: 'events', isOn: true }, 'olga', 'owner')
  await pass(6 * hourMs)
  expect(states()).toEqual([['completed', null], over, active])
  expect(inbox('ann')).toHaveLength(1)
})
