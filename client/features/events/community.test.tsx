// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  changeCommunityEvent,
  createCommunityEvent,
  listRegistrations,
  registerForEvent,
  removeCommunityEvent,
} from '../../../shared/features/events/commands.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { CommunityEvents } from './CommunityEvents.tsx'

test('[EVC28] community events are shown with rewards, places and state; staff announce one', async () => {
  const one = (id: string, status: 'upcoming' | 'completed') => ({
    id,
    title: `Contest ${id}`,
    description: '',
    startTime: screenNow + 3_600_000,
    duration: 3_600_000,
    rewards: '500 pearls',
    status,
    createdAt: 1,
  })
  const { sayHello, sent } = renderScreen(<CommunityEvents account="ann" />, {
    hello: signedIn('player'),
    documents: [given(communityEvents, mainServer, { events: { a: one('a', 'completed'), b: one('b', 'upcoming') } })],
  })
  const cards = within(screen.getByRole('list', { name: 'Community events' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent?.slice(0, 9))).toEqual(['Contest b', 'Contest a'])
  expect(cards[0]?.textContent).toContain('Rewards: 500 pearls')
  fireEvent.click(screen.getByRole('button', { name: 'Register for Contest b' }))
  expect(sent).toMatchObject([{ name: registerForEvent.name, input: { event: 'b' } }])
  expect(screen.queryByRole('button', { name: 'New community event' })).toBeNull()
  sayHello(signedIn('admin'))
  fireEvent.click(screen.getByRole('button', { name: 'New community event' }))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Screenshot Contest' } })
  fireEvent.click(screen.getByRole('button', { name: 'Announce event' }))
  expect(screen.getByText('Enter a date and a time.')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Starts'), { target: { value: '2026-11-30T20:00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Announce event' }))
  expect(sent[1]).toMatchObject({
    name: createCommunityEvent.name,
    input: { title: 'Screenshot Contest', duration: 3_600_000 },
  })
})

test('[EVC2401] a community event whose time came while events were switched off is shown as cancelled', () => {
  const over = { id: 'a', title: 'Race', description: '', startTime: screenNow - 60_000, duration: 60_000, rewards: '' }
  const event = { ...over, status: 'completed' as const, ended: 'cancelled' as const, createdAt: 1 }
  renderScreen(<CommunityEvents account="ann" />, {
    hello: signedIn('player'),
    documents: [given(communityEvents, mainServer, { events: { a: event } })],
  })
  expect(screen.getByText('Cancelled')).toBeDefined()
  expect(screen.queryByText('Completed')).toBeNull()
})

test('[EVC601] what another member of the staff saves while one edits a community event is left as it is', () => {
  const startTime = screenNow + 3_600_000
  const race = {
    id: 'a',
    title: 'Race',
    description: 'Once round the island.',
    startTime,
    duration: 3_600_000,
    rewards: '',
    status: 'upcoming' as const,
    createdAt: 1,
  }
  const eventsOf = (event: typeof race) => given(communityEvents, mainServer, { events: { a: event } })
  const { change, sent } = renderScreen(<CommunityEvents account="ann" />, {
    hello: signedIn('admin'),
    documents: [eventsOf(race)],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Edit Race' }))
  fireEvent.change(screen.getByLabelText(/^Rewards/), { target: { value: '5 pearls' } })
  change(eventsOf({ ...race, title: 'Great Race', startTime: startTime + 86_400_000 }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toMatchObject([{ name: changeCommunityEvent.name }])
  expect(sent[0]?.input).toEqual({ event: 'a', rewards: '5 pearls' })
})

test('[EVC2229] staff see who is registered for a community event, even when it is over: they hand out its rewards', async () => {
  const over = {
    id: 'a',
    title: 'Race',
    description: '',
    startTime: 1,
    duration: 60_000,
    rewards: 'A skin',
    createdAt: 1,
  }
  const registrations = [{ number: 0, account: 'bob', name: 'Bob', isWaiting: false }]
  const { sayHello, settle } = renderScreen(<CommunityEvents account="ann" />, {
    hello: signedIn('player'),
    documents: [given(communityEvents, mainServer, { events: { a: { ...over, status: 'completed' } } })],
    queries: [answering(listRegistrations, () => ({ registrations, next: null }))],
  })
  const button = { name: 'Show who is registered for Race' }
  expect(screen.queryByRole('button', button)).toBeNull()
  sayHello(signedIn('admin'))
  fireEvent.click(screen.getByRole('button', button))
  await settle()
  const dialog = within(screen.getByRole('dialog', { name: 'Registered for Race' }))
  expect(dialog.getByRole('listitem').textContent).toBe('1. BobHas a place')
})

test('[EVC2213] staff say why they remove a community event that has not begun', () => {
  const race = {
    id: 'a',
    title: 'Race',
    description: '',
    startTime: screenNow + 60_000,
    duration: 60_000,
    rewards: '',
    createdAt: 1,
  }
  const { sent } = renderScreen(<CommunityEvents account="ann" />, {
    hello: signedIn('admin'),
    documents: [given(communityEvents, mainServer, { events: { a: { ...race, status: 'upcoming' } } })],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Remove Race' }))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'It rains.' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove event' }))
  expect(sent).toMatchObject([{ name: removeCommunityEvent.name, input: { event: 'a', reason: 'It rains.' } }])
})
