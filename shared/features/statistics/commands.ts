import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { dashboard } from './dashboard.ts'
import { census, Sums } from './sums.ts'

const hubOnly = { permission: 'hub', output: z.object({}), refusals: {} } as const

/** What the hub has measured since the part before. */
export const recordSums = defineCommand({
  name: 'statistics.record',
  ...hubOnly,
  input: z.object({
    server: z.string(),
    /** One more than `saved`: another part is not added, or was added already. */
    part: z.int(),
    /** By the beginning of their hour, epoch ms. */
    hours: z.array(z.object({ from: z.number(), sums: Sums })),
    /** What the house has made and taken so far, by `account/currency`. */
    moved: z.record(z.string(), z.string()),
    /** The same when the counting of the first part began: what had moved before is not counted. Without it nothing of that part is. */
    movedBefore: z.record(z.string(), z.string()).optional(),
    /** Different players of a day until now, by its beginning. */
    players: z.array(z.object({ day: z.number(), count: z.int() })),
    /** Until when it was measured, epoch ms: hours and days that ended before are complete. */
    until: z.number(),
  }),
  // The changes say the same.
  secrets: ['hours', 'moved', 'movedBefore'],
})

export const reportDashboard = defineCommand({
  name: 'statistics.reportDashboard',
  ...hubOnly,
  input: z.object({ server: z.string(), figures: dashboard.schema }),
})

export const reportCensus = defineCommand({
  name: 'statistics.reportCensus',
  ...hubOnly,
  input: census.schema,
})
