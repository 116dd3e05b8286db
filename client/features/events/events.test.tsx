// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  changeEvent,
  leaveEvent,
  readWaitingPlace,
  registerForEvent,
} from '../../../shared/features/events/commands.ts'
import { eventScores, eventSeats, events, ownEvents } from '../../../shared/features/events/events.ts'
import { server } from '../../../shared/features/server/server.ts'
import {
  answering,
  given,
  refusal,
  refusedDocument,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
import { EventsScreen } from './EventsScreen.tsx'
import { event, eventsOf, minuteMs } from './testing/givenEvents.ts'

// A map needs a canvas: where events take place is tested on their shapes.
vi.mock('./EventMap.tsx', () => import('./testing/stubbedMap.tsx'))

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
})

test('[EVC24] the events page is loading, refused, empty, and shows an event with registration and the place in the waiting list', async () => {
  const { change, settle, sent } = renderScreen(<EventsScreen />, {
    hello: signedIn('player'),
    path: '/events',
    queries: [answering(readWaitingPlace, () => ({ place: 4 }))],
  })
  expect(screen.getByText('Loading…')).toBeDefined()
  change(refusedDocument(events, mainServer))
  expect(screen.getByText("You can't read this.")).toBeDefined()
  change(eventsOf())
  expect(screen.getByText('No events are scheduled.')).toBeDefined()
  change(eventsOf(event('a', { capacity: 20, reward: { currency: 'voidPearls', amount: 500 } })))
  change(given(eventSeats, 'a', { registered: 20, waiting: 4 }))
  const details = within(screen.getByRole('region', { name: 'Moonlight Hunt' }))
  expect(details.getByText('20 of 20 places taken, 4 waiting')).toBeDefined()
  expect(details.getByText('500')).toBeDefined()
  fireEvent.click(details.getByRole('button', { name: 'Register' }))
  expect(sent).toMatchObject([{ name: registerForEvent.name }])
  await sent[0]?.answer({ ok: true, output: { state: 'waiting' }, seq: 1 })
  change(given(ownEvents, 'ann', { events: { a: { number: 23, state: 'waiting', at: 1 } } }))
  await settle()
  expect(details.getByText(/^You're on the waiting list, number 4\./)).toBeDefined()
  fireEvent.click(details.getByRole('button', { name: 'Leave the waiting list' }))
  const question = within(screen.getByRole('dialog', { name: 'Leave the waiting list?' }))
  fireEvent.click(question.getByRole('button', { name: 'Leave the waiting list' }))
  expect(sent[1]).toMatchObject({ name: leaveEvent.name, input: { event: 'a' } })
  expect(screen.queryByRole('tab', { name: 'Schedule' })).toBeNull()
})

test('[EVC1940] a place that others wait for is given up after a question, and any other at once', () => {
  const { change, sent } = renderScreen(<EventsScreen />, {
    hello: signedIn('player'),
    path: '/events?event=a',
    documents: [
      eventsOf(event('a', { capacity: 20 })),
      given(eventSeats, 'a', { registered: 20, waiting: 1 }),
      given(ownEvents, 'ann', { events: { a: { number: 3, state: 'registered', at: 1 } } }),
    ],
  })
  const leave = () => fireEvent.click(screen.getByRole('button', { name: 'Unregister' }))
  leave()
  const question = within(screen.getByRole('dialog', { name: 'Give up your place?' }))
  expect(question.getByText(/^Your place goes to the first player on the waiting list\./)).toBeDefined()
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  change(given(eventSeats, 'a', { registered: 20, waiting: 0 }))
  leave()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toMatchObject([{ name: leaveEvent.name, input: { event: 'a' } }])
})

test('[EVC61] a user on the waiting list of an event that runs is not told that they may still move up', () => {
  const running = event('a', { status: 'active', started: true, triggeredAt: screenNow, durationMs: minuteMs })
  renderScreen(<EventsScreen />, {
    hello: signedIn('player'),
    path: '/events?event=a',
    documents: [eventsOf(running), given(ownEvents, 'ann', { events: { a: { number: 3, state: 'waiting', at: 1 } } })],
  })
  expect(
    screen.getByText("You're on the waiting list. The event has started, so no more places become free."),
  ).toBeDefined()
})

test('[EVC59] the timeline tells announcements that were made from those that were left out and those to come', () => {
  const announced = { 30: screenNow - 10 * minuteMs }
  renderScreen(<EventsScreen />, { path: '/events?event=a', documents: [eventsOf(event('a', { announced }))] })
  const timeline = within(screen.getByRole('list', { name: 'Announcements' }))
  expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '60 min, not announced',
    '30 min, announced',
    '15 min, not yet',
    '5 min, not yet',
    '1 min, not yet',
    'Start, not yet',
  ])
})

