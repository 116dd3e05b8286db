import type { FastifyInstance } from 'fastify'
import { eventsCalendarPath } from '../../shared/features/events/events.ts'
import { withDocs } from './openApi.ts'

/** The events as a calendar, to which anyone can subscribe. @param calendar its text */
export function eventRoutes(app: FastifyInstance, { calendar }: { calendar(): string }) {
  const docs = {
    summary: 'All events as a calendar (iCalendar, RFC 5545)',
    who: 'anyone',
    answer: 'text/calendar',
  } as const
  app.get(eventsCalendarPath, withDocs({}, docs), async (_request, reply) =>
    reply.type('text/calendar; charset=utf-8').header('cache-control', 'public, max-age=300').send(calendar()),
  )
}
