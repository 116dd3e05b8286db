import { documentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { reportPack } from '../../../shared/features/packs/commands.ts'
import { isMember, pack } from '../../../shared/features/packs/pack.ts'
import { packLife, packPositions } from '../../../shared/features/packs/packLife.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Seat } from '../../engine/seat.ts'
import type { ReadingSink } from '../roster/reading.ts'
import { createRooms } from '../roster/rooms.ts'
import type { Sockets } from '../roster/sockets.ts'
import { createPackRoom, type PackRoom } from './packRoom.ts'

interface PackAudienceParts {
  readonly hub: Pick<Hub, 'order' | 'read'>
  readonly sockets: Sockets
}

/**
 * Shows the members of each pack that somebody watches those who share with it. What may not be seen any more goes in the
 * same turn in which that was published.
 */
export function createPackAudience({ hub, sockets }: PackAudienceParts) {
  const watchedKeys = () =>
    new Set([packLife.kind, packPositions.kind].flatMap((kind) => sockets.watchedIds(kind).map(keyOf)))
  const rooms = createRooms<PackRoom>({
    watchedKeys,
    make: (key) =>
      createPackRoom({ hub, pack: key, offer: (frame) => sockets.offer(documentId(packPositions, key), frame) }),
  })

  const sink: ReadingSink = {
    take(reading) {
      const players = new Map(reading.players.map((player) => [player.id, player]))
      const { at: readAt, everyMs } = reading
      return Promise.all(
        [...rooms.all()].map(([key, room]) =>
          hub.order('game link', reportPack.name, { pack: key, readAt, everyMs, seen: room.look(players, reading) }),
        ),
      )
    },
    send(reading) {
      for (const [, room] of rooms.all()) room.show(reading)
    },
  }
  const screen = (published: readonly Published[]) => {
    const packs = new Set(published.filter(({ id }) => kindOf(id) === pack.kind).map(({ id }) => keyOf(id)))
    const people = published.filter(({ id }) => kindOf(id) === account.kind).map(({ id }) => keyOf(id))
    for (const [key, room] of rooms.open()) if (packs.has(key) || people.some(room.shows)) room.screen()
  }
  return {
    ...{ sink, screen },
    stream: {
      kind: packPositions.kind,
      mayWatch: (seat: Seat, key: string) => seat.can('play') && isMember(hub.read(pack, key), seat.id),
      decidedBy: (key: string) => [documentId(pack, key)],
      key: (key: string, at: number) => rooms.get(key)?.key(at) ?? null,
    },
    /** To be called now and then: rooms that nobody has watched since the last time are forgotten. */
    sweep: rooms.sweep,
  }
}
