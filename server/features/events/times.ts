import type { timeRefusals } from '../../../shared/features/events/commands.ts'
import { furthestMs } from '../../../shared/features/events/events.ts'
import { instantOf, isRecurrence, nextRun, nextRuns, offsetAt, wallRuns } from '../../engine/recurrence.ts'
import type { RefusalValues } from '../../engine/rule.ts'

/** Why a time or a rule cannot be used, with the values of its sentence. */
export interface TimeProblem {
  readonly code: keyof typeof timeRefusals
  readonly values: RefusalValues
}
export type When = { readonly wall: string } | { readonly rule: string }

const minuteMs = 60_000
/** Between two starts of a recurring event. */
const leastMinutes = 30
const runsShown = 5
/** At one run in half an hour these are two days: no hour at which a rule is entered hides its shortest gap. */
const runsChecked = 100

/** Epoch ms of the event, or of the first one of a rule; or why there is none. @param durationMs of the event */
export function timeOf(zone: string, when: When, now: number, durationMs: number): number | TimeProblem {
  // A name of the database: an offset such as +02:00 knows no change of clocks.
  if (!/^[A-Za-z]/.test(zone) || !isRecurrence({ rule: '0 0 * * *', zone }))
    return { code: 'badZone', values: { zone } }
  return 'wall' in when ? timeOfWall(zone, when.wall, now) : timeOfRule(zone, when.rule, now, durationMs)
}

function timeOfWall(zone: string, wall: string, now: number): number | TimeProblem {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc) || wallText(asUtc) !== wall) return { code: 'badTime', values: { wall } }
  const at = instantOf(zone, asUtc)
  if (wall.slice(0, 10) < wallAt(zone, now).slice(0, 10)) return { code: 'pastDate', values: { zone } }
  if (wallAt(zone, at) !== wall) {
    const from = wallText(at - minuteMs + offsetAt(zone, at - minuteMs) + minuteMs)
    return { code: 'inGap', values: { zone, wall: shown(wall), from: shown(from), to: shown(wallAt(zone, at)) } }
  }
  if (at <= now) return { code: 'pastTime', values: { zone } }
  return at - now > furthestMs ? { code: 'tooFar', values: {} } : at
}

function timeOfRule(zone: string, rule: string, now: number, durationMs: number): number | TimeProblem {
  if (!isRecurrence({ rule, zone })) return { code: 'badRule', values: { rule } }
  const first = nextRun({ rule, zone }, now)
  if (first === null) return { code: 'neverFires', values: { rule } }
  const least = Math.max(leastMinutes, Math.ceil(durationMs / minuteMs) + 1)
  const shortest = shortestGap(rule, now + offsetAt(zone, now))
  if (shortest < least) return { code: 'tooOften', values: { minutes: Math.round(shortest), least } }
  return first - now > furthestMs ? { code: 'tooFar', values: {} } : first
}

/** In minutes: how long an event may last that recurs by this rule, so that it is over before the next one begins. */
export function longestByRule({ rule, zone }: { readonly rule: string; readonly zone: string }, now: number) {
  const every = isRecurrence({ rule, zone }) ? shortestGap(rule, now + offsetAt(zone, now)) : Infinity
  return { minutes: Math.round(every), most: Math.floor(every) - 1 }
}

/** In minutes, as the rule is written: a change of clocks does not count. @param wall as if it were UTC */
function shortestGap(rule: string, wall: number): number {
  const runs = wallRuns(rule, wall, runsChecked)
  return Math.min(...runs.slice(1).map((at, nth) => (at - (runs[nth] ?? at)) / minuteMs))
}

/** The next times for a page, with what a change of clocks does to them. @throws when rule or zone cannot be read */
export function previewOf(zone: string, when: When, first: number, now: number) {
  const runs = 'wall' in when ? [first] : nextRuns({ rule: when.rule, zone }, now, runsShown)
  return runs.map((at, nth) => {
    const [before, offset] = [offsetAt(zone, runs[nth - 1] ?? now), offsetAt(zone, at)]
    return {
      at,
      wall: wallAt(zone, at),
      offset: offset / minuteMs,
      change: offset === before ? null : offset > before ? ('forward' as const) : ('back' as const),
      oddity: oddityOf(zone, when, at),
    }
  })
}

function oddityOf(zone: string, when: When, at: number): 'skipped' | 'twice' | null {
  const wall = at + offsetAt(zone, at)
  const matches = 'wall' in when || nextRun({ rule: when.rule, zone: 'UTC' }, wall - 1) === wall
  if (!matches) return 'skipped'
  // Clocks are put back within some hours after it, by so much that they show the same time again.
  const later = offsetAt(zone, at + 12 * 60 * minuteMs)
  const again = wall - later
  return again > at && again + offsetAt(zone, again) === wall ? 'twice' : null
}

/** What clocks in the zone show, as '2026-11-23T20:00'. */
export const wallAt = (zone: string, at: number) => wallText(at + offsetAt(zone, at))
const wallText = (asUtc: number) => new Date(asUtc).toISOString().slice(0, 16)
const shown = (wall: string) => wall.replace('T', ' ')
