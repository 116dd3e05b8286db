import { higherOf, type Permission, permissions, permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import type { Account } from '../../../shared/features/account/account.ts'
import type { Grant } from '../../../shared/features/roles/staff.ts'

interface Standing {
  /** What was granted to the account; undefined where nothing was. */
  readonly grant: Grant | undefined
  /** Named as an owner by the configuration. */
  readonly byConfiguration: boolean
  /** What the session brings: by a demo sign-in, or lent by a password. */
  readonly lent: Role
}

export interface Rights {
  readonly role: Role
  readonly may: readonly Permission[]
}

/** What an account is and may. From an owner nothing is taken: somebody must be able to mend what was done wrongly. */
export function rightsOf({ grant, byConfiguration, lent }: Standing): Rights {
  const role = higherOf(byConfiguration ? 'owner' : (grant?.role ?? 'player'), lent)
  if (!grant || role === 'owner') return { role, may: permissionsOf[role] }
  const { given, taken } = grant
  const holds = (permission: Permission) =>
    given.includes(permission) || (permissionsOf[role].includes(permission) && !taken.includes(permission))
  return { role, may: permissions.filter(holds) }
}

/** A demo account is linked to a player of the simulator, whom anyone may play: no number of a real owner counts there. */
export const isConfiguredOwner = (
  { steamId, demo }: Pick<Account, 'steamId' | 'demo'>,
  ownerSteamIds: readonly string[],
) => !demo && steamId !== null && ownerSteamIds.includes(steamId)

/**
 * What is shown to one who views the site as a role: what that role may, and nothing that they may not themselves. Whoever
 * has lost the right to view sees as themselves again.
 */
export function rightsViewed(held: Rights, viewing: Role | null): { rights: Rights; viewing: Role | null } {
  if (viewing === null || !held.may.includes('manageAdmins')) return { rights: held, viewing: null }
  return { rights: { role: viewing, may: permissionsOf[viewing].filter((one) => held.may.includes(one)) }, viewing }
}
