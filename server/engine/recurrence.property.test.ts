import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DoneRuns, isOutdated, nextRun, nextRuns, nextUndone, withRun } from './recurrence.ts'

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'UTC',
]
const dateIn = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })

test('[RE21] a daily time runs on every day of any zone exactly once', () => {
  const time = fc.record({ zone: fc.constantFrom(...zones), hour: fc.nat(23), minute: fc.nat(59) })
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 20 }), ({ zone, hour, minute }, years) => {
      const start = Date.UTC(2010 + years, 0, 1, 12)
      const runs = nextRuns({ rule: `${minute} ${hour} * * *`, zone }, start, 400)
      const format = dateIn(zone)
      const dates = runs.map((at) => format.format(at))
      expect(new Set(dates).size).toBe(400)
      expect((Date.parse(dates.at(-1) ?? '') - Date.parse(dates[0] ?? '')) / 86_400_000).toBe(399)
    }),
    { numRuns: 60 },
  )
})

test('[RE22] from any moment, the next run is the first of the runs that follow it in order', () => {
  const rule = fc.constantFrom('*/17 * * * *', '30 1,2,3 * * *', '0 */2 * * 0,6', '59 23 28-31 * *')
  const start = Date.UTC(2026, 0, 1)
  fc.assert(
    fc.property(rule, fc.constantFrom(...zones), fc.nat(365 * 24 * 60), (wanted, zone, minutes) => {
      const after = start + minutes * 60_000
      const recurrence = { rule: wanted, zone }
      const next = nextRun(recurrence, after) ?? 0
      expect(next).toBeGreaterThan(after)
      expect(nextRun(recurrence, next - 1)).toBe(next)
      expect(nextRun(recurrence, Math.floor((after + next) / 2))).toBe(next)
    }),
    { numRuns: 400 },
  )
})

test('[RE204] a next run is outdated where a clock was far ahead or it is not a time of the rule, and not by a clock that is behind by one run within a day', () => {
  const rule = fc.constantFrom('*/17 * * * *', '30 1,2,3 * * *', '0 */2 * * 0,6', '59 23 28-31 * *', '0 0 1 * *')
  const day = 86_400_000
  const times = fc.record({ minutes: fc.nat(365 * 24 * 60), behindMs: fc.nat(day) })
  fc.assert(
    fc.property(rule, fc.constantFrom(...zones), times, (wanted, zone, { minutes, behindMs }) => {
      const setAt = Date.UTC(2026, 0, 1) + minutes * 60_000
      const recurrence = { rule: wanted, zone }
      const at = nextRun(recurrence, setAt) ?? 0
      const between = nextRuns(recurrence, setAt - behindMs, 2).filter((run) => run <= setAt)
      expect(isOutdated(recurrence, at, setAt - behindMs)).toBe(between.length > 1)
      expect(isOutdated(recurrence, at, setAt - 365 * day)).toBe(true)
      expect(isOutdated(recurrence, at + 60_000, setAt)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('[RE1865] the next undone run is the first that has not taken place, in whatever order the runs took place', () => {
  const runs = nextRuns({ rule: '0 20 * * *', zone: 'Europe/Berlin' }, Date.UTC(2026, 9, 18), 20)
  fc.assert(
    fc.property(fc.array(fc.nat(17)), fc.nat(19), (order, nth) => {
      const recurrence = { rule: '0 20 * * *', zone: 'Europe/Berlin' }
      const done = order.reduce<readonly DoneRuns[]>((spans, one) => withRun(recurrence, spans, runs[one] ?? 0), [])
      const after = (runs[nth] ?? 0) - 1
      const undone = runs.find((at, one) => at > after && !order.includes(one))
      expect(nextUndone(recurrence, done, after)).toBe(undone)
    }),
    { numRuns: 200 },
  )
})
