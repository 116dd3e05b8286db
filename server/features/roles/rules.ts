import { higherOf, mayActOn, permissionsOf } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { Grant, mostGrants, roleChanges, staff, staffKey } from '../../../shared/features/rights/staff.ts'
import type * as commands from '../../../shared/features/roles/commands.ts'
import type { RoleChange } from '../../../shared/features/roles/queries.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { effectiveGrant, holdsPermission, isConfiguredOwner, ownerSteamIds } from '../rights/rights.ts'
import { highestSessionRole, removeSessionsOf } from '../session/openSessions.ts'
import { revokeTokensOf } from '../tokens/rules.ts'

type RolesContext = Context<typeof commands.setRole | typeof commands.setPermission | typeof commands.endSessions>

export const setRole: Rule<typeof commands.setRole> = (context, { account: target, role }) => {
  const grant = changeableGrant(context, target)
  if (!permissionsOf[role].every((permission) => context.actor.can(permission))) return context.refuse('above')
  // Each permission can be given to an admin singly, and all of them make no owner.
  if (role === 'owner' && context.actor.role !== 'owner') return context.refuse('above')
  const before = grant.role
  if (before !== role || isIneffective(context, target)) saveGrant(context, target, { ...grant, role })
  if (before !== role) recordChange(context, { account: target, what: 'role', before, after: role })
  return {}
}

export const setPermission: Rule<typeof commands.setPermission> = (context, { account: target, permission, state }) => {
  const grant = changeableGrant(context, target)
  const before = stateOf(grant, permission)
  if (before === state) return {}
  const changed = withState(grant, permission, state)
  // Resetting a taken permission to that of the role gives it, too.
  if (holdsPermission(changed, permission) && !context.actor.can(permission)) return context.refuse('above')
  saveGrant(context, target, changed)
  recordChange(context, { account: target, what: permission, before, after: state })
  return {}
}

export const endSessions: Rule<typeof commands.endSessions> = (context, { account: target }) => {
  changeableGrant(context, target)
  const closed = removeSessionsOf(context, target)
  const revoked = revokeTokensOf(context, target)
  if (closed > 0) recordChange(context, { account: target, what: 'sessions', before: String(closed), after: '0' })
  if (revoked > 0) recordChange(context, { account: target, what: 'tokens', before: String(revoked), after: '0' })
  return { closed, revoked }
}

/** The grant of an account whose rights the actor may change. Refuses otherwise. */
function changeableGrant(context: RolesContext, target: string): Grant {
  const { actor, read, refuse } = context
  const by = accountOf(actor)
  // Any visitor can be the demo's owner: a change to a real account would outlast the demo.
  const { createdAt, demo } = read(account, target)
  if (createdAt === 0 || demo !== read(account, by).demo) return refuse('gone')
  if (target === by) return refuse('yourself')
  if (isConfigured(context, target)) return refuse('byConfiguration')
  const grant = grantOf(context, target)
  const role = higherOf(grant.role, highestSessionRole(context, target))
  if (!mayActOn(actor.role, role) && !isFirstOwner(context, by)) return refuse('above')
  return grant
}

/** An owner by configuration or by password. An owner by grant may not act on another owner. */
const isFirstOwner = (context: RolesContext, id: string) =>
  context.actor.role === 'owner' && (grantOf(context, id).role !== 'owner' || isConfigured(context, id))

const isConfigured = ({ read, setting }: RolesContext, id: string) =>
  isConfiguredOwner(read(account, id), setting(ownerSteamIds))

const grantOf = ({ read }: RolesContext, id: string): Readonly<Grant> => effectiveGrant(read, id) ?? Grant.parse({})

/** The account has a grant without effect, which any change replaces. */
const isIneffective = ({ read }: RolesContext, id: string) =>
  read(staff, staffKey).grants[id] !== undefined && effectiveGrant(read, id) === undefined

type Permission = Grant['given'][number]
const stateOf = ({ given, taken }: Grant, permission: Permission) =>
  given.includes(permission) ? 'given' : taken.includes(permission) ? 'taken' : 'asRole'

const withState = (
  { given, taken, ...grant }: Grant,
  permission: Permission,
  state: ReturnType<typeof stateOf>,
): Grant => ({
  ...grant,
  given: [...given.filter((one) => one !== permission), ...(state === 'given' ? [permission] : [])],
  taken: [...taken.filter((one) => one !== permission), ...(state === 'taken' ? [permission] : [])],
})

/**
 * Deletes the grant of a player with nothing given or taken. Permissions that were taken from a player are kept, because they also
 * apply to an elevated session.
 */
function saveGrant({ edit, actor, now, refuse }: RolesContext, target: string, { role, given, taken }: Grant) {
  const { grants } = edit(staff, staffKey)
  if (role === 'player' && given.length === 0 && taken.length === 0) return void delete grants[target]
  if (!grants[target] && Object.keys(grants).length >= mostGrants) return refuse('full')
  grants[target] = { role, given: [...given], taken: [...taken], by: accountOf(actor), at: now }
}

/** Records ids only: a name may change, or be erased. */
const recordChange = (
  { archive, actor, origin }: RolesContext,
  change: Pick<RoleChange, 'account' | 'what' | 'before' | 'after'>,
) => archive(roleChanges, { by: accountOf(actor), ...change, ...origin })
