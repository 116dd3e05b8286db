import { mayActOn, type Permission, permissions, type Role, roles } from '../../../shared/engine/permissions.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import type { RoleChange } from '../../../shared/features/roles/queries.ts'
import { Grant, type Staff } from '../../../shared/features/roles/staff.ts'
import { permissionWords, roleWords } from './permissionLabels.ts'

/** Somebody whose rights are looked at. */
interface Subject {
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

const stateWords = new Map([
  ['given', 'given'],
  ['taken', 'taken'],
  ['asRole', 'as the role has it'],
])

/** A role or a state, as people say it; whatever else stands there, as it stands. */
const valueWords = (value: string): string => {
  const role = roles.find((one) => one === value)
  return role ? roleWords[role].toLowerCase() : (stateWords.get(value) ?? value)
}

/** What was changed: `Role`, or the name of a permission. */
function subjectWords(what: string): string {
  const permission = permissions.find((one) => one === what)
  if (permission && permission !== 'hub') return permissionWords[permission].name
  return what.slice(0, 1).toUpperCase() + what.slice(1)
}

/** `Role: player → moderator`. */
export const changeWords = ({ what, before, after }: Pick<RoleChange, 'what' | 'before' | 'after'>) =>
  what === 'sessions'
    ? `Logged out everywhere (${before})`
    : what === 'tokens'
      ? `Tokens revoked (${before})`
      : `${subjectWords(what)}: ${valueWords(before)} → ${valueWords(after)}`
