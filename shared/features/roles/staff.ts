import { z } from 'zod'
import { defineDocument, holdersOf } from '../../engine/document.ts'
import { permissions, roles } from '../../engine/permissions.ts'

/** What an account has been given beyond being a player, and what it has lost. */
export const Grant = z.object({
  role: z.enum(roles).default('player'),
  given: z.array(z.enum(permissions)).default([]),
  taken: z.array(z.enum(permissions)).default([]),
  /** The account that changed it last, and when. */
  by: z.string().default(''),
  at: z.number().default(0),
})
export type Grant = z.infer<typeof Grant>

/** Whoever is more, or less, than a player, by account. Of the whole community: its key is 'all'. */
export const Staff = z.object({ grants: z.record(z.string(), Grant).default({}) })
export type Staff = z.infer<typeof Staff>

export const staff = defineDocument({
  kind: 'staff',
  schema: Staff,
  readableBy: holdersOf('manageAdmins'),
  memory: 'journaled',
})
export const staffKey = 'all'

/** More entries make each change dearer: whoever grants more than this has made a role out of grants. */
export const mostGrants = 500
export const rolesArchive = 'roles'
/** One list of all. */
export const rolesArchiveKey = 'all'
