import { mayActOn, type Permission, type Role } from '../../../shared/engine/permissions.ts'
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

/** Whoever looks at somebody's rights. */
interface Onlooker {
  readonly id: string
  readonly role: Role
  /** Owner, and not only because another owner made them one: acts on other owners, too. */
  readonly isFirstOwner: boolean
}

/** Why somebody cannot change these rights at all, in the hub's own words; null if they can. */
export function whyLocked(you: Onlooker, { account, byConfiguration }: Subject, grant: Grant): string | null {
  const { refusals } = setRole
  if (account === you.id) return refusals.yourself
  if (byConfiguration) return refusals.byConfiguration
  return you.isFirstOwner || mayActOn(you.role, grant.role) ? null : refusals.above
}
