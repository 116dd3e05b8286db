/** Night lies between these minutes of the game's day. */
const nightBegins = 21 * 60
const nightEnds = 5 * 60
const minutesInDay = 24 * 60
const lightMinutes = nightBegins - nightEnds
const darkMinutes = minutesInDay - lightMinutes

export interface DayLengths {
  /** Real minutes. */
  readonly day: number
  readonly night: number
}

/** The minute of the game's day, 0 to 1440, after `elapsedMs` from `startMinute`. Day and night have different lengths. */
export function minuteOfDay(startMinute: number, elapsedMs: number, lengths: DayLengths): number {
  const cycle = lengths.day + lengths.night
  const passed = (realMinutesSinceDawn(startMinute, lengths) + elapsedMs / 60_000) % cycle
  const minute =
    passed < lengths.day
      ? nightEnds + (passed / lengths.day) * lightMinutes
      : nightBegins + ((passed - lengths.day) / lengths.night) * darkMinutes
  return minute % minutesInDay
}

export const isNight = (minute: number): boolean => minute >= nightBegins || minute < nightEnds

function realMinutesSinceDawn(minute: number, lengths: DayLengths): number {
  const since = (minute - nightEnds + minutesInDay) % minutesInDay
  return since < lightMinutes
    ? (since / lightMinutes) * lengths.day
    : lengths.day + ((since - lightMinutes) / darkMinutes) * lengths.night
}
