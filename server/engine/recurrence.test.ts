import { describe, expect, test } from 'vitest'
import { isRecurrence, nextRun, nextRuns } from './recurrence.ts'

const runs = (rule: string, zone: string, after: string, count: number) =>
  nextRuns({ rule, zone }, Date.parse(after), count).map((at) => new Date(at).toISOString().slice(0, 16))

describe('[RE23] a time that clocks skip runs once, at the jump', () => {
  test.each<[string, string, string, readonly string[]]>([
    // 2026-03-29 02:00 → 03:00.
    ['Europe/Berlin', '30 2 * * *', '2026-03-28T00:00Z', ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']],
    // 2026-03-08 02:00 → 03:00.
    [
      'America/New_York',
      '15 2 * * *',
      '2026-03-07T00:00Z',
      ['2026-03-07T07:15', '2026-03-08T07:00', '2026-03-09T06:15'],
    ],
    // 2026-10-04 02:00 → 03:00, in the southern spring.
    [
      'Australia/Sydney',
      '30 2 * * *',
      '2026-10-02T12:00Z',
      ['2026-10-02T16:30', '2026-10-03T16:00', '2026-10-04T15:30'],
    ],
    // 2026-10-04 02:00 → 02:30.
    [
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2026-10-02T12:00Z',
      ['2026-10-02T15:45', '2026-10-03T15:30', '2026-10-04T15:15'],
    ],
    // 2018-11-04 00:00 → 01:00: midnight is skipped.
    [
      'America/Sao_Paulo',
      '0 0 * * *',
      '2018-11-03T00:00Z',
      ['2018-11-03T03:00', '2018-11-04T03:00', '2018-11-05T02:00'],
    ],
    // The whole of 2011-12-30 is skipped.
    ['Pacific/Apia', '0 12 * * *', '2011-12-29T00:00Z', ['2011-12-29T22:00', '2011-12-30T10:00', '2011-12-30T22:00']],
  ])('%s %s', (zone, rule, after, expected) => {
    expect(runs(rule, zone, after, expected.length)).toEqual(expected)
  })
})

describe('[RE24] a time that clocks show twice runs once, at the first', () => {
  test.each<[string, string, string, readonly string[]]>([
    // 2026-10-25 03:00 → 02:00.
    ['Europe/Berlin', '30 2 * * *', '2026-10-24T00:00Z', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
    // 2026-11-01 02:00 → 01:00.
    [
      'America/New_York',
      '30 1 * * *',
      '2026-10-31T00:00Z',
      ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    // 2026-04-05 03:00 → 02:00, in the southern autumn.
    [
      'Australia/Sydney',
      '30 2 * * *',
      '2026-04-03T12:00Z',
      ['2026-04-03T15:30', '2026-04-04T15:30', '2026-04-05T16:30'],
    ],
    // 2026-04-05 02:00 → 01:30.
    [
      'Australia/Lord_Howe',
      '45 1 * * *',
      '2026-04-03T12:00Z',
      ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15'],
    ],
  ])('%s %s', (zone, rule, after, expected) => {
    expect(runs(rule, zone, after, expected.length)).toEqual(expected)
  })

  test('also when it is asked for between the first and the second', () => {
    expect(runs('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:45Z', 1)).toEqual(['2026-10-26T01:30'])
    expect(runs('45 2 * * *', 'Europe/Berlin', '2026-10-25T01:15Z', 1)).toEqual(['2026-10-26T01:45'])
  })
})

test('[RE25] of several times in a skipped hour one runs, at the jump, together with the time of the jump itself', () => {
  expect(runs('*/20 * * * *', 'Europe/Berlin', '2026-03-29T00:30Z', 4)).toEqual([
    '2026-03-29T00:40',
    '2026-03-29T01:00',
    '2026-03-29T01:20',
    '2026-03-29T01:40',
  ])
  expect(runs('0 2,3 * * *', 'Europe/Berlin', '2026-03-29T00:30Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00'])
})

test('[RE26] the next run is later than the time given, to the millisecond', () => {
  const daily = { rule: '0 20 * * *', zone: 'Asia/Kolkata' }
  const at = Date.parse('2026-11-22T14:30Z')
  expect([at - 1, at, at + 1].map((after) => nextRun(daily, after))).toEqual([at, at + 86_400_000, at + 86_400_000])
})

test('[RE27] rules by week and month keep the wall time over both changes of a year', () => {
  const fridays = nextRuns({ rule: '0 20 * * 5', zone: 'Europe/Berlin' }, Date.parse('2026-01-01T00:00Z'), 52)
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    weekday: 'short',
    timeStyle: undefined,
    hour: '2-digit',
    minute: '2-digit',
  })
  expect(new Set(fridays.map((at) => wall.format(at)))).toEqual(new Set(['Fri 20:00']))
  expect(runs('0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', 2)).toEqual(['2028-02-29T00:00', '2032-02-29T00:00'])
})

test('[RE28] a rule or zone that cannot be read is refused, and a rule that never matches has no next run', () => {
  expect(isRecurrence({ rule: '0 20 * * 5', zone: 'Europe/Berlin' })).toBe(true)
  for (const odd of [
    { rule: '0 20 * *', zone: 'UTC' },
    { rule: '0 0 20 * * 5', zone: 'UTC' },
    { rule: '61 * * * *', zone: 'UTC' },
    { rule: 'soon', zone: 'UTC' },
    { rule: '0 20 * * 5', zone: 'Europe/Nowhere' },
  ])
    expect(isRecurrence(odd), JSON.stringify(odd)).toBe(false)
  expect(nextRun({ rule: '0 0 31 2 *', zone: 'UTC' }, 0)).toBeNull()
})
