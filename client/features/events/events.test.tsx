// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  changeEvent,
  leaveEvent,
  previewTimes,
  readWaitingPlace,
  registerForEvent,
  scheduleEvent,
  startEvent,
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
import { EventsArea } from './EventsArea.tsx'
import { EventsScreen } from './EventsScreen.tsx'
import { NextEvent } from './NextEvent.tsx'

// A map needs a canvas: where events take place is tested on their shapes.
vi.mock('./EventMap.tsx', () => ({ EventMap: () => null }))

// Of some four hundred zones two are enough: a test reads the name of each of them.
vi.hoisted(() => {
  const all = Intl.supportedValuesOf
  Intl.supportedValuesOf = (key) => (key === 'timeZone' ? ['Europe/Berlin', 'UTC'] : all(key))
})

const cancel = vi.fn()
const animate = vi.fn(() => ({ cancel }) as unknown as Animation)
beforeEach(() => {
  vi.clearAllMocks()
  Element.prototype.animate = animate
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
})

const minuteMs = 60_000
const event = (id: string, more: object = {}) => ({
  id,
  type: 'Moonlight Hunt' as const,
  durationMs: 30_000,
  scheduledTime: screenNow + 20 * minuteMs,
  wall: '2026-11-21T13:20',
  zone: 'Europe/Berlin',
  createdAt: screenNow - 1,
  status: 'scheduled' as const,
  started: false,
  triggeredAt: null,
  ...more,
})
const eventsOf = (...all: ReturnType<typeof event>[]) =>
  given(events, mainServer, { events: Object.fromEntries(all.map((one) => [one.id, one])) })

test('[EVC20] below every page stand the number of events, cards of those within the hour by urgency, and registration', async () => {
  const { sent, change } = renderScreen(<EventsArea />, {
    hello: signedIn('player'),
    documents: [
      eventsOf(
        event('a', { title: 'Night of teeth' }),
        event('b', { type: 'King of the Hill', scheduledTime: screenNow + 4 * minuteMs }),
        event('c', { scheduledTime: screenNow + 120 * minuteMs }),
      ),
      given(ownEvents, 'ann', {}),
    ],
  })
  const cards = within(screen.getByRole('list', { name: 'Running or starting within the hour' })).getAllByRole(
    'listitem',
  )
  expect(cards.map(({ dataset }) => dataset.urgency)).toEqual(['critical', 'warning'])
  expect(cards[1]?.textContent).toContain('Night of teeth')
  expect(cards[1]?.textContent).toContain('20:00')
  fireEvent.click(screen.getByRole('button', { name: 'Events (3)' }))
  expect(screen.getByText("You're not registered for any event.")).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Register for Night of teeth' }))
  expect(sent).toMatchObject([{ name: registerForEvent.name, input: { event: 'a' } }])
  await sent[0]?.answer(refusal('full', 'All places and the waiting list of this event are full.'))
  expect(screen.getByRole('alert').textContent).toContain('All places and the waiting list')
  const own = (...ids: string[]) =>
    given(ownEvents, 'ann', {
      events: Object.fromEntries(ids.map((id, number) => [id, { number, state: 'registered' as const, at: 1 }])),
    })
  change(own('a', 'b'))
  const mine = within(screen.getByRole('region', { name: 'Your events' }))
  expect(mine.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'King of the Hill',
    'Night of teeth',
  ])
  expect(screen.getByRole('button', { name: 'Unregister from Night of teeth' })).toBeDefined()
})

test('[EVC21] a guest reads events below the page without a way to register, and how many there are', () => {
  const { change } = renderScreen(<EventsArea />, { hello: {}, documents: [eventsOf(event('a'))] })
  fireEvent.click(screen.getByRole('button', { name: 'Events (1)' }))
  expect(screen.queryByRole('button', { name: /Register/ })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Your events' })).toBeNull()
  change(eventsOf())
  expect(screen.getByText('No events are scheduled.')).toBeDefined()
})

test('[EVC57] while an event runs, the head, its card and its page count down to its end', () => {
  const more = { status: 'active', started: true, triggeredAt: screenNow - 5 * minuteMs, durationMs: 15 * minuteMs }
  const documents = [eventsOf(event('a', more), event('b'))]
  const head = renderScreen(<NextEvent />, { documents })
  expect(screen.getByRole('link').textContent).toBe('Moonlight Hunt ends in10:00')
  head.unmount()
  const area = renderScreen(<EventsArea />, { documents })
  const cards = within(screen.getByRole('list', { name: 'Running or starting within the hour' })).getAllByRole(
    'listitem',
  )
  expect(cards.map(({ textContent }) => textContent)).toMatchObject([
    expect.stringMatching(/Running now.*Ends in10:00/),
    expect.stringMatching(/Within 30 minutes.*Starts in20:00/),
  ])
  area.unmount()
  renderScreen(<EventsScreen />, { path: '/events?event=a', documents })
  expect(screen.getByRole('region', { name: 'Moonlight Hunt' }).textContent).toContain('Ends in10:00')
})

test('[EVC58] the list of events is brought into view when it opens, at once with reduced motion, and not before', () => {
  let isReduced = false
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced, addEventListener() {}, removeEventListener() {} }))
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  onTestFinished(() => {
    scroll.mockRestore()
    vi.unstubAllGlobals()
  })
  const { change } = renderScreen(<EventsArea />, { documents: [eventsOf(event('a'))] })
  expect(scroll).not.toHaveBeenCalled()
  const toggle = screen.getByRole('button', { name: /^Events/ })
  fireEvent.click(toggle)
  change(eventsOf(event('a'), event('b')))
  expect(scroll.mock.calls).toEqual([[{ block: 'nearest', behavior: 'smooth' }]])
  fireEvent.click(toggle)
  isReduced = true
  fireEvent.click(toggle)
  expect(scroll.mock.lastCall).toEqual([{ block: 'nearest', behavior: 'instant' }])
  expect(scroll).toHaveBeenCalledTimes(2)
})

