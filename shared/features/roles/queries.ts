import { z } from 'zod'
import { PlayerId } from '../../engine/ids.ts'
import { roles } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'

const Person = z.object({
  account: PlayerId,
  name: z.string(),
  /** With what was given for good; not what a password lends. */
  role: z.enum(roles),
  byConfiguration: z.boolean(),
  createdAt: z.number(),
  hasSteam: z.boolean(),
  hasDiscord: z.boolean(),
})
export type Person = z.infer<typeof Person>

/** Accounts by a part of their name, or by the whole of their id, SteamID64 or Discord id. Best first, at most 20. */
export const findAccounts = defineQuery({
  name: 'roles.findAccounts',
  permission: 'manageAdmins',
  input: z.object({ text: z.string().trim().min(1).max(100) }),
  output: z.object({ people: z.array(Person) }),
  /** All accounts are looked through. */
  perMinute: 60,
})

/** The accounts of those ids, for lists that hold only ids. */
export const nameAccounts = defineQuery({
  name: 'roles.nameAccounts',
  permission: 'manageAdmins',
  input: z.object({ accounts: z.array(PlayerId).max(500) }),
  output: z.object({ people: z.array(Person) }),
})

/** Whoever has a role that nobody here has granted: by the configuration, or as a person of the demo. The highest role first. */
export const staffWithoutGrant = defineQuery({
  name: 'roles.staffWithoutGrant',
  permission: 'manageAdmins',
  input: z.object({}),
  output: z.object({
    people: z.array(
      z.object({ account: PlayerId, name: z.string(), role: z.enum(roles), by: z.enum(['configuration', 'demo']) }),
    ),
  }),
  /** All sessions of a demo are looked through. */
  perMinute: 60,
})

export const RoleChange = z.object({
  seq: z.int(),
  at: z.number(),
  /** Account ids; names are shown as they are now. */
  by: z.string(),
  account: z.string(),
  what: z.string(),
  before: z.string(),
  after: z.string(),
})
export type RoleChange = z.infer<typeof RoleChange>

export const rolesArchive = 'roles'
/** All changes are in one list. */
export const rolesArchiveKey = 'all'

/** Newest first. */
export const roleHistory = defineQuery({
  name: 'roles.history',
  permission: 'manageAdmins',
  input: z.object({ before: z.int().nullable() }),
  output: z.object({
    changes: z.array(RoleChange),
    names: z.record(z.string(), z.string()),
    next: z.int().nullable(),
  }),
})
