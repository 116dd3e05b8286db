import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { permissions, roles } from '../../engine/permissions.ts'

const refusals = {
  gone: 'There is no such account.',
  yourself: "You can't change your own permissions.",
  above: 'You can change only accounts with a lower role than yours, and give only permissions that you have.',
  byConfiguration: "This account is an owner by the hub's configuration (OWNER_STEAM_IDS).",
  full: 'Too many accounts have permission overrides. Remove some first.',
} as const

export const setRole = defineCommand({
  name: 'roles.setRole',
  permission: 'manageAdmins',
  input: z.object({ account: PlayerId, role: z.enum(roles) }),
  output: z.object({}),
  refusals,
})

/** `asRole` resets the permission to that of the role. */
export const setPermission = defineCommand({
  name: 'roles.setPermission',
  permission: 'manageAdmins',
  input: z.object({
    account: PlayerId,
    permission: z.enum(permissions).exclude(['hub', 'look', 'play']),
    state: z.enum(['given', 'taken', 'asRole']),
  }),
  output: z.object({}),
  refusals,
})

/** Ends all sessions and revokes all tokens of an account, as after a lost device. The rights of the account stay. */
export const endSessions = defineCommand({
  name: 'roles.endSessions',
  permission: 'manageAdmins',
  input: z.object({ account: PlayerId }),
  output: z.object({ closed: z.int(), revoked: z.int() }),
  refusals: { ...refusals, yourself: 'End your own sessions under Sessions and tokens.' },
})