test('[EVC25] a hill shows who holds it live, and after it what the reader took part in; a missed event says so', () => {
  const hill = event('a', {
    type: 'King of the Hill',
    location: { x: 1, y: 1 },
    status: 'active',
    started: true,
    triggeredAt: screenNow - 90_000,
  })
  const scores = (more: object) =>
    given(eventScores, 'a', {
      scores: { 1: { name: null, account: null, heldMs: 5_000 }, 2: { name: 'Bob', account: 'bob', heldMs: 9_000 } },
      ...more,
    })
  const { change } = renderScreen(<EventsScreen />, {
    hello: signedIn('player'),
    path: '/events?event=a',
    documents: [eventsOf(hill), scores({ holder: 2, present: 0 })],
  })
  const score = () => screen.getByRole('region', { name: 'Score' }).textContent
  expect(screen.getByTitle('Not known')).toBeDefined()
  change(given(server, mainServer, { link: { name: 'up' } }))
  expect(screen.getByText('Fewer than 3 players')).toBeDefined()
  expect(score()).toContain('Bob holds the hill.')
  expect(score()).toMatch(/1\. Bob9 s.*2\. Player 15 s/)
  change(scores({ isContested: true, present: 4 }))
  expect(screen.getByText('4 players')).toBeDefined()
  expect(score()).toContain('no one scores')
  change(given(ownEvents, 'ann', { attended: { a: { share: 0.8, heldMs: 0, paid: true } } }))
  change(eventsOf({ ...hill, status: 'completed' as never }, event('b', { status: 'completed', ended: 'missed' })))
  fireEvent.click(screen.getByRole('tab', { name: 'Past' }))
  fireEvent.click(screen.getByRole('button', { name: /King of the Hill/ }))
  expect(screen.getByText('You were there for 80% of it. The reward is in your wallet.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /Moonlight Hunt/ }))
  expect(screen.getByText(/The hub was down when this event was due/)).toBeDefined()
})

test('[EVC604] the question before one event of a series is cancelled says where the series is ended', () => {
  renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a', { series: 's' }))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel event' }))
  expect(screen.getByRole('dialog').textContent).toContain(
    'The next one of the series is scheduled. To end the series, use the Schedule tab.',
  )
})

test('[EVC2223] staff say why they cancel an event, and everyone reads it', () => {
  const { sent, change } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a'))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel event' }))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The server restarts. ' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel event' }))
  expect(sent.map(({ input }) => input)).toEqual([{ event: 'a', reason: 'The server restarts.' }])
  change(eventsOf(event('a', { status: 'completed', ended: 'cancelled', reason: 'The server restarts.' })))
  expect(screen.getByText('Reason: The server restarts.')).toBeDefined()
})

test('[EVC2343] staff say why they end an event that runs', () => {
  const { sent } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a', { status: 'active', started: true, triggeredAt: screenNow }))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'End event' }))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'It lags.' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End event' }))
  expect(sent.map(({ input }) => input)).toEqual([{ event: 'a', reason: 'It lags.' }])
})

test('[EVC2324] everyone reads why staff ended a running event early', () => {
  renderScreen(<EventsScreen />, {
    path: '/events?event=a',
    documents: [eventsOf(event('a', { status: 'completed', started: true, endedAt: screenNow, reason: 'It lags.' }))],
  })
  expect(screen.getByText('Staff ended it early. Reason: It lags.')).toBeDefined()
})

