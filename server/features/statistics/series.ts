import { mainServer } from '../../../shared/engine/ids.ts'
import { logLink } from '../../../shared/features/gameLog/gameLog.ts'
import * as queries from '../../../shared/features/statistics/queries.ts'
import {
  dayMs,
  gapEnds,
  heatSide,
  hourMs,
  partsPerHour,
  retention,
  runningSums,
  type Sums,
  weekMs,
} from '../../../shared/features/statistics/sums.ts'
import { implementQuery, type QueryContext } from '../../engine/feature.ts'
import type { ByBeginning, KeptRows, Reads } from './keptRows.ts'
import { beginningOfDay, beginningOfWeek, dayName } from './running.ts'
import { addSums, meanOnline, percentileOf } from './sums.ts'

/** How long each window is, and its steps. */
const windowOf = {
  day: { ms: dayMs, stepMs: hourMs / partsPerHour },
  week: { ms: 7 * dayMs, stepMs: hourMs },
  month: { ms: 30 * dayMs, stepMs: 3 * hourMs },
  year: { ms: 365 * dayMs, stepMs: dayMs },
} as const

/** Queries on players, fights, the link and the map over time. All answer from the kept sums and the current hour. */
export const seriesQueries = (rows: KeptRows) => [
  implementQuery(queries.readPlayersOnline, async (context, { window }) => {
    const { ms, stepMs } = windowOf[window]
    const sums = await (stepMs <= hourMs ? rows.hours(context) : rows.days(context))
    const times = stepsTo(Math.floor(context.now / stepMs) * stepMs, ms, stepMs)
    const side = (shift: number) => {
      const found = times.map((time) => onlineAt(sums, time - shift, stepMs))
      return { mean: found.map(({ mean }) => mean), peak: found.map(({ peak }) => peak) }
    }
    return {
      times,
      stepMs,
      now: side(0),
      before: side(ms),
      most: mostIn(sums, times, stepMs),
      firstAt: firstAtOf(context),
    }
  }),
  implementQuery(queries.readHours, async (context, { weeks }) => {
    const from = beginningOfDay(context.now) - weeks * weekMs
    const days = await rows.days(context)
    return { ...byHourOfWeek([...days].filter(([day]) => day >= from)), firstAt: firstAtOf(context) }
  }),
  implementQuery(queries.readDays, async (context, { days }) =>
    daysAnswer(context, stepsTo(beginningOfDay(context.now), days * dayMs, dayMs), await rows.days(context)),
  ),
  implementQuery(queries.readRetention, (context, { weeks }) => ({
    weeks: cohortsOf(context, weeks),
    firstAt: firstAtOf(context),
  })),
  implementQuery(queries.readHeat, async (context, { window }) => {
    const { ms } = windowOf[window]
    const isByHour = ms <= weekMs
    const kept = await (isByHour ? rows.endedHours(context) : rows.endedDays(context))
    const stepMs = isByHour ? hourMs : dayMs
    return { ...heatOf(kept, context.now - ms - stepMs, stepMs), firstAt: firstAtOf(context) }
  }),
  implementQuery(queries.readLatency, async (context, { window }) => {
    const isByDay = window === 'month'
    const sums = await (isByDay ? rows.days(context) : rows.hours(context))
    const stepMs = isByDay ? dayMs : hourMs
    const times = stepsTo(Math.floor(context.now / stepMs) * stepMs, windowOf[window].ms, stepMs)
    return { times, stepMs, ...latenciesOf(times.map((time) => sums.get(time))), firstAt: firstAtOf(context) }
  }),
]

/** @param found undefined where nothing was measured at all */
const latenciesOf = (found: readonly (Readonly<Sums> | undefined)[]) => ({
  link: percentilesOf(found.map((one) => one && (one.linkMs ?? {}))),
  delivery: percentilesOf(found.map((one) => one && (one.deliveryMs ?? {}))),
  command: percentilesOf(found.map((one) => (isBeforeCommandMs(one) ? undefined : one && (one.commandMs ?? {})))),
  commandsUntimed: found.filter(isBeforeCommandMs).length,
})

