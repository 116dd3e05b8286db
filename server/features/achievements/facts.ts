import { account } from '../../../shared/features/account/account.ts'
import {
  type AchievementRecord,
  achievementRecord,
  type Fact,
  type Sights,
  sights,
} from '../../../shared/features/achievements/achievements.ts'
import { challengeRuns } from '../../../shared/features/challenges/challenge.ts'
import { leastShare, ownEvents } from '../../../shared/features/events/events.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { type PlayRecord, playMsOf, playRecord } from '../../../shared/features/play/playRecord.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { triviaRecord } from '../../../shared/features/trivia/trivia.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Diet, dietOf } from '../../../shared/features/world/species.ts'
import type { Reading } from '../../engine/principal.ts'
import { claimedDays } from '../ledger/holds.ts'

const hourMs = 3_600_000

/** Everything that achievements count, from what the hub keeps. @param now epoch ms */
export function factsOf(read: Reading, id: string, now: number): Readonly<Record<Fact, number>> {
  const own = read(account, id)
  const { steamId } = own
  const record = steamId === null ? null : read(playRecord, steamId)
  const seen = steamId === null ? null : withStays(read(sights, steamId), record)
  const grown = (diet?: Diet) => Object.keys(seen?.grown ?? {}).filter((one) => !diet || dietOf(one) === diet).length
  const { skins } = read(ownedSkins, id)
  const dinosaurs = Object.values(read(inventory, id).dinosaurs)
  const trivia = read(triviaRecord, id)
  const done = challengesOf(read, id)
  return {
    grownCarnivores: grown('carnivore'),
    grownHerbivores: grown('herbivore'),
    grownSpecies: grown(),
    carnivoreHours: (seen?.carnivoreMs ?? 0) / hourMs,
    herbivoreHours: (seen?.herbivoreMs ?? 0) / hourMs,
    carnivorePack: seen?.carnivorePack ?? 0,
    herbivorePack: seen?.herbivorePack ?? 0,
    kills: steamId === null ? 0 : read(fightRecord, steamId).kills,
    huntingChallenges: done.hunting,
    challenges: done.all,
    playHours: record === null ? 0 : playMsOf(record, now) / hourMs,
    longestStay: Math.max(seen?.longestMs ?? 0, record?.since == null ? 0 : now - record.since) / hourMs,
    stays: record === null ? 0 : record.stays + (record.since === null ? 0 : 1),
    regions: Object.keys(seen?.regions ?? {}).length,
    nights: seen?.nights ?? 0,
    dinosaurs: dinosaurs.length,
    ownedSpecies: new Set(dinosaurs.map(({ species }) => species)).size,
    skins: Object.keys(skins).length,
    pearlsSpent: -Math.min(0, read(wallet, id).flows['sink:shop']?.voidPearls ?? 0),
    linked: (own.steam === null ? 0 : 1) + (own.discord === null ? 0 : 1),
    friends: Object.keys(read(friends, id).friends).length,
    events: Object.values(read(ownEvents, id).attended).filter(({ share }) => share >= leastShare).length,
    // Earlier releases kept only the days of the bonus.
    visits: claimedDays({ read }, id, 'visit', 'dailyBonus'),
    triviaRight: trivia.right,
    perfectDays: trivia.perfectDays,
    triviaStreak: trivia.bestStreak,
  }
}

/** With the stays that have ended since the last time: the play record has the latest of them with their species. */
export function withStays(seen: Sights, record: PlayRecord | null): Sights {
  if (record === null || record.stays <= seen.stays) return seen
  const next = { ...seen, stays: record.stays }
  for (let nth = seen.stays + 1; nth <= record.stays; nth += 1) {
    const stay = record.recent[nth]
    if (!stay) continue
    const ms = stay.endedAt - stay.startedAt
    const diet = stay.species === null ? 'unknown' : dietOf(stay.species)
    if (diet === 'carnivore') next.carnivoreMs += ms
    if (diet === 'herbivore') next.herbivoreMs += ms
    next.longestMs = Math.max(next.longestMs, ms)
  }
  return next
}

/**
 * Completed challenges of all time, with those that were completed since they were last counted. A challenge that is completed again pays nothing
 * and counts nothing.
 */
export function challengesOf(read: Reading, id: string): AchievementRecord['challenges'] {
  const { challenges } = read(achievementRecord, id)
  const { all, hunting, until, counted } = challenges
  const paid = Object.values(read(challengeRuns, id).runs).filter(
    (one) => one.state === 'completed' && one.paid !== null,
  )
  // By id: after the clock was set back, what ends later has an earlier time.
  const ended = paid.filter((one) => (counted === null ? (one.endedAt ?? 0) > until : !Object.hasOwn(counted, one.id)))
  if (ended.length === 0) return challenges
  return {
    all: all + ended.length,
    hunting: hunting + ended.filter(({ challenge }) => challenge.type === 'hunting').length,
    until: Math.max(until, ...ended.map(({ endedAt }) => endedAt ?? 0)),
    counted: Object.fromEntries(paid.map((one) => [one.id, true])),
  }
}
