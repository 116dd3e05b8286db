import { account } from '../../../shared/features/account/account.ts'
import { isMember, membership, type Pack, pack } from '../../../shared/features/packs/pack.ts'
import type { TrailPoint } from '../../../shared/features/trails/queries.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { TrailMemory } from './trailMemory.ts'

type Trails = Record<string, TrailPoint[][]>

/**
 * One's own way whole. Of a member of one's pack only what was walked while they shared, as they do now, while one was a
 * member oneself, and since they are linked to that player: nobody is followed back to before they agreed to it.
 */
export function answerRecentTrails(
  { principal, now, read }: Pick<QueryContext, 'principal' | 'now' | 'read'>,
  memory: Pick<TrailMemory, 'of'>,
): { trails: Trails } {
  const { id: asker } = principal
  if (asker === null) return { trails: {} }
  const trails: Trails = {}
  const add = (who: string, steamId: string | null, from: number) => {
    const pieces = steamId === null ? [] : memory.of(steamId, from, now)
    if (pieces.length > 0) trails[who] = pieces
  }
  add(asker, read(account, asker).steamId, 0)
  for (const [who, from] of othersOf(packOf(asker, read), asker)) {
    const { steamId, linkedAt } = read(account, who)
    // Where an older release linked them there is no time: that was before any way that is remembered.
    add(who, steamId, Math.max(from, linkedAt ?? 0))
  }
  return { trails }
}

function packOf(asker: string, read: QueryContext['read']): Pick<Pack, 'members'> {
  const { pack: key } = read(membership, asker)
  const theirs = key === null ? null : read(pack, key)
  return theirs && isMember(theirs, asker) ? theirs : { members: {} }
}

/** The others who share, each with the time from which the asker may see their way. */
function othersOf({ members }: Pick<Pack, 'members'>, asker: string): [string, number][] {
  const joinedAt = members[asker]?.joinedAt ?? Number.POSITIVE_INFINITY
  return Object.entries(members).flatMap(([who, { sharedSince }]) =>
    who === asker || sharedSince === null ? [] : [[who, Math.max(sharedSince, joinedAt)] as [string, number]],
  )
}
