import { Cron } from 'croner'
import type { Recurrence } from '../../shared/engine/recurrence.ts'

/** Whether the rule and the zone can be read. */
export function isRecurrence({ rule, zone }: Pick<Recurrence, 'rule' | 'zone'>): boolean {
  try {
    patternOf(rule)
    offsetAt(zone, 0)
    return true
  } catch {
    return false
  }
}

/**
 * The next time, epoch ms, after `after`; null if there is none any more. When clocks are put forward, the times that they skip run
 * once, at the jump; when they are put back, a time that they show twice runs once, at the first.
 * @throws when the rule or the zone cannot be read
 */
export function nextRun({ rule, zone }: Pick<Recurrence, 'rule' | 'zone'>, after: number): number | null {
  const pattern = patternOf(rule)
  // As if wall time were UTC: there the rule knows no change of clocks.
  let wall = after + offsetAt(zone, after)
  for (;;) {
    const next = pattern.nextRun(new Date(wall))
    if (next === null) return null
    wall = next.getTime()
    const at = instantOf(zone, wall)
    if (at > after) return at
  }
}

const dayMs = 24 * 3_600_000

/**
 * Whether a stored next run, epoch ms, must be computed again: it is no longer a time of the rule, since the rules of its zone have
 * changed, or a clock that was ahead has set it. One run before it, within a day, is not a reason: it may have taken place by that clock.
 * @throws when the rule or the zone cannot be read
 */
export function isOutdated(recurrence: Pick<Recurrence, 'rule' | 'zone'>, at: number, now: number): boolean {
  if (nextRun(recurrence, at - 1) !== at) return true
  const next = nextRun(recurrence, now)
  const latest = [next === null ? null : nextRun(recurrence, next), nextRun(recurrence, now + dayMs)]
  return latest.some((one) => one !== null && at > one)
}

/** Runs that have taken place one after the other, without a gap: the first and the last, epoch ms. */
export interface DoneRuns {
  readonly from: number
  readonly to: number
}

/** Beyond this, the span to which no run was added for longest is forgotten: each gap between runs begins one. */
const mostSpans = 12

/** With a run at `at`, which joins the spans right before it and right after it. */
export function withRun(recurrence: Pick<Recurrence, 'rule' | 'zone'>, done: readonly DoneRuns[], at: number) {
  if (done.some(({ from, to }) => from <= at && at <= to)) return done
  const next = nextRun(recurrence, at)
  const before = done.find(({ to }) => to < at && nextRun(recurrence, to) === at)
  const after = done.find(({ from }) => from === next)
  const others = done.filter((one) => one !== before && one !== after)
  return [...others, { from: before?.from ?? at, to: after?.to ?? at }].slice(-mostSpans)
}

/** The next run that has not taken place: a clock that is behind comes once more to times at which there was one. */
export function nextUndone(
  recurrence: Pick<Recurrence, 'rule' | 'zone'>,
  done: readonly DoneRuns[],
  after: number,
): number | null {
  const at = nextRun(recurrence, after)
  const span = done.find(({ from, to }) => at !== null && from <= at && at <= to)
  return span ? nextUndone(recurrence, done, span.to) : at
}

/** The next times, at most `count`, for a page. */
export function nextRuns(recurrence: Pick<Recurrence, 'rule' | 'zone'>, after: number, count: number): number[] {
  const runs: number[] = []
  for (let at = nextRun(recurrence, after); at !== null && runs.length < count; at = nextRun(recurrence, at))
    runs.push(at)
  return runs
}

/** The next wall times of a rule, at most `count`, in which no change of clocks counts. All are as if they were UTC. */
export const wallRuns = (rule: string, after: number, count: number): number[] =>
  patternOf(rule)
    .nextRuns(count, new Date(after))
    .map((next) => next.getTime())

/** By its offset UTC takes a tenth of the time that it takes by its name. */
const patternOf = (rule: string) => new Cron(rule, { mode: '5-part', utcOffset: 0, paused: true })

const minuteMs = 60_000
/** Longer than any change of clocks, including one across the date line. */
const windowMs = 36 * 60 * minuteMs

/** When clocks in the zone show this wall time first; the jump, if they skip it. @param wall as if it were UTC */
export function instantOf(zone: string, wall: number): number {
  const [before, after] = [wall - windowMs, wall + windowMs]
  const [offsetBefore, offsetAfter] = [offsetAt(zone, before), offsetAt(zone, after)]
  const shown = [offsetBefore, offsetAfter].flatMap((offset) =>
    offsetAt(zone, wall - offset) === offset ? [wall - offset] : [],
  )
  return shown.length > 0 ? Math.min(...shown) : jumpIn(zone, before, after)
}

/** The first instant with the offset of `after`. The offset changes once in between. */
function jumpIn(zone: string, before: number, after: number): number {
  const old = offsetAt(zone, before)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle) === old) low = middle
    else high = middle
  }
  return high
}

/** How far clocks in the zone are ahead of UTC, ms. @throws for a zone that is unknown */
export function offsetAt(zone: string, at: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const field = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const wall = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  )
  return wall - Math.floor(at / 1_000) * 1_000
}

/** A format costs much to make. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}
