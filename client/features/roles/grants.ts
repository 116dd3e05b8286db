import { mayActOn, type Permission, permissions, type Role, roles } from '../../../shared/engine/permissions.ts'
import { Grant, type Staff } from '../../../shared/features/rights/staff.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import type { RoleChange } from '../../../shared/features/roles/queries.ts'
import { permissionLabels } from './permissionLabels.ts'
import { roleLabels } from './roleLabels.ts'

/** The account whose rights are shown. */
interface Subject {
  readonly account: string
  readonly name: string
  readonly byConfiguration: boolean
}

const nothing = Grant.parse({})

/** The grant of an account; that of a plain player if there is none. */
export const grantOf = (grants: Staff['grants'], account: string): Grant => grants[account] ?? nothing

/** The permanent role of an account, without elevated rights. */
export const roleOf = ({ byConfiguration }: Pick<Subject, 'byConfiguration'>, grant: Grant): Role =>
  byConfiguration ? 'owner' : grant.role

/** The state of a permission relative to the role. */
export type PermissionState = 'given' | 'taken' | 'asRole'

export const permissionState = ({ given, taken }: Pick<Grant, 'given' | 'taken'>, permission: Permission) =>
  given.includes(permission) ? 'given' : taken.includes(permission) ? 'taken' : ('asRole' satisfies PermissionState)

/** The principal who looks at the rights. */
interface Editor {
  readonly id: string
  readonly role: Role
  /** An owner not only by another owner's grant: may change other owners, too. */
  readonly isFirstOwner: boolean
}

/** The hub's message if the principal cannot change these rights at all; otherwise null. */
export function whyLocked(editor: Editor, { account, byConfiguration }: Subject, grant: Grant): string | null {
  const { refusals } = setRole
  if (account === editor.id) return refusals.yourself
  if (byConfiguration) return refusals.byConfiguration
  return editor.isFirstOwner || mayActOn(editor.role, grant.role) ? null : refusals.above
}

const stateLabels = new Map([
  ['given', 'Allow'],
  ['taken', 'Deny'],
  ['asRole', 'Default'],
])

/** The label of a role or a state, as on the buttons that choose it; an unknown value as received. */
const valueLabel = (value: string): string => {
  const role = roles.find((one) => one === value)
  return role ? roleLabels[role] : (stateLabels.get(value) ?? value)
}

/** The changed field: `Role`, or the name of a permission. */
function subjectLabel(what: string): string {
  const permission = permissions.find((one) => one === what)
  if (permission && permission !== 'hub') return permissionLabels[permission].name
  return what.slice(0, 1).toUpperCase() + what.slice(1)
}

/** `Role: Player → Moderator`. */
export const changeLabel = ({ what, before, after }: Pick<RoleChange, 'what' | 'before' | 'after'>) =>
  what === 'sessions'
    ? `Logged out everywhere (${before})`
    : what === 'tokens'
      ? `Tokens revoked (${before})`
      : `${subjectLabel(what)}: ${valueLabel(before)} → ${valueLabel(after)}`
