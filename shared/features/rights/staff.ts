import { z } from 'zod'
import { defineDocument, holdersOf } from '../../engine/document.ts'
import { permissions, roles } from '../../engine/permissions.ts'

/** Role and permissions that an account has beyond those of a player, and permissions that it lacks. */
export const Grant = z.object({
  role: z.enum(roles).default('player'),
  given: z.array(z.enum(permissions)).default([]),
  taken: z.array(z.enum(permissions)).default([]),
  /** The account that changed the grant last. */
  by: z.string().default(''),
  /** Epoch ms of the last change. */
  at: z.number().default(0),
})
export type Grant = z.infer<typeof Grant>

/** The grants of all accounts, by account id. The key is 'all'. */
export const Staff = z.object({ grants: z.record(z.string(), Grant).default({}) })
export type Staff = z.infer<typeof Staff>

export const staff = defineDocument({
  kind: 'staff',
  schema: Staff,
  readableBy: holdersOf('manageAdmins'),
  memory: 'journaled',
  about: () => [staffKey],
  exported: { field: 'grant', value: ({ grants }, { account }) => grants[account] },
  erased: 'byFeature',
  audited: 'roleChanges',
})
export const staffKey = 'all'

/** Every change copies the document, so its size is limited. */
export const mostGrants = 500
