import type { Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Grant, staff } from '../../../shared/features/rights/staff.ts'
import { derive } from '../../engine/feature.ts'
import type { Context } from '../../engine/rule.ts'
import { effectiveGrant, isConfiguredOwner, ownerSteamIds, rightsOf } from '../rights/rights.ts'
import { highestSessionRole } from './openSessions.ts'

interface Following {
  /** Whether what an open session gives is not lost: for what ends within hours. */
  readonly keepsSession: boolean
  /** As of a derivation. */
  readonly isFollowed?: boolean
}

/** Ends what accounts have ordered or set, where a change of their grants has taken permissions from them. @param end what an account may not do any more */
export const followLostRights = (
  end: (context: Context, account: string, lost: readonly Permission[]) => void,
  { keepsSession, isFollowed = false }: Following,
) =>
  derive(
    staff,
    (context, key, before) => {
      const { grants } = context.read(staff, key)
      for (const id of new Set([...Object.keys(before.grants), ...Object.keys(grants)])) {
        if (JSON.stringify(before.grants[id]) === JSON.stringify(grants[id])) continue
        end(context, id, lostBy(context, id, before.grants[id], keepsSession))
      }
    },
    { isFollowed },
  )

function lostBy(context: Context, id: string, before: Grant | undefined, keepsSession: boolean): Permission[] {
  const { read, setting } = context
  const byConfiguration = isConfiguredOwner(read(account, id), setting(ownerSteamIds))
  const sessionRole = keepsSession ? highestSessionRole(context, id) : 'player'
  const mayWith = (grant: Grant | undefined) => rightsOf({ grant, byConfiguration, sessionRole }).may
  const has = mayWith(effectiveGrant(read, id))
  return mayWith(before).filter((permission) => !has.includes(permission))
}
