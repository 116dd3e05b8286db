import { z } from 'zod'
import { roles } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'
import { DeliveryState, LinkName } from '../deliveries/delivery.ts'

/** What an act was about. */
export const auditKinds = ['deliveries', 'roles', 'sessions', 'map', 'looks', 'erasures', 'fixtures'] as const
export const AuditKind = z.enum(auditKinds)
export type AuditKind = z.infer<typeof AuditKind>

/** What became of what was wanted of the game, as it stands now. */
export const AuditOutcome = z.object({
  state: DeliveryState,
  link: LinkName.nullable(),
  /** Epoch ms. */
  settledAt: z.number().nullable(),
})
export type AuditOutcome = z.infer<typeof AuditOutcome>

export const AuditLine = z.object({
  /** Different for each line. */
  key: z.string(),
  seq: z.int(),
  /** Epoch ms. */
  at: z.number(),
  kind: AuditKind,
  /** What was done: a command's name, or of what was wanted of the game its kind. */
  act: z.string(),
  /** The account's id, and its name now; empty where there is none any more. */
  by: z.string(),
  byName: z.string(),
  role: z.enum(roles).nullable(),
  /** With rights that a password had lent. */
  raised: z.boolean(),
  target: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What else it said, as written down; secrets are hidden. */
  detail: z.record(z.string(), z.unknown()),
  /** The delivery's id, of what was wanted of the game. */
  delivery: z.string().nullable(),
  /** Null where it was no delivery, or one of so long ago that it is not known any more. */
  outcome: AuditOutcome.nullable(),
  /** From where, where that was written down. */
  address: z.string().nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>

const Moment = z.number().nullable().default(null)

/** All that is given has to fit. */
export const AuditFilter = z.object({
  /** Each of its words stands somewhere in the line: names, ids, acts, arguments. */
  text: z.string().trim().max(200).default(''),
  /** Any of these; none for all. */
  kinds: z.array(AuditKind).max(auditKinds.length).default([]),
  /** Account id, or a part of the name that it has now. */
  actor: z.string().trim().max(100).default(''),
  /** Epoch ms, both included. */
  from: Moment,
  to: Moment,
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** Where an earlier answer ended: its `next`. */
const Before = z
  .string()
  .max(400)
  .regex(/^\d{1,15}(:(\d{1,15}|-|x)){1,20}$/, 'what an earlier answer gave as next')
  .nullable()
  .default(null)

const Page = z.object({
  /** Newest first. */
  lines: z.array(AuditLine),
  /** Give as `before` to read on; null at the end. Also with few lines or none: only so many are looked through at once. */
  next: z.string().nullable(),
  /** Epoch ms down to which was searched; null at the end. */
  searchedTo: z.number().nullable(),
})

/** For owners and admins: those who may run the console could do all of it themselves. */
const permission = 'runConsole'

export const searchAudit = defineQuery({
  name: 'audit.search',
  permission,
  input: AuditFilter.extend({ before: Before, limit: z.int().min(1).max(100).default(50) }),
  output: Page,
  perMinute: 120,
})

/** The same by larger pages, for a file. */
export const exportAudit = defineQuery({
  name: 'audit.export',
  permission,
  input: AuditFilter.extend({ before: Before }),
  output: Page,
  perMinute: 600,
})

/** Lines in a file at most. */
export const mostExported = 50_000
