import { expect, test } from 'vitest'
import { previewOf, timeOf } from './times.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const problem = (zone: string, when: Parameters<typeof timeOf>[1], now = at('2026-03-01T12:00'), durationMs = 0) => {
  const found = timeOf(zone, when, now, durationMs)
  return typeof found === 'number' ? new Date(found).toISOString().slice(0, 16) : found
}
const code = (...args: Parameters<typeof problem>) => {
  const found = problem(...args)
  return typeof found === 'string' ? found : found.code
}

test('[EV16] wall time in a zone is an instant, in winter and in summer', () => {
  expect(problem('Europe/Berlin', { wall: '2026-03-02T20:00' })).toBe('2026-03-02T19:00')
  expect(problem('Europe/Berlin', { wall: '2026-06-02T20:00' })).toBe('2026-06-02T18:00')
  expect(problem('America/New_York', { wall: '2026-03-02T20:00' })).toBe('2026-03-03T01:00')
})

test('[EV17] a date before today, a time that has passed, one more than a year ahead and what is not a date differ in their refusals', () => {
  // It is already 2 March in Auckland.
  expect(code('Pacific/Auckland', { wall: '2026-03-01T23:00' })).toBe('pastDate')
  expect(code('Pacific/Auckland', { wall: '2026-03-02T00:30' })).toBe('pastTime')
  expect(problem('Pacific/Auckland', { wall: '2026-03-02T02:00' })).toBe('2026-03-01T13:00')
  expect(code('UTC', { wall: '2027-03-20T00:00' })).toBe('tooFar')
  expect(code('UTC', { wall: '2026-02-31T10:00' })).toBe('badTime')
  expect(code('UTC', { wall: '2026-13-01T10:00' })).toBe('badTime')
  for (const zone of ['Middle/Earth', '+02:00', '']) expect(code(zone, { wall: '2026-03-02T20:00' })).toBe('badZone')
})

test('[EV18] a time that clocks skip is refused with the gap; one that they show twice is the first', () => {
  expect(problem('Europe/Berlin', { wall: '2026-03-29T02:30' })).toEqual({
    code: 'inGap',
    values: { zone: 'Europe/Berlin', wall: '2026-03-29 02:30', from: '2026-03-29 02:00', to: '2026-03-29 03:00' },
  })
  const now = at('2026-10-01T00:00')
  expect(problem('Europe/Berlin', { wall: '2026-10-25T02:30' }, now)).toBe('2026-10-25T00:30')
  expect(previewOf('Europe/Berlin', { wall: '2026-10-25T02:30' }, at('2026-10-25T00:30'), now)).toMatchObject([
    { wall: '2026-10-25T02:30', oddity: 'twice' },
  ])
})

test('[EV19] a rule that never fires, fires too often, or cannot be read is refused with the reason', () => {
  expect(code('UTC', { rule: '0 20 30 2 *' })).toBe('neverFires')
  expect(code('UTC', { rule: 'every friday' })).toBe('badRule')
  expect(code('UTC', { rule: '61 20 * * *' })).toBe('badRule')
  expect(problem('UTC', { rule: '*/10 * * * *' })).toEqual({ code: 'tooOften', values: { minutes: 10, least: 30 } })
  expect(code('UTC', { rule: '0 * * * *' }, at('2026-03-01T12:00'), 2 * 3_600_000)).toBe('tooOften')
  expect(problem('UTC', { rule: '0 20 29 2 *' }, at('2027-06-01T12:00'))).toBe('2028-02-29T20:00')
})

test('[EV20] the next five runs are shown with changes of clocks, and with the run whose time clocks skip', () => {
  const now = at('2026-03-26T12:00')
  const when = { rule: '30 2 * * *' }
  const runs = previewOf('Europe/Berlin', when, 0, now)
  expect(runs.map(({ wall, change, oddity }) => [wall, change, oddity])).toEqual([
    ['2026-03-27T02:30', null, null],
    ['2026-03-28T02:30', null, null],
    ['2026-03-29T03:00', 'forward', 'skipped'],
    ['2026-03-30T02:30', null, null],
    ['2026-03-31T02:30', null, null],
  ])
  const autumn = previewOf('Europe/Berlin', when, 0, at('2026-10-24T12:00'))
  expect(autumn.slice(0, 2).map(({ change, oddity }) => [change, oddity])).toEqual([
    [null, 'twice'],
    ['back', null],
  ])
})

test('[EV95] whether a rule fires too often depends neither on the hour at which it is entered nor on a change of clocks', {
  tags: 'slow',
}, () => {
  const hourMs = 3_600_000
  const day = at('2026-03-27T00:01')
  const problems = (rule: string, durationMs: number) =>
    Array.from({ length: 72 }, (_, hour) => timeOf('Europe/Berlin', { rule }, day + hour * hourMs, durationMs))
  const between = { code: 'tooOften', values: { minutes: 240, least: 271 } }
  for (const found of problems('0 0,5,10,15,20 * * *', 4.5 * hourMs)) expect(found).toEqual(between)
  const overNight = { code: 'tooOften', values: { minutes: 20, least: 30 } }
  for (const found of problems('10,50 0,4,8,12,16,20,23 * * *', 0)) expect(found).toEqual(overNight)
  // Clocks skip 02:30, so that it runs at 03:00.
  for (const found of problems('30 * * * *', 59 * 60_000)) expect(found).toBeTypeOf('number')
})
