import { dayOf } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import {
  type ListKey,
  leaderboardSettings,
  leastFights,
  listKeys,
  seasons,
} from '../../../shared/features/leaderboards/leaderboards.ts'
import {
  keptDays,
  noTally,
  playStanding,
  type Tally,
  wealthStanding,
} from '../../../shared/features/leaderboards/standings.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Reading } from '../../engine/principal.ts'
import { isBanned } from '../trades/rules.ts'
import type { Score } from './ranking.ts'
import { daysOf } from './standings.ts'

const dayMs = 86_400_000

export type Scores = Readonly<Record<ListKey, Score | null>>
const noScores = Object.fromEntries(listKeys.map((key) => [key, null])) as Scores

/** Whether a user may be listed: an account that exists, did not opt out and whose player is not banned. @param now epoch ms */
export const isListed = (read: Reading, id: string, now: number): boolean =>
  read(account, id).createdAt > 0 && read(leaderboardSettings, id).isListed && !isBanned(read, id, now)

/** Demo accounts and real ones are kept apart: a hub lists its own kind alone. */
const isListedHere = (read: Reading, id: string, now: number, isDemo: boolean) =>
  read(account, id).demo === isDemo && isListed(read, id, now)

/** What a user has in each list; null where nothing counts. @param now epoch ms: the days of the windows, and the end of a stay under way */
export function scoresOf(read: Reading, id: string, now: number, isDemo: boolean): Scores {
  if (!isListedHere(read, id, now, isDemo)) return noScores
  const { steamId } = read(account, id)
  return { ...wealthScores(read, id), ...(steamId === null ? noPlay : playScores(read, steamId, now)) }
}

function wealthScores(read: Reading, id: string) {
  const { razorTalons, sylvanShards } = read(wallet, id)
  const { since } = read(wealthStanding, id)
  return {
    'razorTalons.all': positive(razorTalons, since.razorTalons),
    'sylvanShards.all': positive(sylvanShards, since.sylvanShards),
  }
}

const noPlay = {
  'kd.all': null,
  'kd.30': null,
  'kd.7': null,
  'kd.season': null,
  'playTime.all': null,
  'playTime.30': null,
  'playTime.7': null,
  'playTime.season': null,
}

function playScores(read: Reading, steamId: string, now: number) {
  const { all, month, week, season, playedAt, foughtAt } = talliesOf(read, steamId, now)
  return {
    'kd.all': ratioOf(all, foughtAt),
    'kd.30': ratioOf(month, foughtAt),
    'kd.7': ratioOf(week, foughtAt),
    'kd.season': ratioOf(season, foughtAt),
    'playTime.all': positive(all.playMs, playedAt),
    'playTime.30': positive(month.playMs, playedAt),
    'playTime.7': positive(week.playMs, playedAt),
    'playTime.season': positive(season.playMs, playedAt),
  }
}

/** The sums of a player in each window, with the stay under way. @param now epoch ms */
export function talliesOf(read: Reading, steamId: string, now: number) {
  const { playMs, since, lastSeenAt } = read(playRecord, steamId)
  const { kills, deaths, lastKillAt, lastDeathAt } = read(fightRecord, steamId)
  const { days, season, tally, playedAt, foughtAt } = read(playStanding, steamId)
  const { number, startedAt } = read(seasons)
  const running = since === null ? [] : daysOf(since, Math.max(since, now))
  const lastDays = (count: number): Tally => {
    const first = dayOf(now - (count - 1) * dayMs)
    const sum = { ...noTally }
    for (const [day, one] of Object.entries(days)) {
      if (day < first) continue
      sum.playMs += one.playMs
      sum.kills += one.kills
      sum.deaths += one.deaths
    }
    for (const { day, ms } of running) if (day >= first) sum.playMs += ms
    return sum
  }
  const underWay = (from: number) => (since === null ? 0 : Math.max(0, now - Math.max(since, from)))
  const inSeason = season === number ? tally : noTally
  return {
    all: { playMs: playMs + underWay(0), kills, deaths },
    month: lastDays(keptDays),
    week: lastDays(7),
    season: { ...inSeason, playMs: inSeason.playMs + underWay(startedAt) },
    playedAt: playedAt || (lastSeenAt ?? 0),
    foughtAt: foughtAt || Math.max(lastKillAt ?? 0, lastDeathAt ?? 0),
  }
}

/** At the end of the season before this one, as users were at that moment. @param endedAt epoch ms */
export function finalScoresOf(read: Reading, id: string, endedAt: number, isDemo: boolean): Scores {
  if (!isListedHere(read, id, endedAt, isDemo)) return noScores
  const { number } = read(seasons)
  const wealth = read(wealthStanding, id)
  const had = wealth.season === number ? wealth.before : read(wallet, id)
  const scores = {
    ...noScores,
    'razorTalons.all': positive(had.razorTalons, wealth.since.razorTalons),
    'sylvanShards.all': positive(had.sylvanShards, wealth.since.sylvanShards),
  }
  const { steamId } = read(account, id)
  if (steamId === null) return scores
  const { season, tally, before, playedAt, foughtAt } = read(playStanding, steamId)
  const { since } = read(playRecord, steamId)
  const counted = season === number ? before : season === number - 1 ? tally : noTally
  const { startedAt } = read(seasons).keeping ?? { startedAt: 0 }
  const underWay = since === null ? 0 : Math.max(0, endedAt - Math.max(since, startedAt))
  return {
    ...scores,
    'kd.season': ratioOf(counted, foughtAt),
    'playTime.season': positive(counted.playMs + underWay, playedAt),
  }
}

const positive = (score: number, at: number): Score | null => (score > 0 ? { score, at } : null)

function ratioOf({ kills, deaths }: Tally, at: number): Score | null {
  if (kills + deaths < leastFights) return null
  return positive(kills / Math.max(1, deaths), at)
}

/** Kills and deaths behind a ratio of a list, for its row. */
export function fightsOf(read: Reading, id: string, list: string, now: number) {
  const { steamId } = read(account, id)
  if (!list.startsWith('kd.') || steamId === null) return { kills: null, deaths: null }
  const { all, month, week, season } = talliesOf(read, steamId, now)
  const { kills, deaths } = { 'kd.all': all, 'kd.30': month, 'kd.7': week, 'kd.season': season }[list] ?? all
  return { kills, deaths }
}
