import { type Permission, permissionsOf, type Role, roles } from '../../../shared/engine/permissions.ts'

interface Holder {
  readonly role: Role
  readonly may: readonly Permission[]
}

export interface PermissionStanding {
  readonly held: boolean
  /** Where it comes from, or what would give it. */
  readonly words: string
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The roles that bring it, from the lowest. */
const rolesWith = (permission: Permission) =>
  roles.filter((role) => permissionsOf[role].includes(permission)).toReversed()

/** Who has it by their role: `moderators, admins and owners`. */
export const holdersOf = (permission: Permission) => all.format(rolesWith(permission).map((role) => `${role}s`))

/** Whether somebody may, and why or what is missing. */
export function permissionStanding(permission: Permission, { role, may }: Holder): PermissionStanding {
  const byRole = permissionsOf[role].includes(permission)
  if (may.includes(permission)) return { held: true, words: byRole ? 'By your role.' : 'Given to your account.' }
  if (byRole) return { held: false, words: 'Your role has it; it was taken from your account.' }
  return {
    held: false,
    words: `Comes with ${either.format(rolesWith(permission))}.`,
  }
}
