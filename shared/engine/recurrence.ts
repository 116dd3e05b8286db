import { z } from 'zod'

/** Times that recur by the clocks of a place. */
export const Recurrence = z.object({
  /** Five fields of cron: minute, hour, day of month, month, day of week. Wall time. */
  rule: z.string().max(100),
  /** A time zone of the IANA database, as 'Europe/Berlin'. */
  zone: z.string().max(60),
  /** The treatment of runs that were missed while the hub was down: none of them runs, or one for all. */
  missed: z.enum(['skip', 'runOnce']),
})
export type Recurrence = z.infer<typeof Recurrence>
