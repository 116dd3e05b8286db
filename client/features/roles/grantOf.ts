import { isBelow, type Permission, type Role } from '../../../shared/engine/permissions.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { Grant, type Staff } from '../../../shared/features/roles/staff.ts'

/** Somebody whose rights are looked at. */
export interface Subject {
  readonly account: string
  readonly name: string
  readonly byConfiguration: boolean
}

const nothing = Grant.parse({})

/** What an account was given; that of a mere player where nothing was. */
export const grantOf = (grants: Staff['grants'], account: string): Grant => grants[account] ?? nothing

/** What an account is for good, whatever a password lends it. */
export const roleOf = ({ byConfiguration }: Pick<Subject, 'byConfiguration'>, grant: Grant): Role =>
  byConfiguration ? 'owner' : grant.role

/** How a permission stands beside the role. */
export type PermissionState = 'given' | 'taken' | 'asRole'

export const permissionState = ({ given, taken }: Pick<Grant, 'given' | 'taken'>, permission: Permission) =>
  given.includes(permission) ? 'given' : taken.includes(permission) ? 'taken' : ('asRole' satisfies PermissionState)

/** Why somebody cannot change these rights at all, in the hub's own words; null if they can. */
export function whyLocked(
  you: { readonly id: string; readonly role: Role },
  { account, byConfiguration }: Subject,
  grant: Grant,
): string | null {
  const { refusals } = setRole
  if (account === you.id) return refusals.yourself
  if (byConfiguration) return refusals.byConfiguration
  return isBelow(grant.role, you.role) ? null : refusals.above
}
