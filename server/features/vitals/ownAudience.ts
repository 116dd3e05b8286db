import { documentId, itsPlayer, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ownPositions, ownSlot } from '../../../shared/features/packs/packLife.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import type { Reading, ReadPlayer } from '../roster/reading.ts'
import { type AudienceGateway, createRooms } from '../roster/rooms.ts'
import { createPlaces, type Places } from '../roster/slots.ts'

interface OwnAudienceOptions {
  readonly hub: Pick<Hub, 'read'>
  readonly sockets: AudienceGateway
}

interface OwnRoom {
  readonly places: Places
  /** The player whose position is shown: the one linked at the time of the reading. */
  steamId: string | null
}

type Latest = { readonly at: number; readonly players: ReadonlyMap<string, ReadPlayer> }

/** Sends each watching user on this node the position of their own animal, and of no other. */
export function createOwnAudience({ hub, sockets }: OwnAudienceOptions) {
  const { kind } = ownPositions
  const rooms = createRooms<OwnRoom>({
    watchedKeys: () => new Set(sockets.watchedIds(kind).map(keyOf)),
    make: (key) => ({
      places: createPlaces((frame) => sockets.offer(documentId(ownPositions, key), frame)),
      steamId: null,
    }),
  })
  let latest: Latest | null = null

  /** Removes the former player's position at once; the new one is sent with the next reading. */
  const followLink = (key: string) => {
    const { steamId } = hub.read(account, key)
    const room = rooms.get(key)
    if (!room || room.steamId === steamId) return
    room.steamId = steamId
    room.places.remove([ownSlot])
  }
  /** A user who begins to watch between two readings gets the position of the last one. */
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
    removeRevoked(published: readonly Published[]) {
      for (const { id } of published) if (kindOf(id) === account.kind) followLink(keyOf(id))
    },
    stream: { kind, mayWatch: (principal: Principal, id: string) => itsPlayer(principal, id), key },
    forgetUnwatched: rooms.forgetUnwatched,
  }
}

/** By the current link: the account may have been linked to another player since the reading. */
function placeOf(
  hub: OwnAudienceOptions['hub'],
  key: string,
  room: OwnRoom,
  { players }: Latest,
): ReadonlyMap<number, Point> {
  const { steamId } = hub.read(account, key)
  room.steamId = steamId
  const place = steamId === null ? null : players.get(steamId)?.animal?.place
  return new Map(place ? [[ownSlot, place]] : [])
}
