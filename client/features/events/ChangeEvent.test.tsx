// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeEvent } from '../../../shared/features/events/commands.ts'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { EventsScreen } from './EventsScreen.tsx'
import { event, eventsOf } from './testing/givenEvents.ts'

// A map needs a canvas: where events take place is tested on their shapes.
vi.mock('./EventMap.tsx', () => import('./testing/stubbedMap.tsx'))

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
})

test('[EVC2218] staff move an event to another place: only the place is sent, a place that is missing is named, and the map opens when it is asked for and is left by Escape', () => {
  const at = { type: 'King of the Hill', location: { x: 2203, y: 1424 }, locationName: 'Water Access', radius: 120 }
  const { sent } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a', at))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change event' }))
  const form = within(screen.getByRole('dialog', { name: 'Change King of the Hill' }))
  expect(form.getByText('Where: Water Access (E3)')).toBeDefined()
  expect(form.queryByLabelText('Hill')).toBeNull()
  const choose = () => fireEvent.change(form.getByLabelText('Hill'), { target: { value: 'south-plains' } })
  fireEvent.click(form.getByRole('button', { name: 'Move on the map' }))
  choose()
  fireEvent.click(form.getByRole('button', { name: 'Leave it where it is' }))
  fireEvent.click(form.getByRole('button', { name: 'Move on the map' }))
  expect(form.getByLabelText('Hill')).toHaveProperty('value', 'water-access')
  choose()
  fireEvent.click(form.getByRole('button', { name: 'Escape on the map' }))
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Leave it where it is' }))
  expect(form.queryByLabelText('Change all later ones too')).toBeNull()
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  const place = { migrationPath: null, location: { x: 1068, y: 2998 }, locationName: 'South Plains', radius: 300 }
  expect(sent.map(({ input }) => input)).toEqual([{ event: 'a', place }])
  expect(changeEvent.input.safeParse(sent[0]?.input).success).toBe(true)
})

test('[EVC2219] of an event that recurs staff change this one, or all later ones too; a path that is too short is not sent', () => {
  const path = [
    { x: 2173, y: 2114 },
    { x: 2250, y: 2000 },
  ]
  const herd = {
    type: 'Great Migration',
    species: 'Triceratops',
    population: 'medium',
    migrationPath: path,
    series: 's',
  }
  const { sent } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a', herd))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change event' }))
  const form = within(screen.getByRole('dialog', { name: 'Change Great Migration' }))
  fireEvent.click(form.getByRole('button', { name: 'Move on the map' }))
  fireEvent.click(form.getByRole('button', { name: 'Remove point 2' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Draw the path of the migration: it needs at least 2 points.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(form.getByRole('button', { name: 'Leave it where it is' }))
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Long walk' } })
  fireEvent.click(form.getByLabelText('Change all later ones too'))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(sent.map(({ input }) => input)).toEqual([{ event: 'a', title: 'Long walk', andLater: true }])
})

test('[EVC2212] staff change how long an event lasts; without a duration nothing is sent', () => {
  const { sent } = renderScreen(<EventsScreen />, {
    hello: signedIn('admin'),
    path: '/events?event=a',
    documents: [eventsOf(event('a'))],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change event' }))
  const duration = screen.getByLabelText('Duration in minutes')
  expect(duration).toHaveProperty('value', '0.5')
  fireEvent.change(duration, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter a duration.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(duration, { target: { value: '45' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent.map(({ input }) => input)).toEqual([{ event: 'a', durationMs: 2_700_000 }])
})
