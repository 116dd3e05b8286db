import { higherOf, type Role } from '../../../shared/engine/permissions.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import { bans, rosterFreshMs } from '../../../shared/features/deliveries/delivery.ts'
import type { Target } from '../../../shared/features/deliveries/kinds.ts'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import type { Context } from '../../engine/rule.ts'
import { identityBucketOf, identityKeyOf } from '../account/identityKey.ts'
import { isConfiguredOwner, ownerSteamIds, rightsOf } from '../rights/rights.ts'
import { highestSessionRole } from '../session/openSessions.ts'
import type { OrderContext } from './issue.ts'

/** A SteamID64, or the EOS id of older builds. A text of this shape is never taken for a name. */
const playerId = /^(?:\d{17}|[0-9a-f]{32})$/i

/**
 * Resolves typed text to a player. An id is matched before any name, so that a player cannot pass for another by taking an id as a
 * name. Names are matched against the players in the game and those banned by the hub.
 */
export function targetOf(context: OrderContext, server: string, typed: string): Target {
  const { read, refuse } = context
  const wanted = typed.trim()
  if (wanted === '') return refuse('noTarget')
  const { players } = read(roster, server)
  if (Object.hasOwn(players, wanted) || playerId.test(wanted)) return targetById(context, server, wanted)
  const name = wanted.toLowerCase()
  const known = [...Object.values(players), ...bannedBy(context, server)]
  const ids = [...new Set(known.flatMap((one) => (one.name.trim().toLowerCase() === name ? one.id : [])))]
  if (ids.length > 1) return refuse('ambiguous')
  const [id] = ids
  return id === undefined ? refuse('unknownPlayer') : targetById(context, server, id)
}

/** The target of that id, with its name in the game, in the hub or in the ban list. */
export function targetById(context: Pick<OrderContext, 'read'>, server: string, id: string): Target {
  const { read } = context
  const inGame = Object.hasOwn(read(roster, server).players, id) ? read(roster, server).players[id]?.name : ''
  const [linked] = accountsOf(context, id)
  const here = linked === undefined ? undefined : read(account, linked).name
  const banned = bannedBy(context, server).find((one) => one.id === id)?.name
  return { id, name: (inGame || here || banned || id).slice(0, 200) }
}

const bannedBy = ({ read }: Pick<OrderContext, 'read'>, server: string) =>
  Object.entries(read(bans, server).bans).map(([id, { name }]) => ({ id, name }))

type Reads = Pick<Context, 'read' | 'now' | 'setting'>

/** The accounts linked to a player of the game: at most one, and on a demo a second one. */
const accountsOf = ({ read }: Pick<Context, 'read'>, steamId: string): string[] =>
  [false, true].flatMap((demo) => {
    const key = identityKeyOf('steam', steamId, demo)
    return read(identities, identityBucketOf(key)).accounts[key] ?? []
  })

/** The role that a player of the game has in the hub. A configured owner has it even before the first sign-in. */
export function roleInGame(reads: Reads, steamId: string): Role {
  const { read } = reads
  const owners = reads.setting(ownerSteamIds)
  const roles = accountsOf(reads, steamId).map((id) => {
    const grant = read(staff, staffKey).grants[id]
    const byConfiguration = isConfiguredOwner(read(account, id), owners)
    return rightsOf({ grant, byConfiguration, sessionRole: highestSessionRole(reads, id) }).role
  })
  return roles.reduce(higherOf, owners.includes(steamId) ? 'owner' : 'player')
}

/** The player's entry in a reading of the last 30 s, or `away`; null where there is no such reading. */
export function seenInGame(
  { read, now }: Pick<Context, 'read' | 'now'>,
  server: string,
  steamId: string,
): RosterEntry | 'away' | null {
  const { players, readAt } = read(roster, server)
  if (readAt === null || now - readAt > rosterFreshMs) return null
  return (Object.hasOwn(players, steamId) && players[steamId]) || 'away'
}
