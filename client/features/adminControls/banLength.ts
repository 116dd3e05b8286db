const dayMs = 24 * 3_600_000
/** As long as the hub takes: a hundred years. */
const mostDays = 36_600

export const banChoices = [
  { key: 'permanent', name: 'Permanent', days: null },
  { key: '1d', name: '1 day', days: 1 },
  { key: '1w', name: '1 week', days: 7 },
  { key: '1m', name: '1 month', days: 30 },
  { key: '3m', name: '3 months', days: 90 },
] as const

export interface BanLength {
  readonly key: (typeof banChoices)[number]['key'] | 'custom'
  /** As typed, for a length of one's own. */
  readonly days: string
}

export const permanently: BanLength = { key: 'permanent', days: '1' }

/** How long it lasts, ms, null for ever; or what is wrong with it. */
export function banDuration({ key, days }: BanLength): { readonly ms: number | null; readonly problem: string | null } {
  if (key !== 'custom') {
    const chosen = banChoices.find((choice) => choice.key === key)?.days ?? null
    return { ms: chosen === null ? null : chosen * dayMs, problem: null }
  }
  const typed = days.trim() === '' ? Number.NaN : Number(days)
  if (!Number.isInteger(typed) || typed < 1) return { ms: null, problem: 'Enter whole days, at least 1.' }
  if (typed > mostDays) return { ms: null, problem: `At most ${mostDays} days. A permanent ban has no end.` }
  return { ms: typed * dayMs, problem: null }
}
