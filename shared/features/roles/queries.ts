import { z } from 'zod'
import { PlayerId } from '../../engine/ids.ts'
import { roles } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'
import { longestNameOrId } from '../profile/profile.ts'

const Person = z.object({
  account: PlayerId,
  name: z.string(),
  /** Including a grant, without an elevation. */
  role: z.enum(roles),
  byConfiguration: z.boolean(),
  createdAt: z.number(),
  hasSteam: z.boolean(),
  hasDiscord: z.boolean(),
})
export type Person = z.infer<typeof Person>

/** Finds accounts by a part of their name, or by a complete account id, SteamID64 or Discord id. Best match first, at most 20. */
export const findAccounts = defineQuery({
  name: 'roles.findAccounts',
  permission: 'manageAdmins',
  input: z.object({ text: z.string().trim().min(1).max(longestNameOrId) }),
  output: z.object({ people: z.array(Person) }),
  /** Reads all accounts. */
  perMinute: 60,
})

/** Accounts by id, for lists that hold only ids. */
export const nameAccounts = defineQuery({
  name: 'roles.nameAccounts',
  permission: 'manageAdmins',
  input: z.object({ accounts: z.array(PlayerId).max(500) }),
  output: z.object({ people: z.array(Person) }),
})

/** Staff whose role comes from the configuration or from a demo sign-in, the highest role first. */
export const staffWithoutGrant = defineQuery({
  name: 'roles.staffWithoutGrant',
  permission: 'manageAdmins',
  input: z.object({}),
  output: z.object({
    people: z.array(
      z.object({ account: PlayerId, name: z.string(), role: z.enum(roles), by: z.enum(['configuration', 'demo']) }),
    ),
  }),
  /** In the demo it reads all sessions. */
  perMinute: 60,
})

export const RoleChange = z.object({
  seq: z.int(),
  at: z.number(),
  /** Account ids. */
  by: z.string(),
  account: z.string(),
  what: z.string(),
  before: z.string(),
  after: z.string(),
})
export type RoleChange = z.infer<typeof RoleChange>

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
