import { mainServer } from '../../../shared/engine/ids.ts'
import { higherOf, type Role } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { deliveries, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { derive } from '../../engine/feature.ts'
import type { Context } from '../../engine/rule.ts'
import { accountsOfPlayer } from '../account/rules.ts'
import { isConfiguredOwner, ownerSteamIds, rightsOf } from '../rights/rights.ts'
import { highestSessionRole } from '../session/openSessions.ts'

type Reads = Pick<Context, 'read' | 'now' | 'setting'>

/** The role that a player of the game has in the hub. A configured owner has it even before the first sign-in. */
export function roleInGame(reads: Reads, steamId: string): Role {
  const { read } = reads
  const owners = reads.setting(ownerSteamIds)
  const roles = accountsOfPlayer(read, steamId).map((id) => {
    const grant = read(staff, staffKey).grants[id]
    const byConfiguration = isConfiguredOwner(read(account, id), owners)
    return rightsOf({ grant, byConfiguration, sessionRole: highestSessionRole(reads, id) }).role
  })
  return roles.reduce(higherOf, owners.includes(steamId) ? 'owner' : 'player')
}

/** Deliveries say which role their target has. It changes with the grants, with a sign-in, and with what an upgrade gives for a time. */
export const followTargetRoles = [
  derive(staff, (context, key, before) => {
    const { grants } = context.read(staff, key)
    for (const id of new Set([...Object.keys(before.grants), ...Object.keys(grants)]))
      if (before.grants[id]?.role !== grants[id]?.role) updateTargetRoles(context, id)
  }),
  derive(ownSessions, updateTargetRoles),
]

function updateTargetRoles(context: Context, id: string) {
  const { read, edit } = context
  const { steamId } = read(account, id)
  if (steamId === null) return
  const onPlayer = Object.values(read(deliveries, mainServer).entries).filter(({ target }) => target?.id === steamId)
  if (onPlayer.length === 0) return
  const targetRole = roleInGame(context, steamId)
  for (const { id: delivery, by } of onPlayer.filter((one) => one.targetRole !== targetRole)) {
    Object.assign(edit(deliveries, mainServer).entries[delivery] ?? {}, { targetRole })
    if (read(ownDeliveries, by).entries[delivery])
      Object.assign(edit(ownDeliveries, by).entries[delivery] ?? {}, { targetRole })
  }
}
