import { documentId, itsPlayer, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ownPositions, ownSlot } from '../../../shared/features/packs/packLife.ts'
import { reportVitals } from '../../../shared/features/vitals/commands.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Seat } from '../../engine/seat.ts'
import { createPlaces, type Places } from '../roster/places.ts'
import type { ReadAnimal, Reading, ReadingSink, ReadPlayer } from '../roster/reading.ts'
import { createRooms } from '../roster/rooms.ts'
import type { Sockets } from '../roster/sockets.ts'

interface OwnAudienceParts {
  readonly hub: Pick<Hub, 'order' | 'read'>
  readonly sockets: Sockets
  readonly onFault: (what: string, error: unknown) => void
}

interface OwnRoom {
  readonly places: Places
  /** Whose place is shown: the player who was linked when it was read. */
  steamId: string | null
}

type Latest = { readonly reading: Reading; readonly players: ReadonlyMap<string, ReadPlayer> }

/** Shows everyone who watches their own animal: its place and its vitals, and nobody else's. */
export function createOwnAudience({ hub, sockets, onFault }: OwnAudienceParts) {
  const { kind } = ownPositions
  const rooms = createRooms<OwnRoom>({
    watchedKeys: () => new Set(sockets.watchedIds(kind).map(keyOf)),
    make: (key) => ({
      places: createPlaces((frame) => sockets.offer(documentId(ownPositions, key), frame)),
      steamId: null,
    }),
  })
  let latest: Latest | null = null
  const report = reportTo(hub)

  const sink: ReadingSink = {
    take(reading) {
      const players = new Map(reading.players.map((player) => [player.id, player]))
      latest = { reading, players }
      const watched = sockets.watchedIds(vitals.kind).map(keyOf)
      return Promise.all(watched.map((key) => report(key, reading, players.get(hub.read(account, key).steamId ?? ''))))
    },
    send({ at }) {
      for (const [key, room] of rooms.all()) if (latest) room.places.show(placeOf(hub, key, room, latest), at)
    },
  }
  /** The place of the player before goes at once, and the other's comes with the next reading; vitals are those of the last. */
  const relink = (key: string) => {
    const { steamId } = hub.read(account, key)
    const room = rooms.get(key)
    if (room && room.steamId !== steamId) {
      room.steamId = steamId
      room.places.remove([ownSlot])
    }
    if (!latest || !isTold({ hub, sockets }, key)) return
    const told = report(key, latest.reading, latest.players.get(steamId ?? ''))
    told.catch((error: unknown) => onFault(reportVitals.name, error))
  }
  const screen = (published: readonly Published[]) => {
    for (const { id } of published) if (kindOf(id) === account.kind) relink(keyOf(id))
  }
  /** Who begins to watch between two readings is shown where the last one saw them. */
  const key = (id: string, at: number) => {
    const known = rooms.get(id)
    if (known) return known.places.key(at)
    if (!latest) return null
    const room = rooms.enter(id)
    room.places.begin(placeOf(hub, id, room, latest), latest.reading.at)
    return room.places.key(at)
  }
  const stream = { kind, mayWatch: (seat: Seat, id: string) => itsPlayer(seat, id), key }
  return { sink, screen, stream, sweep: rooms.sweep }
}

/** Who watches has been told, or is being told: a reading's report may be on its way to the journal still. */
const isTold = ({ hub, sockets }: Pick<OwnAudienceParts, 'hub' | 'sockets'>, key: string) =>
  hub.read(vitals, key).readAt !== null || sockets.watchedIds(vitals.kind).some((id) => keyOf(id) === key)

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

const reportTo =
  (hub: OwnAudienceParts['hub']) =>
  (key: string, { at: readAt, everyMs }: Reading, player: ReadPlayer | undefined) =>
    hub.order('game link', reportVitals.name, {
      ...{ player: key, readAt, everyMs, online: player !== undefined },
      animal: player?.animal ? vitalsOf(player.animal) : null,
    })

/** Neither the place, which comes as a stream, nor the number that it has for staff. */
function vitalsOf({ x: _x, y: _y, slot: _slot, ...animal }: ReadAnimal) {
  return animal
}
