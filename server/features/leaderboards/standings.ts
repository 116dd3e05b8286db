import { dayOf } from '../../../shared/engine/utcDay.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import { seasons } from '../../../shared/features/leaderboards/leaderboards.ts'
import {
  keptDays,
  noTally,
  type PlayStanding,
  playStanding,
  type Tally,
  wealthStanding,
} from '../../../shared/features/leaderboards/standings.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { derive } from '../../engine/feature.ts'
import type { Context } from '../../engine/rule.ts'

type StandingContext = Pick<Context, 'read' | 'edit'>
const dayMs = 86_400_000

/** A stay that ended counts on the days and in the seasons in which it was. */
export const followPlay = derive(playRecord, (context, player, before) => {
  const { stays, recent } = context.read(playRecord, player)
  for (let nth = before.stays + 1; nth <= stays; nth += 1) {
    const stay = recent[nth]
    if (stay) addStay(context, player, stay.startedAt, stay.endedAt)
  }
})

function addStay(context: StandingContext, player: string, startedAt: number, endedAt: number) {
  const standing = inSeason(context, player)
  const { startedAt: seasonAt } = context.read(seasons)
  for (const { day, ms } of daysOf(startedAt, endedAt)) addTo(standing, day, { ...noTally, playMs: ms })
  standing.before.playMs += Math.max(0, Math.min(endedAt, seasonAt) - startedAt)
  standing.tally.playMs += Math.max(0, endedAt - Math.max(startedAt, seasonAt))
  standing.playedAt = Math.max(standing.playedAt, endedAt)
}

/** The parts of a time in each UTC day, of at most the last `keptDays`. Epoch ms. */
export function daysOf(startedAt: number, endedAt: number): readonly { readonly day: string; readonly ms: number }[] {
  const parts: { day: string; ms: number }[] = []
  const first = Math.floor(endedAt / dayMs) - keptDays
  for (let nth = Math.max(first, Math.floor(startedAt / dayMs)); nth * dayMs < endedAt; nth += 1) {
    const ms = Math.min(endedAt, (nth + 1) * dayMs) - Math.max(startedAt, nth * dayMs)
    if (ms > 0) parts.push({ day: dayOf(nth * dayMs), ms })
  }
  return parts
}

/** Kills and deaths count on the day on which the hub learns of them: the log is read within seconds. */
export const followFights = derive(fightRecord, (context, player, before) => {
  const { kills, deaths } = context.read(fightRecord, player)
  const more = { playMs: 0, kills: Math.max(0, kills - before.kills), deaths: Math.max(0, deaths - before.deaths) }
  if (more.kills + more.deaths === 0) return
  const standing = inSeason(context, player)
  addTo(standing, dayOf(context.now), more)
  standing.tally.kills += more.kills
  standing.tally.deaths += more.deaths
  standing.foughtAt = context.now
})

function addTo({ days }: PlayStanding, day: string, { playMs, kills, deaths }: Tally) {
  const sum = days[day] ?? noTally
  days[day] = { playMs: sum.playMs + playMs, kills: sum.kills + kills, deaths: sum.deaths + deaths }
  const known = Object.keys(days).sort()
  for (const old of known.slice(0, Math.max(0, known.length - keptDays))) delete days[old]
}

/** The standing as a draft whose tally is of the present season. */
function inSeason({ read, edit }: StandingContext, player: string) {
  const { number } = read(seasons)
  const standing = edit(playStanding, player)
  if (standing.season === number) return standing
  standing.before = { ...(standing.season === number - 1 ? standing.tally : noTally) }
  standing.tally = { ...noTally }
  standing.season = number
  return standing
}

/** Purchases with pearls change neither: they cost two comparisons. */
export const followWealth = derive(wallet, ({ read, edit, now }, account, before) => {
  const { razorTalons, sylvanShards, flows } = read(wallet, account)
  // Of an erased user nothing is kept.
  if (Object.keys(flows).length === 0) return
  const hasTalons = razorTalons !== before.razorTalons
  const hasShards = sylvanShards !== before.sylvanShards
  if (!hasTalons && !hasShards) return
  const { number } = read(seasons)
  const standing = edit(wealthStanding, account)
  if (standing.season !== number) {
    standing.season = number
    standing.before = { razorTalons: before.razorTalons, sylvanShards: before.sylvanShards }
  }
  if (hasTalons) standing.since.razorTalons = now
  if (hasShards) standing.since.sylvanShards = now
})
