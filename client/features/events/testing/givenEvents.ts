import { mainServer } from '../../../../shared/engine/ids.ts'
import { events } from '../../../../shared/features/events/events.ts'
import { given, screenNow } from '../../../testing/renderScreen.tsx'

export const minuteMs = 60_000
/** In twenty minutes, unless `more` says otherwise. */
export const event = (id: string, more: object = {}) => ({
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
export const eventsOf = (...all: ReturnType<typeof event>[]) =>
  given(events, mainServer, { events: Object.fromEntries(all.map((one) => [one.id, one])) })
