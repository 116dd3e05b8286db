import type { ReadDocument } from '../../../shared/engine/document.ts'
import { higherOf, type Permission, permissions, permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { type Account, account } from '../../../shared/features/account/account.ts'
import { type Grant, roleChanges, staff, staffKey } from '../../../shared/features/rights/staff.ts'
import type { Feature } from '../../engine/feature.ts'
import { defineSetting, setTo } from '../../engine/rule.ts'

/** SteamID64 of the owners by configuration (OWNER_STEAM_IDS). */
export const ownerSteamIds = defineSetting<readonly string[]>('ownerSteamIds', [])

export interface Rights {
  readonly role: Role
  readonly may: readonly Permission[]
}
interface RightsSources {
  /** The grant in force; undefined if the account has none. */
  readonly grant: Grant | undefined
  /** The account is an owner by configuration. */
  readonly byConfiguration: boolean
  /** The role of the session: from a demo sign-in or from an elevation; otherwise 'player'. */
  readonly sessionRole: Role
  /** What the session has beside the role, by codes of gates. */
  readonly sessionMay?: readonly Permission[]
}

/** The rights of an account in a session. An owner always has every permission, so that one can repair a mistake. */
export function rightsOf({ grant, byConfiguration, sessionRole, sessionMay = [] }: RightsSources): Rights {
  const role = higherOf(byConfiguration ? 'owner' : (grant?.role ?? 'player'), sessionRole)
  if (role === 'owner' || (!grant && sessionMay.length === 0)) return { role, may: permissionsOf[role] }
  const held: HeldRole = grant ? { ...grant, role } : { role, given: [], taken: [] }
  const isHeld = (permission: Permission) =>
    holdsPermission(held, permission) || (sessionMay.includes(permission) && !held.taken.includes(permission))
  return { role, may: permissions.filter(isHeld) }
}

type HeldRole = Pick<Grant, 'role' | 'given' | 'taken'>

/** Whether a role has a permission, with what was given and taken beside the role. */
export const holdsPermission = ({ role, given, taken }: HeldRole, permission: Permission) =>
  given.includes(permission) || (permissionsOf[role].includes(permission) && !taken.includes(permission))

/** A demo account has the SteamID of a simulated player, which any visitor may play: it is never an owner by configuration. */
export const isConfiguredOwner = ({ steamId, demo }: Pick<Account, 'steamId' | 'demo'>, owners: readonly string[]) =>
  !demo && steamId !== null && owners.includes(steamId)

/**
 * The rights of a user who views the site as a role: those of the role that the user also holds. The view ends when the user loses
 * the permission to view.
 */
export function rightsWhileViewing(held: Rights, viewing: Role | null): { rights: Rights; viewing: Role | null } {
  if (viewing === null || !held.may.includes('manageAdmins')) return { rights: held, viewing: null }
  return { rights: { role: viewing, may: permissionsOf[viewing].filter((one) => held.may.includes(one)) }, viewing }
}

/** The grant of an account. Any visitor can be the demo's owner: a grant by a demo account to a real one has no effect. */
export function effectiveGrant(read: ReadDocument, id: string): Readonly<Grant> | undefined {
  const grant = read(staff, staffKey).grants[id]
  return grant && read(account, grant.by).demo && !read(account, id).demo ? undefined : grant
}

/** Which rights an account holds: by configuration, by a grant, and by its session. @param owners SteamID64 */
export const rightsFeature = (owners: readonly string[]): Feature => ({
  name: 'rights',
  documents: [staff],
  archives: [roleChanges],
  removals: [
    {
      kind: staff,
      remove({ edit }, { account }) {
        delete edit(staff, staffKey).grants[account]
      },
    },
  ],
  commands: [],
  queries: [],
  settings: [setTo(ownerSteamIds, owners)],
})
