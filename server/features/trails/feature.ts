import { account } from '../../../shared/features/account/account.ts'
import { isMember, membership, type Pack, pack } from '../../../shared/features/packs/pack.ts'
import { recentTrails, type TrailPoint } from '../../../shared/features/trails/queries.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import type { TrailMemory } from './trailMemory.ts'

export const trailsFeature = (memory: Pick<TrailMemory, 'of'>): Feature => ({
  name: 'trails',
  documents: [],
  commands: [],
  // The leader remembers the longest time.
  queries: [implementQuery(recentTrails, (context) => answerRecentTrails(context, memory), { atLeader: true })],
})

type Trails = Record<string, TrailPoint[][]>

/**
 * The user's own trail, and those of the pack's members who share. A member's trail begins when they last began to share, when the
 * user joined, or when they were linked to that player, whichever is latest: nothing before their consent is shown.
 */
export function answerRecentTrails(
  { principal, now, read }: Pick<QueryContext, 'principal' | 'now' | 'read'>,
  memory: Pick<TrailMemory, 'of'>,
): { trails: Trails } {
  const { id: user } = principal
  if (user === null) return { trails: {} }
  const trails: Trails = {}
  const add = (who: string, steamId: string | null, from: number) => {
    const segments = steamId === null ? [] : memory.of(steamId, from, now)
    if (segments.length > 0) trails[who] = segments
  }
  add(user, read(account, user).steamId, 0)
  for (const [who, from] of othersOf(packOf(user, read), user)) {
    const { steamId, linkedAt } = read(account, who)
    // Links made by an older release have no time; they are older than any trail in memory.
    add(who, steamId, Math.max(from, linkedAt ?? 0))
  }
  return { trails }
}

function packOf(user: string, read: QueryContext['read']): Pick<Pack, 'members'> {
  const { pack: key } = read(membership, user)
  const theirs = key === null ? null : read(pack, key)
  return theirs && isMember(theirs, user) ? theirs : { members: {} }
}

/** The other members who share, with the time from which their trail is visible to the user. */
function othersOf({ members }: Pick<Pack, 'members'>, user: string): [string, number][] {
  const joinedAt = members[user]?.joinedAt ?? Number.POSITIVE_INFINITY
  return Object.entries(members).flatMap(([who, { sharedSince }]) =>
    who === user || sharedSince === null ? [] : [[who, Math.max(sharedSince, joinedAt)] as [string, number]],
  )
}
