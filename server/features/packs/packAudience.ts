import { documentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { isMember, pack } from '../../../shared/features/packs/pack.ts'
import { packPositions } from '../../../shared/features/packs/packLife.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { createRooms } from '../roster/rooms.ts'
import type { Sockets } from '../roster/sockets.ts'
import { followedPacks, type PackSights } from './packReports.ts'
import { createPackRoom, type PackRoom } from './packRoom.ts'

interface PackAudienceParts {
  readonly hub: Pick<Hub, 'read'>
  readonly sockets: Sockets
}

/**
 * Shows the members of each pack that somebody watches here those who share with it. What may not be seen any more goes in the
 * same turn in which that was published.
 */
export function createPackAudience({ hub, sockets }: PackAudienceParts) {
  const rooms = createRooms<PackRoom>({
    watchedKeys: () => followedPacks(sockets.watchedIds),
    make: (key) =>
      createPackRoom({ hub, pack: key, offer: (frame) => sockets.offer(documentId(packPositions, key), frame) }),
  })
  const screen = (published: readonly Published[]) => {
    const packs = new Set(published.filter(({ id }) => kindOf(id) === pack.kind).map(({ id }) => keyOf(id)))
    const people = published.filter(({ id }) => kindOf(id) === account.kind).map(({ id }) => keyOf(id))
    for (const [key, room] of rooms.open()) if (packs.has(key) || people.some(room.shows)) room.screen()
  }
  return {
    screen,
    /** Of a pack that nobody was known to watch when the game was read nothing is shown yet. @param at epoch ms of the reading */
    show(sights: PackSights, at: number) {
      for (const [key, room] of rooms.all()) if (sights[key]) room.show(sights[key], at)
    },
    stream: {
      kind: packPositions.kind,
      mayWatch: (principal: Principal, key: string) =>
        principal.can('play') && isMember(hub.read(pack, key), principal.id),
      decidedBy: (key: string) => [documentId(pack, key)],
      key: (key: string, at: number) => rooms.get(key)?.key(at) ?? null,
    },
    /** To be called now and then: rooms that nobody has watched since the last time are forgotten. */
    sweep: rooms.sweep,
  }
}
