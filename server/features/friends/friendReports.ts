import { type DocumentId, keyOf } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import { reportFriends, reportHurt } from '../../../shared/features/friends/commands.ts'
import {
  type FriendPlace,
  type FriendStatus,
  firstFriendSlot,
  friendLife,
  friendPositions,
  friends,
  mostFriends,
} from '../../../shared/features/friends/friends.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { ReadAnimal, Reading, ReadingSink, ReadPlayer } from '../roster/reading.ts'
import { createRooms } from '../roster/rooms.ts'
import { createSlots } from '../roster/slots.ts'

interface FriendReportsOptions {
  readonly hub: Pick<Hub, 'execute' | 'read'>
  /** The watched ids of a kind, on all nodes. */
  watchedIds(kind: string): readonly DocumentId[]
  readonly clock: Pick<Clock, 'monotonic'>
  readonly server: string
}

/** By account of each user whose page asks, the friends whose place they may see. */
export type VisibleFriends = Readonly<Record<string, readonly PlacedFriend[]>>

/** A friend who shares places with the user, with the slot in the user's stream; null where all slots are taken. */
export interface PlacedFriend {
  readonly account: string
  readonly steamId: string
  /** It may be shown as long as this and the SteamID are current. */
  readonly placeSince: number
  readonly animal: ReadAnimal
  readonly slot: number | null
}

/** The users whose friends are watched. */
export const watchedViewers = (watchedIds: FriendReportsOptions['watchedIds']): ReadonlySet<string> =>
  new Set([friendLife.kind, friendPositions.kind].flatMap((kind) => watchedIds(kind).map(keyOf)))

/** A player missing from readings for longer is not in the game; so is everyone when the game cannot be read. */
const inGameForMs = 30_000

/** Reports to every user whose page asks which friends are online and in the game, and where those are who share. */
export function createFriendReports({ hub, watchedIds, clock, server }: FriendReportsOptions) {
  const rooms = createRooms({
    watchedKeys: () => watchedViewers(watchedIds),
    make: (key) => createFriendReading(hub, key),
  })
  const health = createHealthMemory()
  let latest: { readonly reading: Reading; readonly takenAt: number } | null = null

  const report = async () => {
    const isFresh = latest !== null && clock.monotonic() - latest.takenAt < inGameForMs
    const reading = isFresh ? (latest?.reading ?? null) : null
    const players = new Map((reading?.players ?? []).map((player) => [player.id, player]))
    const online = new Set(watchedIds(friends.kind).map(keyOf))
    await Promise.all(
      [...rooms.all()].map(([viewer, room]) => {
        const seen = room.see({ players, online, at: clock.monotonic() })
        const times = { readAt: reading?.at ?? null, everyMs: reading?.everyMs ?? 2_000 }
        return hub.execute('game link', reportFriends.name, { viewer, ...times, seen })
      }),
    )
  }
  const sink: ReadingSink = {
    async report(reading) {
      latest = { reading, takenAt: clock.monotonic() }
      const hurt = health.hurtIn(reading)
      const told = hurt.length > 0 ? [hub.execute('game link', reportHurt.name, { server, players: hurt })] : []
      await Promise.all([...told, report()])
    },
  }
  return {
    sink,
    /** For changes of who is online, even while the game cannot be read. */
    report,
    /** The friends placed in the last reading. */
    visibleFriends: (): VisibleFriends =>
      Object.fromEntries([...rooms.existing()].map(([viewer, room]) => [viewer, room.placed()])),
    /** Call it periodically: users not watching since the last call are forgotten. */
    forgetUnwatched: rooms.forgetUnwatched,
  }
}

interface World {
  readonly players: ReadonlyMap<string, ReadPlayer>
  /** Accounts with an open page. */
  readonly online: ReadonlySet<string>
  /** Monotonic ms. */
  readonly at: number
}

interface Seen {
  readonly status: FriendStatus
  readonly place: FriendPlace | null
  readonly steamId: string | null
}

/** What one user may see of friends in each reading, with the slots of those who are placed. */
function createFriendReading(hub: Pick<Hub, 'read'>, viewer: string) {
  const slots = createSlots(mostFriends, firstFriendSlot)
  let placed: readonly PlacedFriend[] = []
  return {
    see({ players, online, at }: World): Readonly<Record<string, Seen>> {
      const shown = Object.entries(hub.read(friends, viewer).friends).filter(([, { showsStatus }]) => showsStatus)
      const found = shown.map(([id, { placeSince }]) => {
        const { steamId } = hub.read(account, id)
        const player = steamId === null ? undefined : players.get(steamId)
        return { id, steamId, placeSince, player, isOnline: online.has(id) }
      })
      const sharing = found.flatMap(({ id, steamId, placeSince, player }) =>
        steamId !== null && placeSince !== null && player?.animal
          ? [{ account: id, steamId, placeSince, animal: player.animal }]
          : [],
      )
      const ids = sharing.map((one) => one.account)
      const { slots: slotOf } = slots.assign(ids, at)
      placed = sharing.map((one) => ({ ...one, slot: slotOf.get(one.account) ?? null }))
      const placeOf = new Map(placed.map((one) => [one.account, one]))
      return Object.fromEntries(
        found.map(({ id, steamId, player, isOnline }) => {
          const status = player ? 'in-game' : isOnline ? 'online' : 'offline'
          const one = placeOf.get(id)
          return [id, { status, place: one ? placeInWords(one) : null, steamId }] as const
        }),
      )
    },
    placed: () => placed,
  }
}

/** Positions are not in the document. */
function placeInWords({
  slot,
  animal: { species, growth, dead, region, square, near, place },
}: PlacedFriend): FriendPlace {
  return { species, growth, dead, region, square, near, slot, isPlaced: place !== null }
}

/** Remembers the health of all dinosaurs between two readings. */
function createHealthMemory() {
  let before = new Map<string, Pick<ReadAnimal, 'species' | 'health' | 'growth'>>()
  return {
    /** The players whose dinosaur has lost health since the last reading. A new one has lost none. */
    hurtIn({ players }: Reading): readonly string[] {
      const now = new Map(players.flatMap(({ id, animal }) => (animal ? [[id, animal] as const] : [])))
      const hurt = [...now].flatMap(([id, { species, health, growth }]) => {
        const was = before.get(id)
        const isSame = was !== undefined && was.species === species && growth >= was.growth
        return isSame && health < was.health ? [id] : []
      })
      before = now
      return hurt
    },
  }
}
