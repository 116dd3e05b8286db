// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { eventSeries, ScheduledEvent } from '../../../shared/features/events/events.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, renderScreen, screenNow } from '../../testing/renderScreen.tsx'
import { EventDetails } from './EventDetails.tsx'

const event = ScheduledEvent.parse({
  id: 'a',
  type: 'Moonlight Hunt',
  durationMs: 30_000,
  scheduledTime: screenNow + 1_200_000,
  wall: '2026-11-21T13:20',
  zone: 'Europe/Berlin',
  createdAt: screenNow - 1,
  status: 'scheduled',
  started: false,
  triggeredAt: null,
  reward: { currency: 'voidPearls', amount: 500 },
})

test('[EVC91] an event of a series says whether another one follows', () => {
  const { change } = renderScreen(<EventDetails event={{ ...event, series: 's' }} account={null} />)
  const repeats = () => screen.getByText('Repeats').nextElementSibling?.textContent
  expect(repeats()).toBe('–')
  const one = { ...event, id: 's', rule: '0 20 * * *' }
  change(given(eventSeries, mainServer, { series: { s: one } }))
  expect(repeats()).toBe('Yes, the next one is scheduled when this one begins')
  change(given(eventSeries, mainServer, { series: {} }))
  expect(repeats()).toBe('No longer')
})

test('[EVC90] while currency is off an event promises no reward', () => {
  const { change } = renderScreen(<EventDetails event={event} account={null} />)
  expect(screen.getByText('500')).toBeDefined()
  change(given(server, mainServer, { features: { realCurrency: false } }))
  expect(screen.queryByText('500')).toBeNull()
  expect(screen.getByText('No reward while currency is off')).toBeDefined()
})
