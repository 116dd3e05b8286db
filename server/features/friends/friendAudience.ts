import { itsPlayer } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { friendPositions, friends } from '../../../shared/features/friends/friends.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { type AudienceGateway, createSharedPlaces } from '../roster/rooms.ts'
import { type PlacedFriend, watchedViewers } from './friendReports.ts'

interface FriendAudienceOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly sockets: AudienceGateway
}

/** Sends each watching user on this node the positions of friends where both share. */
export function createFriendAudience({ hub, sockets }: FriendAudienceOptions) {
  /** Whether the two still share without a break, and the animal is still this friend's. */
  const isShared = (viewer: string, { account: id, steamId, placeSince }: PlacedFriend) => {
    const { friends: list } = hub.read(friends, viewer)
    return (Object.hasOwn(list, id) && list[id]?.placeSince) === placeSince && hub.read(account, id).steamId === steamId
  }
  const { key, ...places } = createSharedPlaces<PlacedFriend>({
    sockets,
    positions: friendPositions,
    sharing: friends,
    watchedKeys: () => watchedViewers(sockets.watchedIds),
    isShared,
  })
  return {
    ...places,
    stream: {
      kind: friendPositions.kind,
      mayWatch: (principal: Principal, viewer: string) => itsPlayer(principal, viewer),
      key,
    },
  }
}
