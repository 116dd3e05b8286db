import { higherOf, mayActOn, permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/roles/commands.ts'
import type { RoleChange } from '../../../shared/features/roles/queries.ts'
import {
  Grant,
  mostGrants,
  rolesArchive,
  rolesArchiveKey,
  staff,
  staffKey,
} from '../../../shared/features/roles/staff.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { highestOpen } from '../session/highestOpen.ts'
import { closeAllOf } from '../session/openSessions.ts'
import { revokeAllOf } from '../tokens/ownTokens.ts'
import { grantInForce } from './grantInForce.ts'
import { isConfiguredOwner } from './rights.ts'

type Commands = typeof commands.setRole | typeof commands.setPermission | typeof commands.endSessions
type Asked = Context<Commands>

/** @param ownerSteamIds SteamID64 of those who are owners by the configuration */
export function createRolesRules(ownerSteamIds: readonly string[]) {
  const isConfigured = ({ read }: Asked, id: string) => isConfiguredOwner(read(account, id), ownerSteamIds)

  /** Owner by the configuration or by a password: whoever is one only because an owner made them one acts on no other. */
  const isFirstOwner = (context: Asked, id: string) =>
    context.actor.role === 'owner' && (grantOf(context, id).role !== 'owner' || isConfigured(context, id))
  /** The grant of somebody whose rights the actor may change; refuses what the actor may not. */
  const changeable = (context: Asked, target: string): Grant => {
    const { actor, read, refuse } = context
    const by = accountOf(actor)
    // Anyone can be the demo's owner: what they could do to a real account would outlast the demo.
    const { createdAt, demo } = read(account, target)
    if (createdAt === 0 || demo !== read(account, by).demo) return refuse('gone')
    if (target === by) return refuse('yourself')
    if (isConfigured(context, target)) return refuse('byConfiguration')
    const grant = grantOf(context, target)
    const standing = higherOf(grant.role, highestOpen(context, target))
    if (!mayActOn(actor.role, standing) && !isFirstOwner(context, by)) return refuse('above')
    return grant
  }

  const setRole: Rule<typeof commands.setRole> = (context, { account: target, role }) => {
    const grant = changeable(context, target)
    if (!holdsAllOf(context, role)) return context.refuse('above')
    const before = grant.role
    if (before !== role || isVoid(context, target)) keepGrant(context, target, { ...grant, role })
    if (before !== role) note(context, { account: target, what: 'role', before, after: role })
    return {}
  }
  const setPermission: Rule<typeof commands.setPermission> = (context, { account: target, permission, state }) => {
    const grant = changeable(context, target)
    const before = stateOf(grant, permission)
    if (before === state) return {}
    const others = inState(grant, permission, state)
    // Taking back what was taken gives it, too.
    if (holds(others, permission) && !context.actor.can(permission)) return context.refuse('above')
    keepGrant(context, target, others)
    note(context, { account: target, what: permission, before, after: state })
    return {}
  }
  const endSessions: Rule<typeof commands.endSessions> = (context, { account: target }) => {
    changeable(context, target)
    const closed = closeAllOf(context, target)
    const revoked = revokeAllOf(context, target)
    if (closed > 0) note(context, { account: target, what: 'sessions', before: String(closed), after: '0' })
    if (revoked > 0) note(context, { account: target, what: 'tokens', before: String(revoked), after: '0' })
    return { closed, revoked }
  }
  return { setRole, setPermission, endSessions }
}

const grantOf = ({ read }: Pick<Context, 'read'>, id: string): Readonly<Grant> =>
  grantInForce(read, id) ?? Grant.parse({})

/** Something stands there that counts for nothing: it goes, whatever is set. */
const isVoid = ({ read }: Pick<Context, 'read'>, id: string) =>
  read(staff, staffKey).grants[id] !== undefined && grantInForce(read, id) === undefined

const holdsAllOf = ({ actor }: Asked, role: Role) => permissionsOf[role].every((permission) => actor.can(permission))

type Permission = Grant['given'][number]
const stateOf = ({ given, taken }: Grant, permission: Permission) =>
  given.includes(permission) ? 'given' : taken.includes(permission) ? 'taken' : 'asRole'

const inState = (
  { given, taken, ...grant }: Grant,
  permission: Permission,
  state: ReturnType<typeof stateOf>,
): Grant => ({
  ...grant,
  given: [...given.filter((one) => one !== permission), ...(state === 'given' ? [permission] : [])],
  taken: [...taken.filter((one) => one !== permission), ...(state === 'taken' ? [permission] : [])],
})

const holds = ({ role, given, taken }: Grant, permission: Permission) =>
  given.includes(permission) || (permissionsOf[role].includes(permission) && !taken.includes(permission))

/** Nothing is kept of those who are players and may what players may; what was taken is, for whatever comes to be lent to them. */
function keepGrant({ edit, actor, now, refuse }: Asked, target: string, grant: Grant) {
  const { grants } = edit(staff, staffKey)
  if (grant.role === 'player' && grant.given.length === 0 && grant.taken.length === 0) return void delete grants[target]
  if (!grants[target] && Object.keys(grants).length >= mostGrants) return refuse('full')
  grants[target] = {
    role: grant.role,
    given: [...grant.given],
    taken: [...grant.taken],
    by: accountOf(actor),
    at: now,
  }
}

/** Ids only: a name may change, or have to be forgotten. */
const note = ({ record, actor, address }: Asked, change: Pick<RoleChange, 'account' | 'what' | 'before' | 'after'>) =>
  record(rolesArchive, rolesArchiveKey, { by: accountOf(actor), ...change, address })
