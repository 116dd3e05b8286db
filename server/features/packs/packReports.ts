import { type DocumentId, keyOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { reportPack } from '../../../shared/features/packs/commands.ts'
import { pack } from '../../../shared/features/packs/pack.ts'
import { packLife, packPositions } from '../../../shared/features/packs/packLife.ts'
import type { Hub } from '../../engine/hub.ts'
import type { ReadAnimal, Reading, ReadingSink, ReadPlayer } from '../roster/reading.ts'
import { createRooms } from '../roster/rooms.ts'
import { createSlots } from '../roster/slots.ts'

interface PackReportsOptions {
  readonly hub: Pick<Hub, 'execute' | 'read'>
  /** The watched ids of a kind, on all nodes. */
  watchedIds(kind: string): readonly DocumentId[]
}

/** By key of each watched pack, the members that it may see. */
export type VisibleMembers = Readonly<Record<string, readonly PlacedMember[]>>

/** The keys of the packs whose life or positions are watched. */
export const watchedPacks = (watchedIds: PackReportsOptions['watchedIds']): ReadonlySet<string> =>
  new Set([packLife.kind, packPositions.kind].flatMap((kind) => watchedIds(kind).map(keyOf)))

/** Reports each reading to every watched pack: the members who share and were read. */
export function createPackReports({ hub, watchedIds }: PackReportsOptions) {
  const packs = createRooms<PackReading>({
    watchedKeys: () => watchedPacks(watchedIds),
    make: (key) => createPackReading(hub, key),
  })
  const sink: ReadingSink = {
    report(reading) {
      const players = new Map(reading.players.map((player) => [player.id, player]))
      const { at: readAt, everyMs } = reading
      return Promise.all(
        [...packs.all()].map(([key, pack]) => {
          const seen = seenOf(pack.place(players, reading))
          return hub.execute('game link', reportPack.name, { pack: key, readAt, everyMs, seen })
        }),
      )
    },
  }
  return {
    sink,
    /** The members placed in the last reading. */
    visibleMembers: (): VisibleMembers =>
      Object.fromEntries([...packs.existing()].map(([key, pack]) => [key, pack.placed()])),
    /** Call it periodically: packs not watched since the last call are forgotten. */
    forgetUnwatched: packs.forgetUnwatched,
  }
}

/** Positions are not in the pack's document. */
const seenOf = (placed: readonly PlacedMember[]) =>
  Object.fromEntries(
    placed.map(({ account, slot, animal: { species, growth, dead, region, square, near, place } }) => [
      account,
      { species, growth, dead, region, square, near, slot, isPlaced: place !== null },
    ]),
  )

/** A pack's stream has its own slots, unrelated to those of the staff's stream. Slot 0 is the user's own position. */
const firstSlot = 1
const packSlots = 31

/** A member who shares, with the slot in the pack's stream; null where all slots are taken. */
export interface PlacedMember extends SharingMember {
  readonly slot: number | null
}

type PackReading = ReturnType<typeof createPackReading>

/** Finds the members of one pack who share in each reading, and assigns their slots. */
function createPackReading(hub: Pick<Hub, 'read'>, pack: string) {
  const slots = createSlots(packSlots, firstSlot)
  let placed: readonly PlacedMember[] = []
  return {
    place(players: ReadonlyMap<string, ReadPlayer>, { at }: Reading) {
      const sharers = sharingMembers(hub, pack, players)
      const ids = sharers.map(({ account }) => account)
      const { slots: slotOf } = slots.assign(ids, at)
      placed = sharers.map((sharer) => ({ ...sharer, slot: slotOf.get(sharer.account) ?? null }))
      return placed
    },
    /** Those of the last reading. */
    placed: () => placed,
  }
}

/** Since when and as which player a member shares. Their position may be shown as long as all three fields are current. */
interface Sharing {
  readonly account: string
  readonly steamId: string
  readonly sharedSince: number
}

interface SharingMember extends Sharing {
  readonly animal: ReadAnimal
}

type Reads = Pick<Hub, 'read'>

/** The members of a pack who share now and whose animal was read. */
function sharingMembers(hub: Reads, key: string, players: ReadonlyMap<string, ReadPlayer>): SharingMember[] {
  return Object.entries(hub.read(pack, key).members).flatMap(([id, { sharedSince }]) => {
    const { steamId } = hub.read(account, id)
    const animal = steamId === null ? null : players.get(steamId)?.animal
    return sharedSince === null || steamId === null || !animal ? [] : [{ account: id, steamId, sharedSince, animal }]
  })
}

/** Whether the member still shares without a break. A member who hid meanwhile has another `sharedSince`. */
export const stillShares = (hub: Reads, key: string, { account: id, steamId, sharedSince }: Sharing) =>
  hub.read(pack, key).members[id]?.sharedSince === sharedSince && hub.read(account, id).steamId === steamId