test('[EVC35] staff change what a scheduled event says and gives; only what was changed is sent, and one that runs is not offered', async () => {
  const scheduled = event('a', { title: 'Night of teeth', capacity: 20 })
  const { sent, change } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(scheduled)],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change event' }))
  const form = within(screen.getByRole('dialog', { name: 'Change Night of teeth' }))
  fireEvent.change(form.getByLabelText(/^Places/), { target: { value: '30' } })
  fireEvent.change(form.getByLabelText(/^Reward/), { target: { value: '250' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(sent).toMatchObject([{ name: changeEvent.name }])
  expect(sent[0]?.input).toEqual({ event: 'a', capacity: 30, reward: { currency: 'voidPearls', amount: 250 } })
  await sent[0]?.answer(refusal('started', 'That event has begun or is over, so it can no longer be changed.'))
  expect(form.getByRole('alert').textContent).toContain('has begun')
  change(eventsOf({ ...scheduled, status: 'active' as never, started: true }))
  expect(screen.queryByRole('button', { name: 'Change event' })).toBeNull()
})

test('[EVC605] staff move an event by the clocks of its zone; the time of one that recurs is not offered', () => {
  const once = { zone: 'Europe/Berlin', wall: '2026-03-10T20:00' }
  const { sent, change } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a', once))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change event' }))
  const time = screen.getByLabelText(/^Date and time/)
  expect(time).toHaveProperty('value', '2026-03-10T20:00')
  expect(screen.getByText('In the time zone Europe/Berlin.')).toBeDefined()
  fireEvent.change(time, { target: { value: '2026-03-11T19:30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent.map(({ input }) => input)).toEqual([{ event: 'a', wall: '2026-03-11T19:30' }])
  change(eventsOf(event('a', { ...once, series: 's' })))
  expect(screen.queryByLabelText(/^Date and time/)).toBeNull()
  expect(screen.getByText(/^It recurs/)).toBeDefined()
})

test('[EVC1000] the event that is shown stays while another one comes before it or it is moved, and so does what is typed', () => {
  const later = (minutes: number) => ({ scheduledTime: screenNow + minutes * minuteMs })
  const { change } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events',
    documents: [eventsOf(event('a', { ...later(20), title: 'First' }), event('b', { ...later(40), title: 'Second' }))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change event' }))
  fireEvent.change(screen.getByLabelText(/^Description/), { target: { value: 'Bring a torch.' } })
  change(
    eventsOf(
      event('c', { ...later(5), title: 'Sooner' }),
      event('a', { ...later(60), title: 'First' }),
      event('b', { ...later(40), title: 'Second' }),
    ),
  )
  expect(screen.getByRole('dialog', { name: 'Change First' })).toBeDefined()
  expect(screen.getByLabelText(/^Description/)).toHaveProperty('value', 'Bring a torch.')
  expect(screen.getByRole('region', { name: 'First' })).toBeDefined()
  change(eventsOf(event('c', { ...later(5), title: 'Sooner' }), event('b', { ...later(40), title: 'Second' })))
  expect(screen.getByRole('region', { name: 'Sooner' })).toBeDefined()
})

test('[EVC1001] a link to an event that is over by now shows it', () => {
  const over = { status: 'completed', ended: 'cancelled', title: 'Over' } as const
  renderScreen(<EventsScreen />, {
    hello: signedIn('player'),
    path: '/events?event=b',
    documents: [eventsOf(event('a', { title: 'Next' }), event('b', over))],
  })
  expect(screen.getByRole('region', { name: 'Over' })).toBeDefined()
  fireEvent.click(screen.getByRole('tab', { name: /^Coming up/ }))
  expect(screen.getByRole('region', { name: 'Next' })).toBeDefined()
})

test('[EVC600] what another member of the staff saves while one changes an event is left as it is', () => {
  const hunt = event('a', { title: 'Night of teeth', description: 'Bring a torch.', capacity: 10 })
  const { sent, change } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(hunt)],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change event' }))
  fireEvent.change(screen.getByLabelText(/^Description/), { target: { value: 'Bring two torches.' } })
  change(
    eventsOf(
      event('a', { title: 'The Great Hunt', description: 'Bring a torch.', capacity: 50, wall: '2026-11-22T13:20' }),
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent.map(({ input }) => input)).toEqual([{ event: 'a', description: 'Bring two torches.' }])
})
