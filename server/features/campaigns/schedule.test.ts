import { expect, test } from 'vitest'
import { CampaignSchedule } from '../../../shared/features/campaigns/campaigns.ts'
import { nextOf, previewRuns, problemOf } from './schedule.ts'

const of = (given: object) => CampaignSchedule.parse({ schedule: 'daily', ...given })
const at = (text: string) => Date.parse(text)
const shown = (runs: readonly { wall: string; change: unknown; oddity: unknown }[]) =>
  runs.map(({ wall, change, oddity }) => [wall, change, oddity])

test('[CMP1] a daily campaign keeps its time of day when clocks go forward, and runs once in the hour that they skip', () => {
  const runs = previewRuns(of({ time: '02:30', zone: 'Europe/Berlin' }), at('2026-03-27T12:00:00Z'))
  expect(shown(runs)).toEqual([
    ['2026-03-28T02:30', null, null],
    ['2026-03-29T03:00', 'forward', 'skipped'],
    ['2026-03-30T02:30', null, null],
    ['2026-03-31T02:30', null, null],
    ['2026-04-01T02:30', null, null],
  ])
})

test('[CMP2] when clocks go back, a time that they show twice runs once, at the first', () => {
  const runs = previewRuns(of({ time: '02:30', zone: 'Europe/Berlin' }), at('2026-10-24T12:00:00Z'))
  expect(shown(runs).slice(0, 2)).toEqual([
    ['2026-10-25T02:30', null, 'twice'],
    ['2026-10-26T02:30', 'back', null],
  ])
  expect(runs[0]?.at).toBe(at('2026-10-25T00:30:00Z'))
})

test('[CMP3] whole days between two runs keep the time of day over a change of clocks; with hours the time between is exact', () => {
  const from = at('2026-03-27T17:00:00Z')
  const days = previewRuns(of({ schedule: 'custom', customDays: 2, zone: 'Europe/Berlin' }), from)
  expect(shown(days).slice(0, 2)).toEqual([
    ['2026-03-29T18:00', 'forward', null],
    ['2026-03-31T18:00', null, null],
  ])
  const hours = previewRuns(of({ schedule: 'custom', customDays: 1, customHours: 12, zone: 'Europe/Berlin' }), from)
  expect(hours.map((run) => (run.at - from) / 3_600_000)).toEqual([36, 72, 108, 144, 180])
})

test('[CMP4] weekly and monthly campaigns run on their day, the last day of the month included', () => {
  const now = at('2026-01-01T00:00:00Z')
  const weekly = previewRuns(of({ schedule: 'weekly', weekday: 0, time: '18:00' }), now)
  expect(weekly.map(({ wall }) => wall).slice(0, 2)).toEqual(['2026-01-04T18:00', '2026-01-11T18:00'])
  const monthly = previewRuns(of({ schedule: 'monthly', monthDay: 31, time: '06:05' }), now)
  expect(monthly.map(({ wall }) => wall).slice(0, 3)).toEqual([
    '2026-01-31T06:05',
    '2026-02-28T06:05',
    '2026-03-31T06:05',
  ])
})

test.each([
  ['without days, hours and minutes', { schedule: 'custom' }, 'noInterval'],
  ['that never fires', { schedule: 'custom', customRule: '0 12 31 2 *' }, 'neverFires'],
  ['whose rule cannot be read', { schedule: 'custom', customRule: 'tomorrow' }, 'badRule'],
  ['with a rule and days', { schedule: 'custom', customRule: '0 12 * * *', customDays: 1 }, 'both'],
  ['in a zone that does not exist', { zone: 'Europe/Atlantis' }, 'badZone'],
  ['in a zone that is an offset', { zone: '+02:00' }, 'badZone'],
])('[CMP5] a schedule %s is refused with the reason', (_what, given, code) => {
  expect(problemOf(of(given), at('2026-01-01T00:00:00Z'))?.code).toBe(code)
})

test('[CMP6] a time between two runs counts from its begin, however late a run was', () => {
  const schedule = of({ schedule: 'custom', customMinutes: 10 })
  const from = at('2026-01-01T00:00:00Z')
  expect(nextOf(schedule, from, from)).toBe(at('2026-01-01T00:10:00Z'))
  expect(nextOf(schedule, at('2026-01-01T01:05:30Z'), from)).toBe(at('2026-01-01T01:10:00Z'))
})
