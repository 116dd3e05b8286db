import { z } from 'zod'
import { defineDocument, everyone, holdersOf } from '../../engine/document.ts'
import { longestRule, longestZone } from '../../engine/recurrenceLimits.ts'

/** Minutes before a restart at which all pages and players receive a warning. */
export const warnedMinutes = [30, 15, 5, 1] as const
export const mostWaitMinutes = 240
export const mostApartMinutes = 1_440
/** Of restarts that were due, how many are kept. */
export const restartsKept = 10
export const longestReason = 200
export const longestMaintenanceMessage = 150
/** A week. */
export const mostMaintenanceMinutes = 10_080

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** When the game server restarts again and again. */
export const RestartSchedule = z.strictObject({
  every: z.enum(['daily', 'weekly', 'custom']).default('daily'),
  /** Wall time, of `daily` and `weekly`. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 04:00.')
    .default('04:00'),
  /** Of `weekly`; 0 is Sunday. */
  weekday: z.literal(weekdays).default(0),
  /** Of `custom`: five fields of cron, wall time. */
  rule: z.string().trim().max(longestRule).default(''),
  /** A time zone of the IANA database. */
  zone: z.string().trim().max(longestZone),
  reason: z
    .string()
    .trim()
    .max(longestReason)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "The reason can't contain hidden control characters.")
    .default(''),
  /** For so long after its time it waits for the last player to leave; 0: it doesn't wait. */
  waitMinutes: z.int().min(0).max(mostWaitMinutes).default(0),
  /** It is left out if the server was started less than this before; 0: never. */
  apartMinutes: z.int().min(0).max(mostApartMinutes).default(30),
})
export type RestartSchedule = z.infer<typeof RestartSchedule>
export type RestartScheduleInput = z.input<typeof RestartSchedule>

/** A restart that comes. */
const ComingRestart = z.object({
  /** Epoch ms of its time. From then on it happens as soon as the server is empty, and at the latest `waitMinutes` later. */
  at: z.number(),
  waitMinutes: z.int().nonnegative().default(0),
  apartMinutes: z.int().nonnegative().default(0),
  reason: z.string().default(''),
  isSkipped: z.boolean().default(false),
  /** Epoch ms of each warning, by its minutes. */
  warned: z.record(z.string(), z.number()).default({}),
  /** The account that ordered the countdown; null for a restart of the schedule, and once the account is erased. */
  account: z.string().nullable().default(null),
})
export type ComingRestart = z.infer<typeof ComingRestart>

/**
 * `ordered`: the delivery says how it went. `skipped`: by an owner. `apart`: the server had just been started. `missed`: the hub was down at its
 * time. `busy`: another order for the host was open. `off`: an order had shut the server down.
 */
export const restartOutcomes = ['ordered', 'skipped', 'apart', 'missed', 'busy', 'cancelled', 'off'] as const
const PastRestart = z.object({
  /** Epoch ms at which it was due, and at which that was decided. */
  at: z.number(),
  decidedAt: z.number(),
  outcome: z.enum(restartOutcomes),
  reason: z.string().default(''),
  delivery: z.string().nullable().default(null),
})
export type PastRestart = z.infer<typeof PastRestart>

/** `soon`: an owner has asked for it with a countdown. `next`: by the schedule. */
export const comingKinds = ['soon', 'next'] as const
export type ComingKind = (typeof comingKinds)[number]

/** Restarts to come, and those that were due. The key is the server's. */
export const serverControl = defineDocument({
  kind: 'serverControl',
  schema: z.object({
    schedule: RestartSchedule.nullable().default(null),
    soon: ComingRestart.nullable().default(null),
    next: ComingRestart.nullable().default(null),
    /** The latest first. */
    past: z.array(PastRestart).default([]),
    /** Epoch ms from which the server is off by an order; null where it runs, or that is not known. */
    offSince: z.number().nullable().default(null),
    /** Maintenance has turned the whitelist on, and turns it off at its end. */
    turnedWhitelistOn: z.boolean().default(false),
    /** The delivery by which maintenance turns it on, until it is known whether that changed anything. */
    whitelistOrder: z.string().nullable().default(null),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['schedule.reason', 'soon.reason', 'next.reason', 'past.*.reason'],
  audited: 'serverControlAudit',
})

/** What every page says of the game server: that it is in maintenance, and that it will restart. The key is the server's. */
export const serverNotices = defineDocument({
  kind: 'serverNotices',
  schema: z.object({
    maintenance: z
      .object({
        /** Epoch ms; `until` is null where the owner gave no end. */
        since: z.number(),
        until: z.number().nullable(),
        /** Of the owner; may be empty. */
        message: z.string(),
      })
      .nullable()
      .default(null),
    /** From the first warning on. Epoch ms: at `from` if the server is empty, at the latest at `at`. */
    restart: z.object({ at: z.number(), from: z.number(), reason: z.string() }).nullable().default(null),
  }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It is a notice to everyone, and nothing about persons.' },
  typedTexts: ['maintenance.message', 'restart.reason'],
  audited: 'serverControlAudit',
})
/** How quickly the game answers, by its response time in ms; null where that is unknown. */
export function performanceOf(latencyMs: number | null): 'excellent' | 'good' | 'poor' | 'critical' | 'unknown' {
  if (latencyMs === null) return 'unknown'
  if (latencyMs < 100) return 'excellent'
  if (latencyMs < 300) return 'good'
  return latencyMs < 1_000 ? 'poor' : 'critical'
}