test('[EVC22] the start is a warning over the page that Dismiss and Escape close; it is not shown again', () => {
  const started = event('a', { status: 'active', started: true, triggeredAt: screenNow - 2_000, title: 'Blood moon' })
  const { change } = renderScreen(<EventsArea />, { documents: [eventsOf(started)] })
  const warning = screen.getByRole('dialog', { name: 'The hunt is on' })
  expect(warning.textContent).toContain('Blood moon')
  expect(warning.textContent).toContain('00:28')
  expect(document.activeElement?.textContent).toBe('Dismiss')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  change(eventsOf({ ...started, durationMs: 31_000 }))
  expect(screen.queryByRole('dialog')).toBeNull()
  const next = event('b', { status: 'active', started: true, triggeredAt: screenNow, type: 'Great Migration' })
  change(eventsOf(started, next))
  fireEvent(screen.getByRole('dialog', { name: 'The herd is moving' }), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[EVC23] with reduced motion the warning moves nothing; otherwise its effect runs until it is dismissed', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('prefers-reduced-motion') && isReduced,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const documents = [eventsOf(event('a', { status: 'active', started: true, triggeredAt: screenNow }))]
  let isReduced = true
  const { unmount } = renderScreen(<EventsArea />, { documents })
  expect(screen.getByRole('dialog')).toBeDefined()
  expect(animate).not.toHaveBeenCalled()
  unmount()
  isReduced = false
  renderScreen(<EventsArea />, { documents })
  expect(animate).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(cancel).toHaveBeenCalledTimes(1)
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
  expect(sent[1]).toMatchObject({ name: leaveEvent.name, input: { event: 'a' } })
  expect(screen.queryByRole('tab', { name: 'Schedule' })).toBeNull()
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
  expect(screen.getByText('You were there for 80 % of it. The reward is in your wallet.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /Moonlight Hunt/ }))
  expect(screen.getByText(/The hub was down when this event was due/)).toBeDefined()
})

const runs = [
  { at: screenNow, wall: '2026-10-24T20:00', offset: 120, change: null, oddity: null },
  {
    at: screenNow + 90_000_000,
    wall: '2026-10-25T20:00',
    offset: 60,
    change: 'back' as const,
    oddity: 'twice' as const,
  },
]

/** The pause after typing is over. */
const typed = () => act(() => vi.advanceTimersByTime(300))

test('[EVC26] staff schedule a hill: what is missing is named, the next starts are shown with changes of clocks, and the command is sent', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { sent, settle } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?tab=schedule',
    documents: [eventsOf()],
    queries: [answering(previewTimes, () => ({ runs }))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'King of the Hill' }))
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(screen.getByText('Choose a place for King of the Hill.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText('Hill'), { target: { value: 'water-access' } })
  expect(screen.queryByText('Choose a place for King of the Hill.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Repeats' }))
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Europe/Berlin' } })
  typed()
  await settle()
  const starts = screen.getByRole('list', { name: 'Next starts' }).textContent
  expect(starts).toContain('Sun, 25 Oct 2026, 20:00')
  expect(starts).toContain('Clocks have gone back')
  expect(starts).toContain('Clocks show this time twice')
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(sent).toMatchObject([
    {
      name: scheduleEvent.name,
      input: {
        zone: 'Europe/Berlin',
        when: { rule: '0 20 * * *' },
        fields: { type: 'King of the Hill', location: { x: 2203, y: 1424 }, locationName: 'Water Access', radius: 120 },
      },
    },
  ])
  expect(scheduleEvent.input.safeParse(sent[0]?.input).success).toBe(true)
  await sent[0]?.answer(refusal('tooMany', 'There are 50 scheduled events already. Cancel one first.'))
  expect(screen.getByRole('alert').textContent).toContain('There are 50 scheduled events already.')
})

test('[EVC27] an event is started at once after a question; a time that the hub refuses is named and not sent', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const why = 'Clocks in Europe/Berlin skip 2026-03-29T02:30: they go from 02:00 to 03:00.'
  const { sent, settle } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?tab=schedule',
    documents: [eventsOf()],
    queries: [answering(previewTimes, () => refusal('inGap', why))],
  })
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-03-29T02:30' } })
  typed()
  await settle()
  expect(screen.getByText(why)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Right now' }))
  fireEvent.click(screen.getByRole('button', { name: 'Start now…' }))
  expect(sent).toEqual([])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start now' }))
  expect(sent).toMatchObject([{ name: startEvent.name, input: { fields: { type: 'Moonlight Hunt', location: null } } }])
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
  await sent[0]?.answer(refusal('started', 'That event has begun. It can be changed only before.'))
  expect(form.getByRole('alert').textContent).toContain('has begun')
  change(eventsOf({ ...scheduled, status: 'active' as never, started: true }))
  expect(screen.queryByRole('button', { name: 'Change event' })).toBeNull()
})
