import { higherOf, type Permission, permissions, permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
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
