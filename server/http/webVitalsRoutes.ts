import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { WebVitals, webVitalsPath } from '../../shared/protocol/webVitals.ts'
import type { Metrics } from '../observability/metrics.ts'
import { withDocs } from './openApi.ts'
import { readRequest } from './problem.ts'

const docs = withDocs(
  {},
  {
    summary: 'How fast a page was for its user.',
    description: 'Each page of the hub sends it once, when it is hidden. It is counted in `/metrics` and not kept.',
    who: 'anyone',
    body: WebVitals,
    answer: z.strictObject({ success: z.literal(true) }),
  },
)
const time = 'a time in ms'
const fields = { FCP: time, LCP: time, INP: time, TTFB: time, CLS: 'a score, 0 for no shift' }

/** Counts what pages report of their own speed. */
export function webVitalsRoutes(app: FastifyInstance, { vitals }: Pick<Metrics, 'vitals'>) {
  app.post(webVitalsPath, docs, async (request, reply) => {
    const body = readRequest(WebVitals, request.body ?? {}, reply, fields)
    if (body === null) return reply
    vitals(body)
    return { success: true }
  })
}
