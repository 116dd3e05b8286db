import type { DocumentId } from '../../../shared/engine/document.ts'

interface RoomsOptions<Room> {
  /** The keys of the audiences that are watched. */
  watchedKeys(): ReadonlySet<string>
  make(key: string): Room
}

/** Keeps the state of each audience of a kind for as long as it is watched. */
export function createRooms<Room>({ watchedKeys, make }: RoomsOptions<Room>) {
  const rooms = new Map<string, Room>()
  let unwatched = new Set<string>()

  const getOrCreate = (key: string) => {
    const room = rooms.get(key) ?? make(key)
    rooms.set(key, room)
    return room
  }
  return {
    get: (key: string) => rooms.get(key),
    enter: getOrCreate,
    /** The rooms that exist. */
    existing: (): Iterable<[string, Room]> => rooms,
    /** All rooms, after creating those that are watched and missing. */
    all(): Iterable<[string, Room]> {
      for (const key of watchedKeys()) getOrCreate(key)
      return rooms
    },
    /** Forgets the rooms that were unwatched at the last call too, so that a client that returns soon finds its room. */
    forgetUnwatched() {
      const watched = watchedKeys()
      const empty = [...rooms.keys()].filter((key) => !watched.has(key))
      for (const key of empty) if (unwatched.has(key)) rooms.delete(key)
      unwatched = new Set(empty)
    },
  }
}

/** The part of the gateway that an audience uses: the watched ids, and sending. */
export interface AudienceGateway {
  /** The watched ids of a kind. */
  watchedIds(kind: string): readonly DocumentId[]
  /** @param frame called when the frame is sent */
  offer(id: DocumentId, frame: () => Uint8Array): void
}
