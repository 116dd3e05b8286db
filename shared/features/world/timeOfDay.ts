/** The four phases of a day in the game. */
export type Phase = 'dawn' | 'day' | 'dusk' | 'night'

/** The minute of the game's day at which each phase begins. */
const starts = [
  { phase: 'dawn', at: 5 * 60 },
  { phase: 'day', at: 10 * 60 },
  { phase: 'dusk', at: 17 * 60 },
  { phase: 'night', at: 21 * 60 },
] as const satisfies readonly { phase: Phase; at: number }[]

const minutesInDay = 24 * 60

/** Converts any number of minutes, also negative or beyond midnight, to a minute of the day. */
const minuteOfDay = (minutes: number) => ((minutes % minutesInDay) + minutesInDay) % minutesInDay

/** The phase at a minute of the game's day, counted from midnight. */
export const phaseAt = (minutes: number): Phase => {
  const now = minuteOfDay(minutes)
  return starts.findLast((start) => start.at <= now)?.phase ?? 'night'
}

/** Minutes of game time until the next phase begins. */
export const minutesRemaining = (minutes: number): number => {
  const now = minuteOfDay(minutes)
  const next = starts.find((start) => start.at > now)?.at ?? starts[0].at + minutesInDay
  return next - now
}
