import { documentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { isMember, pack } from '../../../shared/features/packs/pack.ts'
import { packPositions } from '../../../shared/features/packs/packLife.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { type AudienceGateway, createRooms } from '../roster/rooms.ts'
import { createPlaces, type OfferFrame } from '../roster/slots.ts'
import { type PlacedMember, stillShares, type VisibleMembers, watchedPacks } from './packReports.ts'

interface PackAudienceOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly sockets: AudienceGateway
}

/**
 * Sends the positions of sharing members to each pack watched on this node. A position that may no longer be seen is removed in the
 * same turn in which the change was published.
 */
export function createPackAudience({ hub, sockets }: PackAudienceOptions) {
  const rooms = createRooms<PackRoom>({
    watchedKeys: () => watchedPacks(sockets.watchedIds),
    make: (key) =>
      createPackRoom({ hub, pack: key, offer: (frame) => sockets.offer(documentId(packPositions, key), frame) }),
  })
  const removeRevoked = (published: readonly Published[]) => {
    const packs = new Set(published.filter(({ id }) => kindOf(id) === pack.kind).map(({ id }) => keyOf(id)))
    const people = published.filter(({ id }) => kindOf(id) === account.kind).map(({ id }) => keyOf(id))
    for (const [key, room] of rooms.existing()) if (packs.has(key) || people.some(room.shows)) room.removeRevoked()
  }
  return {
    removeRevoked,
    /** Packs that were not watched when the game was read are not shown yet. @param at epoch ms of the reading */
    show(members: VisibleMembers, at: number) {
      for (const [key, room] of rooms.all()) if (members[key]) room.show(members[key], at)
    },
    stream: {
      kind: packPositions.kind,
      mayWatch: (principal: Principal, key: string) =>
        principal.can('play') && isMember(hub.read(pack, key), principal.id),
      decidedBy: (key: string) => [documentId(pack, key)],
      key: (key: string, at: number) => rooms.get(key)?.key(at) ?? null,
    },
    /** Call it periodically: packs not watched since the last call are forgotten. */
    forgetUnwatched: rooms.forgetUnwatched,
  }
}

interface PackRoomOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly pack: string
  readonly offer: OfferFrame
}

type PackRoom = ReturnType<typeof createPackRoom>

/** The positions that the members of one pack see. */
function createPackRoom({ hub, pack, offer }: PackRoomOptions) {
  const places = createPlaces(offer)
  const shown = new Map<number, PlacedMember>()
  let hasBegun = false

  return {
    /** Shows the members who still share. @param at epoch ms of the reading */
    show(placed: readonly PlacedMember[], at: number) {
      hasBegun = true
      shown.clear()
      for (const one of placed) if (one.slot !== null && stillShares(hub, pack, one)) shown.set(one.slot, one)
      places.show(new Map([...shown].flatMap(([slot, { animal }]) => (animal.place ? [[slot, animal.place]] : []))), at)
    },
    /** Removes members who no longer share. A member who begins to share is included in the next reading. */
    removeRevoked() {
      const gone = [...shown].filter(([, sharing]) => !stillShares(hub, pack, sharing)).map(([slot]) => slot)
      for (const slot of gone) shown.delete(slot)
      if (gone.length > 0) places.remove(gone)
    },
    shows: (account: string) => [...shown.values()].some((sharing) => sharing.account === account),
    /** Null before the first reading: until then the slots in the pack's document may belong to other animals. */
    key: (now: number) => (hasBegun ? places.key(now) : null),
  }
}