/** Sums of a release that counted users' commands without timing them. */
const isBeforeCommandMs = (sums: Readonly<Sums> | undefined) =>
  (sums?.commands?.done ?? 0) > 0 && totalOf(sums?.commandMs) === 0

export const firstAtOf = ({ read }: Pick<QueryContext, 'read'>) => read(runningSums, mainServer).firstAt

/** The beginnings of the steps of a window, the oldest first; `last` is one. */
export const stepsTo = (last: number, ms: number, stepMs: number): number[] =>
  Array.from({ length: Math.round(ms / stepMs) }, (_, nth) => last - ms + (nth + 1) * stepMs)

const totalOf = (counts: Readonly<Record<string, number>> | undefined) =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)

/** Players online in a step: in a part of an hour, an hour, some hours of a day, or a day. A peak is known by hour and day. */
function onlineAt(sums: ByBeginning, time: number, stepMs: number) {
  if (stepMs < hourMs) {
    const hour = Math.floor(time / hourMs) * hourMs
    return { mean: sums.get(hour)?.online?.[(time - hour) / stepMs] ?? null, peak: null }
  }
  if (stepMs === hourMs || stepMs === dayMs) {
    const found = sums.get(time)
    return { mean: found ? meanOnline(found) : null, peak: found?.linkSeconds ? (found.peak ?? 0) : null }
  }
  const day = beginningOfDay(time)
  const from = (time - day) / hourMs
  const means = (sums.get(day)?.online ?? []).slice(from, from + stepMs / hourMs).filter((mean) => mean !== null)
  return { mean: meanOf(means), peak: null }
}

/** The highest peak of the hours (or days, as `sums` has them) that these steps touch; null where nothing was measured. */
function mostIn(sums: ByBeginning, times: readonly number[], stepMs: number): number | null {
  const unit = stepMs <= hourMs ? hourMs : dayMs
  const from = Math.floor((times[0] ?? 0) / unit) * unit
  const peaks = [...sums].flatMap(([time, { linkSeconds, peak = 0 }]) => (time >= from && linkSeconds ? [peak] : []))
  return peaks.length === 0 ? null : Math.max(...peaks)
}

/** Weeks in which players joined, the newest first. */
function cohortsOf({ read, now }: Reads, weeks: number) {
  const thisWeek = beginningOfWeek(now)
  const cohorts = stepsTo(thisWeek, weeks * weekMs, weekMs).flatMap((monday) => {
    const week = dayName(monday)
    const counts = read(retention, week.slice(0, 4)).weeks[week]
    if (!counts) return []
    const [joined = 0, ...came] = counts
    const passed = (thisWeek - monday) / weekMs
    return [{ week, joined, came: Array.from({ length: passed }, (_, nth) => came[nth] ?? 0) }]
  })
  return cohorts.reverse()
}

/** @param after beginnings of hours or days are after this; epoch ms */
function heatOf(kept: ByBeginning, after: number, stepMs: number) {
  const counted = [...kept].filter(([from]) => from > after)
  const sums = counted.reduce<Sums>((all, [, { heat }]) => (heat ? addSums(all, { heat }) : all), {})
  const squares = Object.entries(sums.heat ?? {}).map(([square, seconds]) => ({
    x: Number(square) % heatSide,
    y: Math.floor(Number(square) / heatSide),
    hours: hoursOfSeconds(seconds),
  }))
  const last = Math.max(...counted.map(([from]) => from))
  return { side: heatSide, squares, until: counted.length > 0 ? last + stepMs : null }
}

/** @param histograms undefined where nothing was measured at all */
const percentilesOf = (histograms: readonly (Readonly<Record<string, number>> | undefined)[]) => ({
  p50: histograms.map((one) => percentileOf(one, 0.5)),
  p95: histograms.map((one) => percentileOf(one, 0.95)),
  p99: histograms.map((one) => percentileOf(one, 0.99)),
  count: histograms.map((one) => (one ? totalOf(one) : null)),
})

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10

