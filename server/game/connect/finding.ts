import type { Finding } from '../../../shared/features/connections/connections.ts'

export type Findings = readonly Finding[]
type Lines = NonNullable<Finding['add']>

/** One finding: what was found, and what to do about it. */
export const good = (says: string, mend: string | null = null): Finding => ({ state: 'good', says, mend, add: null })
export const warning = (says: string, mend: string | null, add: Lines | null = null): Finding => ({
  state: 'warning',
  says,
  mend,
  add,
})
export const bad = (says: string, mend: string | null, add: Lines | null = null): Finding => ({
  state: 'bad',
  says,
  mend,
  add,
})
/** A connection that is not configured: what the hub lacks without it, and the lines of `.env` that name it. */
export const absent = (says: string, lines: readonly string[]): Finding => ({
  state: 'absent',
  says,
  mend: 'Add it to .env with your own values, then restart the hub. npm run connect asks for each and tries it.',
  add: { file: '.env', lines: [...lines] },
})

/** `Logs, Config, PlayerData …`, for a sentence. */
export const listed = (names: readonly string[], most = 8): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ' …' : ''}`

/** `3 min`, `5 h`, `2 days`. */
export function spanOf(ms: number): string {
  if (ms < 120_000) return `${Math.max(0, Math.round(ms / 1_000))} s`
  if (ms < 2 * 3_600_000) return `${Math.round(ms / 60_000)} min`
  return ms < 48 * 3_600_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} days`
}
