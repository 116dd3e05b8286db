import { documentId, itsPlayer, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { friendPositions, friends } from '../../../shared/features/friends/friends.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { type AudienceGateway, createRooms } from '../roster/rooms.ts'
import { createPlaces, type OfferFrame } from '../roster/slots.ts'
import { type PlacedFriend, type VisibleFriends, watchedViewers } from './friendReports.ts'

interface FriendAudienceOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly sockets: AudienceGateway
}

/**
 * Sends each watching user on this node the positions of friends where both share. A position that may no longer be seen is removed in
 * the same turn in which the change was published.
 */
export function createFriendAudience({ hub, sockets }: FriendAudienceOptions) {
  const rooms = createRooms<FriendRoom>({
    watchedKeys: () => watchedViewers(sockets.watchedIds),
    make: (viewer) =>
      createFriendRoom({ hub, viewer, offer: (frame) => sockets.offer(documentId(friendPositions, viewer), frame) }),
  })
  const removeRevoked = (published: readonly Published[]) => {
    const viewers = new Set(published.filter(({ id }) => kindOf(id) === friends.kind).map(({ id }) => keyOf(id)))
    const people = published.filter(({ id }) => kindOf(id) === account.kind).map(({ id }) => keyOf(id))
    for (const [viewer, room] of rooms.existing())
      if (viewers.has(viewer) || people.some(room.shows)) room.removeRevoked()
  }
  return {
    removeRevoked,
    /** Users who did not watch when the game was read are shown nothing yet. @param at epoch ms of the reading */
    show(visible: VisibleFriends, at: number) {
      for (const [viewer, room] of rooms.all()) if (visible[viewer]) room.show(visible[viewer], at)
    },
    stream: {
      kind: friendPositions.kind,
      mayWatch: (principal: Principal, key: string) => itsPlayer(principal, key),
      key: (key: string, at: number) => rooms.get(key)?.key(at) ?? null,
    },
    /** Call it periodically: users who are not watching since the last call are forgotten. */
    forgetUnwatched: rooms.forgetUnwatched,
  }
}

interface FriendRoomOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly viewer: string
  readonly offer: OfferFrame
}

type FriendRoom = ReturnType<typeof createFriendRoom>

/** The positions that one user sees of friends. */
function createFriendRoom({ hub, viewer, offer }: FriendRoomOptions) {
  const places = createPlaces(offer)
  const shown = new Map<number, PlacedFriend>()
  let hasBegun = false
  /** Whether the two still share without a break, and the animal is still this friend's. */
  const isShared = ({ account: id, steamId, placeSince }: PlacedFriend) => {
    const { friends: list } = hub.read(friends, viewer)
    return (Object.hasOwn(list, id) && list[id]?.placeSince) === placeSince && hub.read(account, id).steamId === steamId
  }
  return {
    /** @param at epoch ms of the reading */
    show(placed: readonly PlacedFriend[], at: number) {
      hasBegun = true
      shown.clear()
      for (const one of placed) if (one.slot !== null && isShared(one)) shown.set(one.slot, one)
      places.show(new Map([...shown].flatMap(([slot, { animal }]) => (animal.place ? [[slot, animal.place]] : []))), at)
    },
    removeRevoked() {
      const gone = [...shown].filter(([, one]) => !isShared(one)).map(([slot]) => slot)
      for (const slot of gone) shown.delete(slot)
      if (gone.length > 0) places.remove(gone)
    },
    shows: (id: string) => [...shown.values()].some((one) => one.account === id),
    /** Null before the first reading: until then the slots in the user's document may belong to other animals. */
    key: (now: number) => (hasBegun ? places.key(now) : null),
  }
}
