import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { fightRecord } from '../../../shared/features/gameLog/gameLog.ts'
import { type PlayRecord, playRecord } from '../../../shared/features/play/playRecord.ts'
import type { recordSums } from '../../../shared/features/statistics/commands.ts'
import {
  dayMs,
  daySums,
  gapBucket,
  hourSums,
  retention,
  retentionWeeks,
  runningSums,
  type Sums,
  upDays,
  walletDays,
  weekMs,
} from '../../../shared/features/statistics/sums.ts'
import { type Wallet, wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { addSums, addTo, asPartOfDay, hourOf, ofHour, rounded } from './sums.ts'

type Reads = Pick<Context, 'read'>
type Edits = Pick<Context, 'read' | 'edit'>

export const beginningOfDay = (at: number) => Math.floor(at / dayMs) * dayMs
/** Of its Monday, 00:00 UTC: 1970 began on a Thursday. */
export const beginningOfWeek = (at: number) => Math.floor((at + 3 * dayMs) / weekMs) * weekMs - 3 * dayMs
export const dayName = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The sums of the hour of this time, to be added to. Only `record` ends an hour: what happens in its first seconds waits beside it. */
function sumsAt({ edit }: Pick<Context, 'edit'>, at: number): Sums {
  const running = edit(runningSums, mainServer)
  running.firstAt ??= at
  return blankAt(running.hours, hourOf(at))
}
function blankAt(byBeginning: Record<string, Sums>, from: number): Sums {
  byBeginning[from] ??= {}
  return byBeginning[from] as Sums
}

/** Adds what was measured since the part before, and ends the hours and days that are over. */
export const record: Rule<typeof recordSums> = (
  context,
  { server, part, hours, moved, movedBefore, players, until },
) => {
  const known = context.read(runningSums, server)
  if (part !== known.saved + 1) return {}
  const running = context.edit(runningSums, server)
  running.saved = part
  running.firstAt ??= until - hours.reduce((ms, { sums }) => ms + (sums.hubSeconds ?? 0) * 1_000, 0)
  running.until = until
  for (const { from, sums } of hours) addSums(sumsAt(context, from), sums)
  const last = hours.at(-1)
  if (part === 1) running.movedBefore = movedBefore ?? moved
  if (last) addMoved(running, last.from, moved)
  for (const { day, count } of players) blankAt(running.days, day).players = count
  for (const from of beginningsBefore(running.hours, hourOf(until))) endHour(context, server, from)
  for (const from of beginningsBefore(running.days, beginningOfDay(until))) endDay(context, server, from)
  return {}
}

const beginningsBefore = (byBeginning: Readonly<Record<string, Sums>>, end: number) =>
  Object.keys(byBeginning)
    .map(Number)
    .filter((from) => from < end)
    .sort((one, other) => one - other)

/** Wallets say what they got and gave in all time: the difference is exact, whatever a crash has lost. */
function addMoved(
  running: { hours: Record<string, Sums>; movedBefore: Record<string, string> },
  from: number,
  moved: Readonly<Record<string, string>>,
) {
  for (const [key, sum] of Object.entries(moved)) {
    const difference = BigInt(sum) - BigInt(running.movedBefore[key] ?? 0)
    if (difference === 0n) continue
    running.movedBefore[key] = sum
    addTo(blankAt(running.hours, from), 'moved', key, Number(difference))
  }
}

type Ends = Pick<Context, 'edit' | 'archive'>

function endHour({ edit, archive }: Ends, server: string, from: number) {
  const running = edit(runningSums, server)
  const sums = plain(running.hours[from] ?? {})
  delete running.hours[from]
  archive(hourSums, { server, from, sums: ofHour(sums) })
  addSums(blankAt(running.days, beginningOfDay(from)), asPartOfDay(from, sums))
}

function endDay({ edit, archive }: Ends, server: string, from: number) {
  const running = edit(runningSums, server)
  const sums = plain(running.days[from] ?? {})
  delete running.days[from]
  archive(daySums, { server, from, sums: rounded(sums) })
  const { hubSeconds = 0, linkSeconds = 0, gameSeconds = 0, gameKnownSeconds = 0 } = sums
  running.up[dayName(from)] = [hubSeconds, linkSeconds, gameSeconds, gameKnownSeconds]
  for (const old of Object.keys(running.up).sort().slice(0, -upDays)) delete running.up[old]
}

/** Today so far: what its ended hours have, and the hour that runs. */
export function sumsOfDay({ read }: Reads, day: number): Sums {
  const { days, hours } = read(runningSums, mainServer)
  const sums = addSums({}, days[day] ?? {})
  for (const [from, hour] of Object.entries(hours))
    if (beginningOfDay(Number(from)) === day) addSums(sums, asPartOfDay(Number(from), hour))
  return sums
}

/** Joins, new players, the time since the visit before, and the weeks in which players came: counted in the change that records them. */
export const followPlay = derive(playRecord, (context, player, before) => {
  const after = context.read(playRecord, player)
  if (after.since === null || after.since === before.since) return
  const sums = sumsAt(context, context.now)
  const leftAt = before.since === null ? before.lastSeenAt : (after.recent[after.stays]?.endedAt ?? null)
  // A player who chooses another species stays in the game: a stay begins where the last one ended.
  if (before.since === null || leftAt !== after.since) {
    sums.joins = (sums.joins ?? 0) + 1
    if (leftAt !== null) addTo(sums, 'gaps', String(gapBucket(Math.max(0, after.since - leftAt))), 1)
  }
  if (before.firstSeenAt === null) sums.newPlayers = (sums.newPlayers ?? 0) + 1
  countWeek(context, before, after.firstSeenAt ?? after.since, after.since)
})

/** Each player once for each week in which they began a stay. Players who joined before the hub counted are in no week. */
function countWeek(context: Edits, before: Readonly<PlayRecord>, firstAt: number, since: number) {
  const [joined, week] = [beginningOfWeek(firstAt), beginningOfWeek(since)]
  const lastBegan = before.since ?? before.recent[before.stays]?.startedAt ?? null
  if (lastBegan !== null && beginningOfWeek(lastBegan) >= week) return
  const nth = (week - joined) / weekMs
  const key = dayName(joined).slice(0, 4)
  const isCounted = before.firstSeenAt === null || Object.hasOwn(context.read(retention, key).weeks, dayName(joined))
  if (nth < 0 || nth > retentionWeeks || !isCounted) return
  const { weeks } = context.edit(retention, key)
  const counts = weeks[dayName(joined)] ?? []
  weeks[dayName(joined)] ??= counts
  const came = weeks[dayName(joined)] ?? counts
  while (came.length <= nth) came.push(0)
  came[nth] = (came[nth] ?? 0) + 1
}

export const followFights = derive(fightRecord, (context, player, before) => {
  const { kills, deaths } = context.read(fightRecord, player)
  const more = { kills: Math.max(0, kills - before.kills), deaths: Math.max(0, deaths - before.deaths) }
  if (more.kills + more.deaths > 0) addSums(sumsAt(context, context.now), more)
})

export const followAccounts = derive(account, (context, id, before) => {
  if (before.createdAt === 0 && context.read(account, id).createdAt !== 0)
    addSums(sumsAt(context, context.now), { newAccounts: 1 })
})

/** Writes once a day for each currency of a wallet that moves. */
export const followWallets = derive(wallet, ({ read, edit, now }, id, before) => {
  const after = read(wallet, id)
  // Of an erased user nothing is kept.
  if (Object.keys(after.flows).length === 0) return
  const day = Math.floor(now / dayMs)
  for (const currency of currencies)
    if (hasMoved(before, after, currency) && read(walletDays, id)[currency] !== day)
      edit(walletDays, id)[currency] = day
})

const hasMoved = (before: Readonly<Wallet>, after: Readonly<Wallet>, currency: Currency) =>
  before[currency] !== after[currency] || heldIn(before, currency) !== heldIn(after, currency)

const heldIn = ({ holds }: Readonly<Wallet>, currency: Currency) =>
  Object.values(holds).reduce((sum, hold) => (hold.currency === currency ? sum + hold.amount : sum), 0)
