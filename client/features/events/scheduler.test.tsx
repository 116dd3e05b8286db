// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { previewTimes, scheduleEvent, startEvent } from '../../../shared/features/events/commands.ts'
import { answering, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { EventsScreen } from './EventsScreen.tsx'
import { event, eventsOf, minuteMs } from './testing/givenEvents.ts'

// A map needs a canvas: where events take place is tested on their shapes.
vi.mock('./EventMap.tsx', () => import('./testing/stubbedMap.tsx'))

// Of some four hundred zones two are enough: a test reads the name of each of them.
vi.hoisted(() => {
  const all = Intl.supportedValuesOf
  Intl.supportedValuesOf = (key) => (key === 'timeZone' ? ['Europe/Berlin', 'UTC'] : all(key))
})

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
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

test('[EVC602] the form has minutes, with the usual duration of each type in it, and shows a radius in metres', {
  tags: 'slow',
}, async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { sent, settle } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?tab=schedule',
    documents: [eventsOf()],
    queries: [answering(previewTimes, () => ({ runs }))],
  })
  const duration = () => screen.getByLabelText('Duration in minutes')
  expect(duration()).toHaveProperty('value', '0.5')
  expect(screen.getByText('Usual for Moonlight Hunt: 30 s.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'King of the Hill' }))
  expect(duration()).toHaveProperty('value', '0.67')
  fireEvent.change(screen.getByLabelText('Hill'), { target: { value: 'water-access' } })
  expect(screen.getByText(/^32\d m\. A unit is 2\.7 m\.$/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Repeats' }))
  typed()
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(sent[0]?.input).toMatchObject({ fields: { durationMs: 40_000, radius: 120 } })
  await sent[0]?.answer(refusal('tooMany', 'There are 50 scheduled events already.'))
  fireEvent.change(duration(), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(screen.getByText('Enter a duration.')).toBeDefined()
  fireEvent.change(duration(), { target: { value: '45' } })
  expect(screen.getByText('45 min. Usual for King of the Hill: 40 s.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Moonlight Hunt' }))
  expect(duration()).toHaveProperty('value', '45')
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(sent[1]?.input).toMatchObject({ fields: { type: 'Moonlight Hunt', durationMs: 2_700_000 } })
})

test('[EVC603] the event that was just scheduled is chosen and has the focus, even when it appears after the answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { sent, settle, change } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?tab=schedule',
    documents: [eventsOf(event('a'))],
    queries: [answering(previewTimes, () => ({ runs }))],
  })
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-11-30T20:00' } })
  typed()
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  await sent[0]?.answer({ ok: true, output: { event: 'b', series: null, scheduledTime: screenNow + 1 }, seq: 1 })
  const withLate = (title: string) =>
    eventsOf(event('a'), event('b', { title, scheduledTime: screenNow + 60 * minuteMs }))
  change(withLate('Late hunt'))
  const row = screen.getByRole('button', { name: /^Late hunt/ })
  expect(row.getAttribute('aria-pressed')).toBe('true')
  expect(document.activeElement).toBe(row)
  const other = screen.getByRole('button', { name: /^Moonlight Hunt/ })
  other.focus()
  change(withLate('Later hunt'))
  expect(document.activeElement).toBe(other)
})

test('[EVC1900] an event is sent although the hub has not answered yet when it starts', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { sent } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?tab=schedule',
    documents: [eventsOf()],
    queries: [answering(previewTimes, () => ({ runs }))],
  })
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-11-30T20:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(sent).toMatchObject([{ name: scheduleEvent.name, input: { when: { wall: '2026-11-30T20:00' } } }])
  const why = 'The event would start in the past.'
  await sent[0]?.answer(refusal('inPast', why))
  expect(screen.getByRole('alert').textContent).toContain(why)
})

test.each([
  ['admin', 'For each player who is there for half of it, except you. Leave it empty for none.'],
  ['owner', 'For each player who is there for half of it. Leave it empty for none.'],
] as const)('[EVC92] %s reads beside the reward who gets it', (role, hint) => {
  renderScreen(<EventsScreen />, {
    hello: signedIn(role),
    path: '/events?tab=schedule',
    documents: [eventsOf()],
    queries: [answering(previewTimes, () => ({ runs }))],
  })
  expect(screen.getByText(hint)).toBeDefined()
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

test('[EVC2210] a copy of an event fills the form for a new one with everything but its time, after a question where something is typed there', async () => {
  const copied = {
    type: 'King of the Hill',
    title: 'Cup',
    description: 'Twelve places.',
    durationMs: 1_800_000,
    location: { x: 2203, y: 1424 },
    locationName: 'Water Access',
    radius: 120,
    capacity: 12,
    reward: { currency: 'razorTalons', amount: 500 },
  }
  const { sent, settle } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a', { ...copied, status: 'completed' }))],
    queries: [answering(previewTimes, () => ({ runs }))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Copy event' }))
  await settle()
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-11-30T20:00' } })
  fireEvent.click(screen.getByRole('tab', { name: 'Past' }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy event' }))
  const question = within(screen.getByRole('dialog', { name: 'Replace what you have typed?' }))
  fireEvent.click(question.getByRole('button', { name: 'Replace' }))
  await settle()
  expect(screen.getByLabelText('Date and time')).toHaveProperty('value', '')
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-12-07T20:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Schedule event' }))
  expect(sent[0]?.input).toMatchObject({ zone: 'Europe/Berlin', when: { wall: '2026-12-07T20:00' }, fields: copied })
})

test('[EVC2211] an event that is started at once is offered no limit of places', () => {
  renderScreen(<EventsScreen />, { hello: signedIn('admin'), path: '/events?tab=schedule', documents: [eventsOf()] })
  expect(screen.getByLabelText('Places')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Right now' }))
  expect(screen.queryByLabelText('Places')).toBeNull()
})
