import { z } from 'zod'
import { auditSubjects } from '../../engine/archive.ts'
import { roles } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'
import { DeliveryState, LinkName } from '../deliveries/delivery.ts'
import { longestNameOrId } from '../profile/profile.ts'

/** The subject of an act. */
export const AuditKind = z.enum(auditSubjects)
export type AuditKind = z.infer<typeof AuditKind>

/** The current outcome of a delivery. */
export const AuditOutcome = z.object({
  state: DeliveryState,
  link: LinkName.nullable(),
  /** Epoch ms. */
  settledAt: z.number().nullable(),
})
export type AuditOutcome = z.infer<typeof AuditOutcome>

export const AuditLine = z.object({
  /** Unique for each line. */
  key: z.string(),
  seq: z.int(),
  /** Epoch ms. */
  at: z.number(),
  kind: AuditKind,
  /** The name of the command, or the kind of the delivery. */
  act: z.string(),
  /** What was done, and as an order: see `AuditWording`. Null where there is no outcome that could differ. */
  did: z.string(),
  order: z.string().nullable(),
  /** The actor's account id. */
  by: z.string(),
  /** The actor's current name; empty if the account is gone. */
  byName: z.string(),
  role: z.enum(roles).nullable(),
  /** Done with the rights of an elevated session. */
  elevated: z.boolean(),
  target: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Further recorded fields, with secrets masked. */
  detail: z.record(z.string(), z.unknown()),
  /** The id of the delivery, if there is one. */
  delivery: z.string().nullable(),
  /** Null without a delivery, or for one that is too old. */
  outcome: AuditOutcome.nullable(),
  /** The address of the client, if it was recorded. */
  address: z.string().nullable(),
  /** Public id of the session, and the beginning of the browser's user agent, where they were recorded. */
  session: z.string().nullable(),
  agent: z.string().nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>

const Moment = z.number().nullable().default(null)

export const longestAuditText = 200

/** A line must match every given field. */
export const AuditFilter = z.object({
  /** Every word must occur in the line: in names, ids, acts or arguments. */
  text: z.string().trim().max(longestAuditText).default(''),
  /** Empty for all kinds. */
  kinds: z.array(AuditKind).max(auditSubjects.length).default([]),
  /** Account id, or a part of the account's current name. */
  actor: z.string().trim().max(longestNameOrId).default(''),
  /** Epoch ms, both inclusive. */
  from: Moment,
  to: Moment,
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** The `next` of an earlier answer. */
const Before = z
  .string()
  .max(400)
  .regex(/^\d{1,15}(:(\d{1,15}|-|x)){1,30}$/, 'what an earlier answer gave as next')
  .nullable()
  .default(null)

const Page = z.object({
  /** Newest first. */
  lines: z.array(AuditLine),
  /** Pass as `before` for the next page; null at the end. A page may be short or empty, because a query reads a limited number of lines. */
  next: z.string().nullable(),
  /** Epoch ms back to which the search has read; null at the end. */
  searchedTo: z.number().nullable(),
})

/** For owners and admins, who may run the console. */
const permission = 'runConsole'

export const searchAudit = defineQuery({
  name: 'audit.search',
  permission,
  input: AuditFilter.extend({ before: Before, limit: z.int().min(1).max(100).default(50) }),
  output: Page,
  perMinute: 120,
})

/** Like a search, with larger pages for a file. */
export const exportAudit = defineQuery({
  name: 'audit.export',
  permission,
  input: AuditFilter.extend({ before: Before }),
  output: Page,
  perMinute: 600,
})

/** Maximum number of lines in a file. */
export const mostExported = 50_000
