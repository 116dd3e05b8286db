interface RoomsParts<Room> {
  /** Of the rooms in which there is somebody. */
  watchedKeys(): ReadonlySet<string>
  make(key: string): Room
}

/** One room for each audience of a kind, for as long as it is watched: nothing is kept for those who are not there. */
export function createRooms<Room>({ watchedKeys, make }: RoomsParts<Room>) {
  const rooms = new Map<string, Room>()
  let leaving = new Set<string>()

  const enter = (key: string) => {
    const room = rooms.get(key) ?? make(key)
    rooms.set(key, room)
    return room
  }
  return {
    get: (key: string) => rooms.get(key),
    enter,
    /** Those that there are. */
    open: (): Iterable<[string, Room]> => rooms,
    /** Those that there are, and before that one for everyone who watches. */
    all(): Iterable<[string, Room]> {
      for (const key of watchedKeys()) enter(key)
      return rooms
    },
    /** Forgets the rooms that are empty and were empty the last time: who comes back soon finds theirs as it was. */
    sweep() {
      const watched = watchedKeys()
      const empty = [...rooms.keys()].filter((key) => !watched.has(key))
      for (const key of empty) if (leaving.has(key)) rooms.delete(key)
      leaving = new Set(empty)
    },
  }
}
