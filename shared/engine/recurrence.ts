import { z } from 'zod'
import { longestRule, longestZone } from './recurrenceLimits.ts'

/** Times that recur by the clocks of a place. */
export const Recurrence = z.object({
  /** Five fields of cron: minute, hour, day of month, month, day of week. Wall time. */
  rule: z.string().max(longestRule),
  /** A time zone of the IANA database, as 'Europe/Berlin'. */
  zone: z.string().max(longestZone),
  /** The treatment of runs that were missed while the hub was down: none of them runs, or one for all. */
  missed: z.enum(['skip', 'runOnce']),
})
export type Recurrence = z.infer<typeof Recurrence>

/** The problems with the rule and the zone of a recurrence, as a user enters them. */
export const recurrenceRefusals = {
  badZone: '"{zone}" is not a time zone. Enter one such as Europe/Berlin.',
  badRule:
    '"{rule}" is not a complete rule: it needs minute (0–59), hour (0–23), day of the month, month and day of the week.',
} as const

/** A coming run, as a page shows it before its schedule is saved. */
export const ComingRun = z.object({
  /** Epoch ms. */
  at: z.number(),
  /** What clocks in the zone show then, as 2026-11-23T20:00. */
  wall: z.string(),
  /** Minutes ahead of UTC. */
  offset: z.number(),
  /** Clocks were changed between the run before, or now, and this one. */
  change: z.enum(['forward', 'back']).nullable(),
  /** 'skipped': clocks skip its time, so it runs at the jump. 'twice': clocks show it twice, and it runs at the first. */
  oddity: z.enum(['skipped', 'twice']).nullable(),
})
export type ComingRun = z.infer<typeof ComingRun>
