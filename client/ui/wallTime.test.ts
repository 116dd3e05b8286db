import { expect, test } from 'vitest'
import { momentIn, momentValue } from './DateTimeField.tsx'
import { changeAround, momentsAt, wallTimeOf, zoneInWords } from './wallTime.ts'

const berlin = 'Europe/Berlin'

test.each([
  ['2026-07-01T12:00', berlin, ['2026-07-01T10:00:00.000Z']],
  ['2026-12-01T12:00', berlin, ['2026-12-01T11:00:00.000Z']],
  // The clocks go from 02:00 to 03:00.
  ['2026-03-29T01:59', berlin, ['2026-03-29T00:59:00.000Z']],
  ['2026-03-29T02:00', berlin, []],
  ['2026-03-29T02:59', berlin, []],
  ['2026-03-29T03:00', berlin, ['2026-03-29T01:00:00.000Z']],
  // The clocks go from 03:00 back to 02:00.
  ['2026-10-25T01:59', berlin, ['2026-10-24T23:59:00.000Z']],
  ['2026-10-25T02:30', berlin, ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['2026-10-25T03:00', berlin, ['2026-10-25T02:00:00.000Z']],
  // A change by half an hour, and zones that never change.
  ['2026-10-04T02:15', 'Australia/Lord_Howe', []],
  ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  ['2026-01-01T00:00', 'Asia/Kolkata', ['2025-12-31T18:30:00.000Z']],
  ['2026-01-01T00:00', 'UTC', ['2026-01-01T00:00:00.000Z']],
  // Samoa left out a whole day.
  ['2011-12-30T12:00', 'Pacific/Apia', []],
  ['soon', berlin, []],
])('[FP9] a clock shows %s in %s at %j', (wallTime, zone, moments) => {
  expect(momentsAt(wallTime, zone).map((at) => new Date(at).toISOString())).toEqual(moments)
})

test('[FP10] every quarter of an hour of a year is found again in the value of a field', { tags: 'slow' }, () => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 61 * 15 * 60_000)
    for (const zone of [berlin, 'America/New_York', 'Asia/Kathmandu'])
      expect(momentIn(momentValue(at, zone), zone)).toBe(at)
  for (let at = Date.UTC(2026, 9, 24, 22); at < Date.UTC(2026, 9, 25, 4); at += 15 * 60_000)
    expect(momentIn(momentValue(at, berlin), berlin)).toBe(at)
})

test('[FP11] a skipped time is explained by the change of the clock', () => {
  expect(changeAround('2026-03-29T02:30', berlin)).toEqual(['02:00', '03:00'])
  expect(changeAround('2026-10-04T02:15', 'Australia/Lord_Howe')).toEqual(['02:00', '02:30'])
})

test.each([
  [Date.UTC(2026, 6, 1), berlin, 'Central European Summer Time (UTC+2)'],
  [Date.UTC(2026, 11, 1), berlin, 'Central European Standard Time (UTC+1)'],
  [Date.UTC(2026, 0, 1), 'UTC', 'UTC'],
  [Date.UTC(2026, 0, 1), 'Asia/Kolkata', 'India Standard Time (UTC+5:30)'],
  [Date.UTC(2026, 0, 1), 'America/St_Johns', 'Newfoundland Standard Time (UTC−3:30)'],
])('[FP12] at %d the zone of %s is called %s', (at, zone, words) => {
  expect(zoneInWords(at, zone)).toBe(words)
})

test('[FP13] a moment is written as its field wants it', () => {
  expect(wallTimeOf(Date.UTC(2026, 10, 30, 13, 5), berlin)).toBe('2026-11-30T14:05')
})
