import { z } from 'zod'

export const webVitalsPath = '/api/web-vitals'

/**
 * What Chrome's Web Vitals measure: first paint, largest paint, the slowest response to a press, the first byte (all ms), and how far the
 * layout shifted (a score, 0 for none). A browser reports those that it knows.
 */
export const vitalNames = ['FCP', 'LCP', 'INP', 'TTFB', 'CLS'] as const
export type VitalName = (typeof vitalNames)[number]

const longestMs = 600_000
const Ms = z.number().min(0).max(longestMs).optional()

/** How fast one page was for its user. It says nothing of the user and of the page's address. */
export const WebVitals = z.strictObject({
  FCP: Ms,
  LCP: Ms,
  INP: Ms,
  TTFB: Ms,
  CLS: z.number().min(0).max(1_000).optional(),
} satisfies Record<VitalName, z.ZodType>)
export type WebVitals = z.infer<typeof WebVitals>
