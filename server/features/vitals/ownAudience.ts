import { documentId, itsPlayer, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ownPositions, ownSlot } from '../../../shared/features/packs/packLife.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { createPlaces, type Places } from '../roster/places.ts'
import type { ReadAnimal, Reading, ReadPlayer } from '../roster/reading.ts'
import { createRooms } from '../roster/rooms.ts'
import type { Sockets } from '../roster/sockets.ts'

interface OwnAudienceParts {
  readonly hub: Pick<Hub, 'read'>
  readonly sockets: Sockets
}

interface OwnRoom {
  readonly places: Places
  /** Whose place is shown: the player who was linked when it was read. */
  steamId: string | null
}

type Latest = { readonly at: number; readonly players: ReadonlyMap<string, ReadPlayer> }

/** Shows everyone who watches it here the place of their own animal, and nobody else's. */
export function createOwnAudience({ hub, sockets }: OwnAudienceParts) {
  const { kind } = ownPositions
  const rooms = createRooms<OwnRoom>({
    watchedKeys: () => new Set(sockets.watchedIds(kind).map(keyOf)),
    make: (key) => ({
      places: createPlaces((frame) => sockets.offer(documentId(ownPositions, key), frame)),
      steamId: null,
    }),
  })
  let latest: Latest | null = null

  /** The place of the player before goes at once, and the other's comes with the next reading. */
  const relink = (key: string) => {
    const { steamId } = hub.read(account, key)
    const room = rooms.get(key)
    if (!room || room.steamId === steamId) return
    room.steamId = steamId
    room.places.remove([ownSlot])
  }
  /** Who begins to watch between two readings is shown where the last one saw them. */
  const key = (id: string, at: number) => {
    const known = rooms.get(id)
    if (known) return known.places.key(at)
    if (!latest) return null
    const room = rooms.enter(id)
    room.places.begin(placeOf(hub, id, room, latest), latest.at)
    return room.places.key(at)
  }
  return {
    show({ at, players }: Reading) {
      latest = { at, players: new Map(players.map((player) => [player.id, player])) }
      for (const [key, room] of rooms.all()) room.places.show(placeOf(hub, key, room, latest), at)
    },
    screen(published: readonly Published[]) {
      for (const { id } of published) if (kindOf(id) === account.kind) relink(keyOf(id))
    },
    stream: { kind, mayWatch: (principal: Principal, id: string) => itsPlayer(principal, id), key },
    sweep: rooms.sweep,
  }
}

/** As of this moment: the account may have been linked to another player since the reading. */
function placeOf(
  hub: OwnAudienceParts['hub'],
  key: string,
  room: OwnRoom,
  { players }: Latest,
): ReadonlyMap<number, ReadAnimal> {
  const { steamId } = hub.read(account, key)
  room.steamId = steamId
  const animal = steamId === null ? null : players.get(steamId)?.animal
  return new Map(animal ? [[ownSlot, animal]] : [])
}
