// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventFilm } from '../../../shared/features/events/eventFilm.ts'
import { ScheduledEvent } from '../../../shared/features/events/events.ts'
import { given, renderScreen, screenNow } from '../../testing/renderScreen.tsx'
import { EventFilm } from './EventFilm.tsx'

const event = ScheduledEvent.parse({
  id: 'e1',
  type: 'King of the Hill',
  durationMs: 40_000,
  location: { x: 2_173, y: 2_114 },
  scheduledTime: screenNow,
  wall: null,
  zone: 'UTC',
  createdAt: screenNow,
  status: 'completed',
  started: true,
  triggeredAt: screenNow,
})
const film = {
  players: {
    1: { name: 'Ann', account: 'ann', species: 'Troodon' },
    2: { name: null, account: null, species: 'Troodon' },
  },
  frames: [
    // As a film of an earlier release has it.
    { at: screenNow, places: [[1, 2_173, 2_114] as [number, number, number]] },
    { at: screenNow + 2_000, places: [1, 2_180, 2_110, 2, 2_150, 2_100] },
  ],
}

test('[EV42] everyone can watch the film of an event by keyboard, with the names of those who agreed alone', () => {
  renderScreen(<EventFilm event={event} />, { documents: [given(eventFilm, 'e1', film)] })
  expect(screen.getByRole('img', { name: '1 player in the area' })).toBeDefined()
  fireEvent.change(screen.getByRole('slider', { name: 'Time' }), { target: { value: '1' } })
  expect(screen.getByRole('img', { name: '2 players in the area' })).toBeDefined()
  expect(screen.getByText('Ann')).toBeDefined()
  expect(screen.getByText('2')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Play the film' })).toBeDefined()
})

test('[EV48] a film lies on the picture of the island, and labels do not lie over each other', () => {
  const crowd = Array.from({ length: 40 }, (_, nth) => [nth + 1, 2_173 + (nth % 7), 2_114 + (nth % 5)]).flat()
  const players = { ...film.players, 40: { name: 'Bea', account: 'bea', species: 'Troodon' } }
  renderScreen(<EventFilm event={event} />, {
    documents: [given(eventFilm, 'e1', { players, frames: [{ at: screenNow, places: crowd }] })],
  })
  expect(document.querySelector('image')?.getAttribute('href')).toMatch(/^\/map\/island-/)
  expect(document.querySelectorAll('circle[stroke-width]')).toHaveLength(40)
  const labels = [...document.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(labels).toContain('Ann')
  expect(labels.length).toBeLessThan(4)
})

test('[EV43] an event without a film shows nothing of it', () => {
  renderScreen(<EventFilm event={event} />, { documents: [given(eventFilm, 'e1', { players: {}, frames: [] })] })
  expect(screen.queryByRole('heading', { name: 'Film' })).toBeNull()
})