function byHourOfWeek(days: readonly (readonly [number, Readonly<Sums>])[]) {
  const values = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (): number[] => []))
  for (const [day, { online }] of days) {
    // Sunday is 0 there, and the last one here.
    const weekday = (new Date(day).getUTCDay() + 6) % 7
    for (const [hour, mean] of (online ?? []).entries()) if (mean !== null) values[weekday]?.[hour]?.push(mean)
  }
  return {
    mean: values.map((hours) => hours.map(meanOf)),
    days: values.map((hours) => hours.map(({ length }) => length)),
  }
}

/** Null for a day without any figures; 0 for a day that has figures, but not this one. */
const countOf: Readonly<
  Record<(typeof queries.dayCounts)[number], (sums: Readonly<Sums>, seconds: number) => number | null>
> = {
  players: ({ players }) => players ?? 0,
  newPlayers: ({ newPlayers }) => newPlayers ?? 0,
  returningPlayers: ({ players, newPlayers }) => Math.max(0, (players ?? 0) - (newPlayers ?? 0)),
  joins: ({ joins }) => joins ?? 0,
  newAccounts: ({ newAccounts }) => newAccounts ?? 0,
  playerHours: ({ playerSeconds }) => hoursOfSeconds(playerSeconds ?? 0),
  peak: ({ peak, linkSeconds }) => (linkSeconds ? (peak ?? 0) : null),
  kills: ({ kills }) => kills ?? 0,
  deaths: ({ deaths }) => deaths ?? 0,
  commandsDone: ({ commands }) => commands?.done ?? 0,
  commandsRefused: ({ commands }) => commands?.refused ?? 0,
  commandsFailed: ({ commands }) => commands?.failed ?? 0,
  hubUp: ({ hubSeconds }, seconds) => percentOf(hubSeconds, seconds),
  linkUp: ({ linkSeconds }, seconds) => percentOf(linkSeconds, seconds),
  gameUp: ({ gameSeconds, gameKnownSeconds }) => (gameKnownSeconds ? percentOf(gameSeconds, gameKnownSeconds) : null),
}

const percentOf = (part = 0, whole: number) =>
  whole <= 0 ? null : Math.min(100, Math.round((part / whole) * 1_000) / 10)

function daysAnswer(context: Reads, times: readonly number[], days: ByBeginning) {
  const firstAt = firstAtOf(context)
  const all = times.reduce<Sums>((sum, time) => addSums(sum, days.get(time) ?? {}), {})
  const outcomes = Object.keys(all.outcomes ?? {}).sort()
  const column = (of: (sums: Readonly<Sums>, time: number) => number | null) =>
    times.map((time) => {
      const sums = days.get(time)
      return sums ? of(sums, time) : null
    })
  /** Seconds of a day in which the hub could have measured. */
  const secondsOf = (day: number) => (Math.min(until ?? day, day + dayMs) - Math.max(day, firstAt ?? day)) / 1_000
  const { until } = context.read(runningSums, mainServer)
  const { state, why } = context.read(logLink, mainServer)
  return {
    days: times.map(dayName),
    counts: Object.fromEntries(
      queries.dayCounts.map((name) => [name, column((sums, time) => countOf[name](sums, secondsOf(time)))]),
    ) as Record<(typeof queries.dayCounts)[number], (number | null)[]>,
    outcomes: Object.fromEntries(outcomes.map((name) => [name, column((sums) => sums.outcomes?.[name] ?? 0)])),
    deliveries: largestFirst(all.deliveries, (count) => count),
    species: largestFirst(all.species, hoursOfSeconds),
    gaps: gapEnds.map(({ name }, bucket) => ({ name, value: all.gaps?.[bucket] ?? 0 })),
    fightsWhy:
      state === 'off'
        ? "The game doesn't report kills and deaths over RCON. Connect its log (GAME_LOG) to count them."
        : state === 'failing'
          ? (why ?? 'The log cannot be read.')
          : null,
    firstAt,
  }
}

const largestFirst = (counts: Readonly<Record<string, number>> | undefined, worth: (count: number) => number) =>
  Object.entries(counts ?? {})
    .map(([name, count]) => ({ name, value: worth(count) }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name))

const hoursOfSeconds = (seconds: number) => Math.round(seconds / 36) / 100
