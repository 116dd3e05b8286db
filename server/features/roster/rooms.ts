import { type DocumentId, type DocumentKind, documentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import type { Published } from '../../engine/hub.ts'
import type { ReadAnimal } from './reading.ts'
import { createPlaces, type OfferFrame } from './slots.ts'

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

/** An animal whose player shares its place with an audience, with its slot in their stream; null where all slots are taken. */
interface SharedAnimal {
  readonly account: string
  readonly animal: ReadAnimal
  readonly slot: number | null
}

interface SharedPlacesOptions<Shared extends SharedAnimal> {
  readonly sockets: AudienceGateway
  /** The stream of an audience. */
  readonly positions: Pick<DocumentKind, 'kind'>
  /** The document of the same key says who shares. */
  readonly sharing: Pick<DocumentKind, 'kind'>
  /** The keys of the audiences that are watched on this node. */
  watchedKeys(): ReadonlySet<string>
  /** Whether the player still shares without a break, and the animal is still theirs. */
  isShared(key: string, one: Shared): boolean
}

/**
 * Sends each watched audience the positions that players share with it. A position that may no longer be seen is removed in the same turn
 * in which the change was published.
 */
export function createSharedPlaces<Shared extends SharedAnimal>(options: SharedPlacesOptions<Shared>) {
  const { positions, sharing, sockets, watchedKeys, isShared } = options
  const rooms = createRooms({
    watchedKeys,
    make: (key) =>
      createSharedRoom<Shared>({
        offer: (frame) => sockets.offer(documentId(positions, key), frame),
        isShared: (one) => isShared(key, one),
      }),
  })
  return {
    removeRevoked(published: readonly Published[]) {
      const changed = (kind: string) => published.filter(({ id }) => kindOf(id) === kind).map(({ id }) => keyOf(id))
      const [keys, people] = [new Set(changed(sharing.kind)), changed(account.kind)]
      for (const [key, room] of rooms.existing()) if (keys.has(key) || people.some(room.shows)) room.removeRevoked()
    },
    /**
     * Audiences that were not watched when the game was read are shown nothing yet.
     * @param visible by key, what each may see
     * @param at epoch ms of the reading
     */
    show(visible: Readonly<Record<string, readonly Shared[]>>, at: number) {
      for (const [key, room] of rooms.all()) if (visible[key]) room.show(visible[key], at)
    },
    /** The key frame for a new watcher; null before the first reading. @param at epoch ms */
    key: (key: string, at: number) => rooms.get(key)?.key(at) ?? null,
    /** Call it periodically: audiences not watched since the last call are forgotten. */
    forgetUnwatched: rooms.forgetUnwatched,
  }
}

interface SharedRoomOptions<Shared> {
  readonly offer: OfferFrame
  isShared(one: Shared): boolean
}

/** The positions that one audience sees. */
function createSharedRoom<Shared extends SharedAnimal>({ offer, isShared }: SharedRoomOptions<Shared>) {
  const places = createPlaces(offer)
  const shown = new Map<number, Shared>()
  let hasBegun = false
  return {
    show(placed: readonly Shared[], at: number) {
      hasBegun = true
      shown.clear()
      for (const one of placed) if (one.slot !== null && isShared(one)) shown.set(one.slot, one)
      places.show(new Map([...shown].flatMap(([slot, { animal }]) => (animal.place ? [[slot, animal.place]] : []))), at)
    },
    /** A player who begins to share appears with the next reading. */
    removeRevoked() {
      const gone = [...shown].filter(([, one]) => !isShared(one)).map(([slot]) => slot)
      for (const slot of gone) shown.delete(slot)
      if (gone.length > 0) places.remove(gone)
    },
    shows: (id: string) => [...shown.values()].some((one) => one.account === id),
    /** Null before the first reading: until then the slots in the audience's document may belong to other animals. */
    key: (now: number) => (hasBegun ? places.key(now) : null),
  }
}
