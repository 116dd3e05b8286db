import { z } from 'zod'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The days of each length that is offered; null for a permanent ban. */
const daysOf = { permanent: null, '1day': 1, '1week': 7, '1month': 30, '3months': 90 } as const

export const banDurations = ['1day', '1week', '1month', '3months', 'custom', 'permanent'] as const
export type BanDuration = (typeof banDurations)[number]

/** A hundred years. */
export const longestBanDays = 36_600
export const longestBanMs = longestBanDays * dayMs

/** The hours that the game's owners use for a permanent ban: ten years. */
export const permanentBanHours = 87_600

/** The fields of a length, as programs and forms send them. */
export const banLengthShape = {
  /** Of a ban; other orders have none. A ban over HTTP is permanent without it. */
  duration: z.enum(banDurations).nullish(),
  /** Of the duration `custom`. */
  customDays: z.int().min(1).max(longestBanDays).nullish(),
}
const Shape = z.object(banLengthShape)
export type BanLength = z.infer<typeof Shape>

/** A custom length has days, and no other has. */
export const hasItsDays = ({ duration, customDays }: BanLength) => (duration === 'custom') === (customDays != null)

/** The text about each field of a length that is wrong. */
export const banLengthProblems: Readonly<Record<keyof BanLength, string>> = {
  duration: 'duration: permanent, 1day, 1week, 1month, 3months or custom.',
  customDays: `customDays: whole days from 1 to ${longestBanDays}, with the duration custom only.`,
}

/** The length in ms; null for a permanent ban. There is no default: undefined where no length is stated. */
export function banLengthMs({ duration, customDays }: BanLength): number | null | undefined {
  if (duration == null) return undefined
  const days = duration === 'custom' ? customDays : daysOf[duration]
  return days == null ? null : days * dayMs
}

/** The hours for which the game keeps a banned player away: whole hours, at least 1, so that no ban ends too early. */
export const banHours = (durationMs: number | null | undefined) =>
  durationMs == null ? permanentBanHours : Math.max(1, Math.ceil(durationMs / hourMs))
