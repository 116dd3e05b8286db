import type { Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Grant, type Staff, staff, staffKey } from '../../../shared/features/rights/staff.ts'
import type { Context } from '../../engine/rule.ts'
import { effectiveGrant, isConfiguredOwner, ownerSteamIds, rightsOf } from '../rights/rights.ts'
import { highestSessionRole } from './openSessions.ts'

/**
 * The accounts from which a change of their grants has taken permissions, and which.
 * @param keepsSession whether what an open session gives is not lost: for what ends within hours
 */
export function lostRights(
  context: Context,
  before: Readonly<Staff>,
  { keepsSession }: { readonly keepsSession: boolean },
): readonly (readonly [string, Permission[]])[] {
  const { grants } = context.read(staff, staffKey)
  const ids = [...new Set([...Object.keys(before.grants), ...Object.keys(grants)])]
  const changed = ids.filter((id) => JSON.stringify(before.grants[id]) !== JSON.stringify(grants[id]))
  return changed.map((id) => [id, lostBy(context, id, before.grants[id], keepsSession)])
}

function lostBy(context: Context, id: string, before: Grant | undefined, keepsSession: boolean): Permission[] {
  const { read, setting } = context
  const byConfiguration = isConfiguredOwner(read(account, id), setting(ownerSteamIds))
  const sessionRole = keepsSession ? highestSessionRole(context, id) : 'player'
  const mayWith = (grant: Grant | undefined) => rightsOf({ grant, byConfiguration, sessionRole }).may
  const has = mayWith(effectiveGrant(read, id))
  return mayWith(before).filter((permission) => !has.includes(permission))
}
