// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { registerForEvent } from '../../../shared/features/events/commands.ts'
import { ownEvents } from '../../../shared/features/events/events.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { EventsArea } from './EventsArea.tsx'
import { EventsScreen } from './EventsScreen.tsx'
import { NextEvent } from './NextEvent.tsx'
import { event, eventsOf, minuteMs } from './testing/givenEvents.ts'

// A map needs a canvas: where events take place is tested on their shapes.
vi.mock('./EventMap.tsx', () => import('./testing/stubbedMap.tsx'))

const cancel = vi.fn()
const animate = vi.fn(() => ({ cancel }) as unknown as Animation)
beforeEach(() => {
  vi.clearAllMocks()
  Element.prototype.animate = animate
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
})

test('[EVC20] below every page are the number of events, cards of those within the hour by urgency, and registration', {
  tags: 'slow',
}, async () => {
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
  expect(await screen.findByText("You're not registered for any event.")).toBeDefined()
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

test('[EVC21] a guest reads events below the page without a way to register, and how many there are', async () => {
  const { change } = renderScreen(<EventsArea />, { hello: {}, documents: [eventsOf(event('a'))] })
  fireEvent.click(screen.getByRole('button', { name: 'Events (1)' }))
  await screen.findByRole('region', { name: 'Coming up' })
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

test('[EVC58] the list of events is brought into view when it opens, at once with reduced motion, and not before', async () => {
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
  await screen.findByRole('region', { name: 'Coming up' })
  change(eventsOf(event('a'), event('b')))
  expect(scroll.mock.calls).toEqual([[{ block: 'nearest', behavior: 'smooth' }]])
  fireEvent.click(toggle)
  isReduced = true
  fireEvent.click(toggle)
  expect(scroll.mock.lastCall).toEqual([{ block: 'nearest', behavior: 'instant' }])
  expect(scroll).toHaveBeenCalledTimes(2)
})

test('[EVC22] the start is a warning over the page that Dismiss and Escape close; it is not shown again', {
  tags: 'slow',
}, async () => {
  const started = event('a', { status: 'active', started: true, triggeredAt: screenNow - 2_000, title: 'Blood moon' })
  const { change } = renderScreen(<EventsArea />, { documents: [eventsOf(started)] })
  const warning = await screen.findByRole('dialog', { name: 'The hunt is on' })
  expect(warning.textContent).toContain('Blood moon')
  expect(warning.textContent).toContain('00:28')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  change(eventsOf({ ...started, durationMs: 31_000 }))
  expect(screen.queryByRole('dialog')).toBeNull()
  const next = event('b', { status: 'active', started: true, triggeredAt: screenNow, type: 'Great Migration' })
  change(eventsOf(started, next))
  fireEvent(
    await screen.findByRole('dialog', { name: 'The herd is moving' }),
    new Event('cancel', { cancelable: true }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[EVC2050] the start is read out, and no key that the user was about to press can dismiss it unread: no button has the focus', async () => {
  const started = event('a', { status: 'active', started: true, triggeredAt: screenNow - 2_000 })
  renderScreen(<EventsArea />, { documents: [eventsOf(started)] })
  const warning = await screen.findByRole('dialog', { name: 'The hunt is on' })
  expect(document.activeElement).toBe(warning)
  const described = document.getElementById(warning.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toContain('The whole island')
})

test('[EVC23] with reduced motion the warning moves nothing; otherwise its effect runs until it is dismissed', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('prefers-reduced-motion') && isReduced,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const documents = [eventsOf(event('a', { status: 'active', started: true, triggeredAt: screenNow }))]
  let isReduced = true
  const { unmount } = renderScreen(<EventsArea />, { documents })
  expect(await screen.findByRole('dialog')).toBeDefined()
  expect(animate).not.toHaveBeenCalled()
  unmount()
  isReduced = false
  renderScreen(<EventsArea />, { documents })
  await screen.findByRole('dialog')
  expect(animate).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(cancel).toHaveBeenCalledTimes(1)
})
