import type { Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Grant, type Staff, staff, staffKey } from '../../../shared/features/rights/staff.ts'
import type { Context } from '../../engine/rule.ts'
import { highestSessionRole } from '../session/openSessions.ts'
import { effectiveGrant, isConfiguredOwner, ownerSteamIds, rightsOf } from './rights.ts'

/** The accounts from which a change of their grants has taken permissions, and which. What an open session gives is not lost. */
export function lostRights(context: Context, before: Readonly<Staff>): readonly (readonly [string, Permission[]])[] {
  const { grants } = context.read(staff, staffKey)
  const ids = [...new Set([...Object.keys(before.grants), ...Object.keys(grants)])]
  const changed = ids.filter((id) => JSON.stringify(before.grants[id]) !== JSON.stringify(grants[id]))
  return changed.map((id) => [id, lostBy(context, id, before.grants[id])])
}

function lostBy(context: Context, id: string, before: Grant | undefined): Permission[] {
  const { read, setting } = context
  const byConfiguration = isConfiguredOwner(read(account, id), setting(ownerSteamIds))
  const sessionRole = highestSessionRole(context, id)
  const mayWith = (grant: Grant | undefined) => rightsOf({ grant, byConfiguration, sessionRole }).may
  const has = mayWith(effectiveGrant(read, id))
  return mayWith(before).filter((permission) => !has.includes(permission))
}
