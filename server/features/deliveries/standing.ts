import { higherOf, type Role } from '../../../shared/engine/permissions.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import { seenWithinMs } from '../../../shared/features/deliveries/delivery.ts'
import { staff, staffKey } from '../../../shared/features/roles/staff.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { bucketOf, isOpen, ownSessions, publicIdOf, sessions } from '../../../shared/features/session/session.ts'
import type { Context } from '../../engine/rule.ts'
import { identityBucketOf, identityKeyOf } from '../account/identityKey.ts'
import { isConfiguredOwner, rightsOf } from '../roles/rights.ts'

type Reading = Pick<Context, 'read' | 'now'>

/** The accounts that are linked to a player of the game: one, and on a demo another. */
export const accountsPlaying = ({ read }: Pick<Context, 'read'>, steamId: string): string[] =>
  [false, true].flatMap((demo) => {
    const key = identityKeyOf('steam', steamId, demo)
    return read(identities, identityBucketOf(key)).accounts[key] ?? []
  })

/** The highest that any open session of an account was lent: by a password, or by a demo sign-in. */
function lentTo({ read, now }: Reading, id: string): Role {
  let lent: Role = 'player'
  for (const publicId of Object.keys(read(ownSessions, id).open)) {
    const { open } = read(sessions, bucketOf(publicId))
    for (const [key, session] of Object.entries(open)) {
      if (publicIdOf(key) !== publicId || !isOpen(session, now)) continue
      const raised = session.raised && session.raised.until > now ? session.raised.role : 'player'
      lent = higherOf(lent, higherOf(session.role, raised))
    }
  }
  return lent
}

/** What somebody in the game is here. An owner by the configuration is one also before they have ever signed in. */
export function roleInGame(reading: Reading, steamId: string, ownerSteamIds: readonly string[]): Role {
  const { read } = reading
  const roles = accountsPlaying(reading, steamId).map((id) => {
    const grant = read(staff, staffKey).grants[id]
    const byConfiguration = isConfiguredOwner(read(account, id), ownerSteamIds)
    return rightsOf({ grant, byConfiguration, lent: lentTo(reading, id) }).role
  })
  return roles.reduce(higherOf, ownerSteamIds.includes(steamId) ? 'owner' : 'player')
}

/** What a reading no older than half a minute says of somebody; null where none is so young. */
export function seenInGame({ read, now }: Reading, server: string, steamId: string): RosterEntry | 'away' | null {
  const { players, readAt } = read(roster, server)
  if (readAt === null || now - readAt > seenWithinMs) return null
  return (Object.hasOwn(players, steamId) && players[steamId]) || 'away'
}
