import type { ChallengeSet, Difficulty, Measure, Run } from '../../../shared/features/challenges/challenge.ts'
import { seenOf } from '../../../shared/features/challenges/challenge.ts'
import type { HistoryEntry } from '../../../shared/features/challenges/desk.ts'
import { lengthOf } from '../../ui/durations.ts'

const dayMs = 86_400_000

/** When the next set begins, epoch ms. */
export const nextDay = ({ day }: Pick<ChallengeSet, 'day'>) => Date.parse(`${day}T00:00:00.000Z`) + dayMs
export const nextMonday = ({ day }: Pick<ChallengeSet, 'day'>) => Date.parse(`${day}T00:00:00.000Z`) + 7 * dayMs

/** The latest run of each challenge, by the ids of set and challenge. */
export const runsByChallenge = (runs: readonly Run[]) =>
  new Map(
    runs
      .toSorted((one, other) => one.acceptedAt - other.acceptedAt)
      .map((run) => [`${run.set} ${run.challenge.id}`, run]),
  )

const units: Readonly<Record<Measure, readonly [one: string, many: string]>> = {
  growth: ['point of growth', 'points'],
  minutes: ['minute', 'minutes'],
  regions: ['region', 'regions'],
  kills: ['kill', 'kills'],
  judged: ['step', 'steps'],
}

/** `3 of 5 regions seen` */
export function progressText(run: Pick<Run, 'challenge' | 'count' | 'ms' | 'regions'>): string {
  const { target, measure } = run.challenge.goal
  return `${seenOf(run)} of ${target} ${units[measure][target === 1 ? 0 : 1]} seen`
}

/** How many of four bars are filled. */
export const levelOf: Readonly<Record<Difficulty, number>> = { Easy: 1, Medium: 2, Hard: 3, Extreme: 4 }

/** `8 h`, `2 d`, `3 d 20 h` */
export const limitText = (hours: number) => (hours >= 48 ? lengthOf(hours * 3_600_000) : `${hours} h`)

/** How the hub learns of it, in one sentence. */
export const seenHow: Readonly<Record<Measure, string>> = {
  growth: 'The hub sees your growth in the game.',
  minutes: 'The hub counts the minutes that you play.',
  regions: 'The hub sees which regions you visit.',
  kills: "Kills count from the game's log.",
  judged: "The hub can't see this: staff decide.",
}

export interface HistoryFilters {
  /** Values of date fields. */
  readonly from: string
  readonly to: string
  /** A part of the admin code. */
  readonly code: string
  readonly action: HistoryEntry['action'] | ''
  readonly status: HistoryEntry['status'] | ''
}
export const noFilters: HistoryFilters = { from: '', to: '', code: '', action: '', status: '' }

/** @param momentIn the moment of a date field, epoch ms; null for none */
export function matchesFilters(
  { timestamp, adminInfo, action, status }: HistoryEntry,
  filters: HistoryFilters,
  momentIn: (value: string) => number | null,
): boolean {
  const from = momentIn(filters.from) ?? Number.NEGATIVE_INFINITY
  const to = momentIn(filters.to) ?? Number.POSITIVE_INFINITY
  return (
    timestamp >= from &&
    timestamp <= to &&
    adminInfo.code.toLowerCase().includes(filters.code.trim().toLowerCase()) &&
    (filters.action === '' || filters.action === action) &&
    (filters.status === '' || filters.status === status)
  )
}
