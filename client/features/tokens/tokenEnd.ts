import { longestTokenMs } from '../../../shared/features/tokens/tokens.ts'

const dayMs = 24 * 3_600_000

export const tokenLengths = [
  { key: 'day', name: '1 day', ms: dayMs },
  { key: 'week', name: '1 week', ms: 7 * dayMs },
  { key: 'month', name: '1 month', ms: 30 * dayMs },
  { key: 'year', name: '1 year', ms: 365 * dayMs },
] as const
export type TokenLength = (typeof tokenLengths)[number]['key'] | 'date'

/** When a token is to end, epoch ms, or why that cannot be. */
export type TokenEnd =
  | { readonly ok: true; readonly endsAt: number }
  | { readonly ok: false; readonly problem: string | null }

/** @param date `2026-11-30`, for the length `date`: the token lasts to the end of that day, here @param now epoch ms */
export function tokenEnd(length: TokenLength, date: string, now: number): TokenEnd {
  const fixed = tokenLengths.find(({ key }) => key === length)
  if (fixed) return { ok: true, endsAt: now + fixed.ms }
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (date === '') return { ok: false, problem: null }
  const endsAt = new Date(year, month - 1, day + 1).getTime() - 1
  if (Number.isNaN(endsAt)) return { ok: false, problem: 'Write a date as 2026-11-30.' }
  if (endsAt <= now) return { ok: false, problem: 'That day is over. Choose today or later.' }
  if (endsAt > now + longestTokenMs)
    return { ok: false, problem: 'A token lasts a year at most. Choose an earlier day.' }
  return { ok: true, endsAt }
}

/** A day as a date field writes it, here. @param at epoch ms */
export function dateOf(at: number): string {
  const day = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
