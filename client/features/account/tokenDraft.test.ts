import { expect, test } from 'vitest'
import { dateOf, tokenEnd } from './tokenDraft.ts'

const now = new Date(2026, 10, 21, 15).getTime()
const dayMs = 24 * 3_600_000

test('[TE9] a length counts from now', () => {
  expect(tokenEnd('day', '', now)).toEqual({ ok: true, endsAt: now + dayMs })
  expect(tokenEnd('year', '', now)).toEqual({ ok: true, endsAt: now + 365 * dayMs })
})

test('[TE10] a date includes the whole day', () => {
  expect(tokenEnd('date', '2026-11-21', now)).toEqual({ ok: true, endsAt: new Date(2026, 10, 22).getTime() - 1 })
})

test('[TE11] an impossible date is refused with advice, and an empty one without', () => {
  expect(tokenEnd('date', '', now)).toEqual({ ok: false, problem: null })
  expect(tokenEnd('date', '2026-11-20', now)).toMatchObject({ problem: expect.stringContaining('has passed') })
  expect(tokenEnd('date', '2028-01-01', now)).toMatchObject({ problem: expect.stringContaining('a year at most') })
  expect(tokenEnd('date', 'soon', now)).toMatchObject({ problem: expect.stringContaining('Enter a date') })
})

test('[TE12] a day is written in the format of a date field', () => {
  expect(dateOf(now)).toBe('2026-11-21')
})
