// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { ScheduledEvent } from '../../../shared/features/events/events.ts'
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

test('[EVC90] while currency is off an event promises no reward', () => {
  const { change } = renderScreen(<EventDetails event={event} account={null} />)
  expect(screen.getByText('500')).toBeDefined()
  change(given(server, mainServer, { features: { realCurrency: false } }))
  expect(screen.queryByText('500')).toBeNull()
  expect(screen.getByText('No reward while currency is off')).toBeDefined()
})
