import { type DocumentId, keyOf, kindOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { dayOf } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import {
  boards,
  type ListKey,
  leaderboardSettings,
  listKeys,
  mostPlaces,
  neighbours,
  type Place,
  seasons,
} from '../../../shared/features/leaderboards/leaderboards.ts'
import { playStanding, wealthStanding } from '../../../shared/features/leaderboards/standings.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import { createRanking, type Ranking } from './ranking.ts'
import { fightsOf, finalScoresOf, type Scores, scoresOf } from './scores.ts'

type ListsHub = Pick<Hub, 'epoch' | 'journaledIds' | 'read' | 'onPublish'>

/** Documents whose key is an account, and those whose key is a player of the game. */
const accountKinds: readonly string[] = [account, leaderboardSettings, wallet, wealthStanding].map(({ kind }) => kind)
const playerKinds: readonly string[] = [playRecord, fightRecord, playStanding].map(({ kind }) => kind)

/** At most this many users are counted again in one turn when a day or a season begins. */
const mostAtOnce = 1_000

const unlinked = { steamId: null, formerSteamIds: [] }

interface Listed {
  readonly id: string
  readonly score: number
}

const hourMs = 3_600_000
const tenMinutesMs = 600_000
/** A score that grows each minute would say who is in the game now. Below two hours, where the page shows minutes, in steps of ten. */
function roundedDown(ms: number): number {
  const step = ms < 2 * hourMs ? tenMinutesMs : hourMs
  return Math.floor(ms / step) * step
}

/** Lists that are being made. */
interface Making {
  readonly ids: readonly string[]
  /** How many of them are counted. */
  at: number
  readonly all: Record<ListKey, { id: string; score: number; at: number }[]>
  /** Lists that are not sorted yet. */
  readonly unfilled: ListKey[]
  /** Users who have changed meanwhile: counted at the end. */
  readonly changed: Set<string>
}

/**
 * All lists, in the memory of this node. They are made once, some users at a time or when they are first asked for, and follow each change of
 * one user in a time that does not grow with the number of users. What changes with time alone (a stay under way, the days of a window) is
 * counted again by `refresh`.
 * @param isDemo whether the hub is a demo: then it lists only accounts of the demo, otherwise none of them
 */
export function followLists(hub: ListsHub, clock: Pick<Clock, 'now'>, isDemo: boolean) {
  const rankings = Object.fromEntries(listKeys.map((key) => [key, createRanking()])) as Record<ListKey, Ranking>
  /** By the game's id. */
  const accountOf = new Map<string, string>()
  const steamOf = new Map<string, string>()
  /** Players who are banned, by the game's id, and the accounts of each: a ban also counts for those that were linked before. */
  let banned: ReadonlySet<string> = new Set()
  const everOf = new Map<string, Set<string>>()
  const playing = new Set<string>()
  /** To be counted again, because the day or the season changed. */
  const stale = new Set<string>()
  let epoch = -1
  let day = ''
  let season = 0
  let isFollowing = false
  let making: Making | null = null

  function noteLink(id: string) {
    const own = hub.read(account, id)
    // An account of each kind may be linked to the same player.
    const { steamId, formerSteamIds } = own.demo === isDemo ? own : unlinked
    for (const player of steamId === null ? formerSteamIds : [steamId, ...formerSteamIds]) {
      const ever = everOf.get(player)
      if (ever) ever.add(id)
      else everOf.set(player, new Set([id]))
    }
    const before = steamOf.get(id)
    if (before !== undefined && before !== steamId && accountOf.get(before) === id) accountOf.delete(before)
    if (steamId === null) steamOf.delete(id)
    else {
      steamOf.set(id, steamId)
      accountOf.set(steamId, id)
    }
    if (own.createdAt === 0) forgetLinks(id)
    notePlaying(id)
  }
  /** Goes through all players: an account is seldom erased. */
  function forgetLinks(id: string) {
    for (const [player, ever] of everOf) if (ever.delete(id) && ever.size === 0) everOf.delete(player)
  }
  function notePlaying(id: string) {
    const steamId = steamOf.get(id)
    if (steamId !== undefined && hub.read(playRecord, steamId).since !== null) playing.add(id)
    else playing.delete(id)
  }
  function count(id: string, now: number) {
    const scores = scoresOf(hub.read, id, now, isDemo)
    for (const key of listKeys) rankings[key].set(id, scores[key])
  }
  /** From now on the lists are made from the beginning: nothing is counted yet. */
  function beginMaking() {
    epoch = hub.epoch
    for (const known of [accountOf, steamOf, everOf, playing, stale]) known.clear()
    banned = bannedPlayers()
    const now = clock.now()
    day = dayOf(now)
    season = hub.read(seasons).number
    const ids: string[] = []
    for (const id of hub.journaledIds()) if (kindOf(id) === account.kind) ids.push(keyOf(id))
    const all = Object.fromEntries(listKeys.map((key) => [key, []])) as unknown as Making['all']
    making = { ids, at: 0, all, unfilled: [...listKeys], changed: new Set() }
  }
  /** Counts the next users, or sorts the next list: a few ms each. */
  function makeSome({ ids, at, all, unfilled, changed }: Making, now: number) {
    for (const id of ids.slice(at, at + mostAtOnce)) {
      noteLink(id)
      const scores = scoresOf(hub.read, id, now, isDemo)
      for (const key of listKeys) {
        const score = scores[key]
        if (score) all[key].push({ id, ...score })
      }
    }
    if (at < ids.length) {
      if (making) making.at = at + mostAtOnce
      return
    }
    const key = unfilled.pop()
    if (key) return rankings[key].fill(all[key])
    making = null
    for (const id of changed) count(id, now)
    if (hub.read(seasons).number !== season) beginAnew()
  }
  /** For a reader who cannot wait. */
  function makeAll() {
    follow()
    while (making) makeSome(making, clock.now())
  }
  function changedBy(id: DocumentId): readonly string[] {
    const [kind, key] = [kindOf(id), keyOf(id)]
    if (kind === account.kind) noteLink(key)
    if (kind === bans.kind) return changedByBans()
    if (accountKinds.includes(kind)) return [key]
    if (!playerKinds.includes(kind)) return []
    const owner = accountOf.get(key)
    if (owner === undefined) return []
    if (kind === playRecord.kind) notePlaying(owner)
    return [owner]
  }
  const bannedPlayers = () => new Set(Object.keys(hub.read(bans, mainServer).bans))
  /** The accounts of players who have just been banned, or no longer are. */
  function changedByBans() {
    const before = banned
    banned = bannedPlayers()
    const changed = [...before, ...banned].filter((player) => !(before.has(player) && banned.has(player)))
    return changed.flatMap((player) => [...(everOf.get(player) ?? [])])
  }
  function follow() {
    if (isFollowing) return
    isFollowing = true
    beginMaking()
    hub.onPublish((published) => {
      if (hub.epoch !== epoch) return beginMaking()
      const changed = new Set(published.flatMap(({ id }) => changedBy(id)))
      if (making) {
        for (const id of changed) making.changed.add(id)
        return
      }
      const now = clock.now()
      for (const id of changed) count(id, now)
      if (hub.read(seasons).number !== season) beginAnew()
    })
  }
  /** All who are in a list of days or of the season are counted again, some at a time. */
  function beginAnew() {
    season = hub.read(seasons).number
    day = dayOf(clock.now())
    for (const key of listKeys)
      if (!key.endsWith('.all')) for (const { id } of rankings[key].slice(1, rankings[key].size())) stale.add(id)
  }
  /** @param me who reads it: their own score is exact */
  const placeOf = (list: ListKey, { id, score }: Listed, rank: number, me: string | null = null): Place => ({
    rank,
    account: id,
    score: list.startsWith('playTime.') && id !== me ? roundedDown(score) : score,
    ...fightsOf(hub.read, id, list, clock.now()),
  })
  return {
    /** Makes the lists, and counts again what changes with time. Returns whether more is left for the next call. */
    refresh(): boolean {
      follow()
      const now = clock.now()
      if (making && making.ids.length > mostAtOnce) {
        makeSome(making, now)
        return true
      }
      makeAll()
      if (dayOf(now) !== day) beginAnew()
      for (const id of playing) count(id, now)
      const some = [...stale].slice(0, mostAtOnce)
      for (const id of some) {
        stale.delete(id)
        count(id, now)
      }
      return stale.size > 0
    },
    /** The first places of all lists. */
    top() {
      makeAll()
      return Object.fromEntries(
        listKeys.map((list) => {
          const places = rankings[list].slice(1, mostPlaces).map((one, nth) => placeOf(list, one, nth + 1))
          return [list, { size: rankings[list].size(), places }]
        }),
      )
    },
    /** A user's place with those next to it; null where they are not in the list. */
    around(list: ListKey, id: string) {
      makeAll()
      const ranking = rankings[list]
      const rank = ranking.rankOf(id)
      if (rank === null) return { rank: null, size: ranking.size(), places: [] }
      const first = Math.max(1, rank - neighbours)
      const near = ranking.slice(first, rank + neighbours - first + 1)
      return { rank, size: ranking.size(), places: near.map((one, nth) => placeOf(list, one, first + nth, id)) }
    },
    /** The final places of the season that has ended: goes through all users, some at a time. @param endedAt epoch ms */
    async final(endedAt: number) {
      makeAll()
      const finals = Object.fromEntries(boards.map((board) => [board, createRanking()])) as Record<
        (typeof boards)[number],
        Ranking
      >
      let seen = 0
      for (const id of hub.journaledIds()) {
        if (kindOf(id) !== account.kind) continue
        const scores: Scores = finalScoresOf(hub.read, keyOf(id), endedAt, isDemo)
        finals.kd.set(keyOf(id), scores['kd.season'])
        finals.playTime.set(keyOf(id), scores['playTime.season'])
        finals.razorTalons.set(keyOf(id), scores['razorTalons.all'])
        finals.sylvanShards.set(keyOf(id), scores['sylvanShards.all'])
        seen += 1
        if (seen % mostAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      return Object.fromEntries(
        boards.map((board) => {
          const places = finals[board].slice(1, mostPlaces).map(({ id, score }, nth) => ({
            rank: nth + 1,
            account: id,
            score,
            kills: null,
            deaths: null,
          }))
          return [board, { size: finals[board].size(), places }]
        }),
      )
    },
  }
}
export type Lists = ReturnType<typeof followLists>
