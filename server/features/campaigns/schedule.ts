import type { Campaign, CampaignSchedule } from '../../../shared/features/campaigns/campaigns.ts'
import { lastDayOfMonth } from '../../../shared/features/campaigns/campaigns.ts'
import type { scheduleRefusals } from '../../../shared/features/campaigns/commands.ts'
import { instantOf, isOutdated, isRecurrence, nextRun, nextRuns, offsetAt } from '../../engine/recurrence.ts'
import type { RefusalValues } from '../../engine/rule.ts'
import { previewOf, wallAt } from '../events/times.ts'

/** Why a schedule cannot be used, with the values of its sentence. */
export interface ScheduleProblem {
  readonly code: keyof typeof scheduleRefusals
  readonly values: RefusalValues
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const runsShown = 5

/** The rule of five fields; null for a time between two runs. */
export function ruleOf(one: CampaignSchedule): string | null {
  const [hour = '0', minute = '0'] = one.time.split(':')
  const at = `${Number(minute)} ${Number(hour)}`
  if (one.schedule === 'daily') return `${at} * * *`
  if (one.schedule === 'weekly') return `${at} * * ${one.weekday}`
  if (one.schedule === 'monthly') return `${at} ${one.monthDay === lastDayOfMonth ? 'L' : one.monthDay} * *`
  return one.customRule === '' ? null : one.customRule
}

/** What is wrong with a schedule; null if nothing is. @param now epoch ms */
export function problemOf(one: CampaignSchedule, now: number): ScheduleProblem | null {
  const { zone, schedule, customRule, customDays, customHours, customMinutes } = one
  // A name of the database: an offset such as +02:00 knows no change of clocks.
  if (!/^[A-Za-z]/.test(zone) || !isRecurrence({ rule: '0 0 * * *', zone }))
    return { code: 'badZone', values: { zone } }
  const hasInterval = customDays + customHours + customMinutes > 0
  if (schedule === 'custom' && customRule === '' && !hasInterval) return { code: 'noInterval', values: {} }
  if (schedule === 'custom' && customRule !== '' && hasInterval) return { code: 'both', values: {} }
  const rule = ruleOf(one)
  if (rule === null) return null
  if (!isRecurrence({ rule, zone })) return { code: 'badRule', values: { rule } }
  return nextRun({ rule, zone }, now) === null ? { code: 'neverFires', values: { rule } } : null
}

/**
 * The next run after `after`, epoch ms. Whole days between two runs keep the time of day over a change of clocks; with hours or minutes
 * the time between them is exact.
 * @param countsFrom epoch ms from which a time between two runs counts
 * @throws for a schedule with a problem
 */
export function nextOf(one: CampaignSchedule, after: number, countsFrom: number): number | null {
  const rule = ruleOf(one)
  const { zone, customDays, customHours, customMinutes } = one
  if (rule !== null) return nextRun({ rule, zone }, after)
  const rest = (customHours * 60 + customMinutes) * minuteMs
  const stepMs = customDays * dayMs + rest
  if (stepMs <= 0) return null
  if (rest > 0) return countsFrom + (Math.max(0, Math.floor((after - countsFrom) / stepMs)) + 1) * stepMs
  // As if wall time were UTC: there every day has 24 hours.
  const from = countsFrom + offsetAt(zone, countsFrom)
  for (let nth = Math.max(1, Math.floor((after + offsetAt(zone, after) - from) / stepMs)); ; nth += 1) {
    const at = instantOf(zone, from + nth * stepMs)
    if (at > after) return at
  }
}

/**
 * Whether a run that is planned for later must be planned again. Otherwise the run before it has taken place, by a clock that is ahead of
 * this one, or another time was set after its timer.
 */
export function isWrong(one: CampaignSchedule, planned: number, now: number): boolean {
  const rule = ruleOf(one)
  return rule !== null && isOutdated({ rule, zone: one.zone }, planned, now)
}

/** The next run after the last one, which may have taken place by a clock that was ahead of this one: then it does not take place again. */
export function nextAfterLast(one: Campaign, now: number): number | null {
  const { lastRun, countsFrom } = one
  const ranAhead = lastRun !== null && lastRun > now && lastRun - now <= dayMs
  const later = ranAhead ? nextOf(one, lastRun, countsFrom) : null
  return later === null || isWrong(one, later, now) ? nextOf(one, now, countsFrom) : later
}

/**
 * The next five runs for a page, with what a change of clocks does to them.
 * @param countsFrom epoch ms from which a time between two runs counts
 */
export function previewRuns(one: CampaignSchedule, now: number, countsFrom = now) {
  const { zone } = one
  const rule = ruleOf(one)
  if (rule !== null) {
    const [first = now] = nextRuns({ rule, zone }, now, 1)
    return previewOf(zone, { rule }, first, now)
  }
  const runs: number[] = []
  for (let at = nextOf(one, now, countsFrom); at !== null && runs.length < runsShown; at = nextOf(one, at, countsFrom))
    runs.push(at)
  return runs.map((at, nth) => {
    const [before, offset] = [offsetAt(zone, runs[nth - 1] ?? now), offsetAt(zone, at)]
    const change = offset === before ? null : offset > before ? ('forward' as const) : ('back' as const)
    return { at, wall: wallAt(zone, at), offset: offset / minuteMs, change, oddity: null }
  })
}
