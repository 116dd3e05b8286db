// The time on a clock of a zone, and the moments that it stands for. Twice a year a clock is changed: an hour of the wall is then
// skipped, or comes twice.

const fields = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** Making a formatter is slow: one for each zone is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { ...fields, hourCycle: 'h23', timeZone: zone })
  formatters.set(zone, made)
  return made
}

/** What the clock of a zone shows, as if it were UTC, epoch ms. */
const shownAt = (at: number, zone: string): number => {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** How far the clock of a zone is ahead of UTC, ms. */
const offsetAt = (at: number, zone: string): number => {
  const whole = Math.floor(at / 1_000) * 1_000
  return shownAt(whole, zone) - whole
}

/** The zone of this browser: `Europe/Berlin`. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A moment as a date and time field writes it: `2026-11-30T14:05`. @param at epoch ms */
export const wallTimeOf = (at: number, zone: string): string => new Date(shownAt(at, zone)).toISOString().slice(0, 16)

/** The moments, epoch ms, at which the clock of a zone shows a time: one; none if the hour is skipped; two if it comes twice. */
export function momentsAt(wallTime: string, zone: string): readonly number[] {
  const shown = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(shown)) return []
  const guesses = [-dayMs, dayMs].map((by) => shown - offsetAt(shown + by, zone))
  return [...new Set(guesses)].filter((at) => shownAt(at, zone) === shown).sort((one, other) => one - other)
}

/** For a skipped time: the times of the clock before and after the change, `02:00` and `03:00`. */
export function changeAround(wallTime: string, zone: string): readonly [string, string] {
  const shown = Date.parse(`${wallTime}Z`)
  let [before, after] = [shown - dayMs, shown + dayMs]
  while (after - before > minuteMs) {
    const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs
    if (offsetAt(middle, zone) === offsetAt(before, zone)) before = middle
    else after = middle
  }
  const old = new Date(after + offsetAt(before, zone)).toISOString().slice(11, 16)
  return [old, wallTimeOf(after, zone).slice(11)]
}

/** A zone in words at a moment: `Central European Summer Time (UTC+2)`, and UTC by these letters alone. */
export function zoneInWords(at: number, zone: string): string {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const offset = utcOffset(offsetAt(at, zone))
  if (name === 'Coordinated Universal Time') return offset
  // Some zones have no name in words: they are called by their offset alone.
  return name === undefined || /^(GMT|UTC)[+-]/.test(name)
    ? `${zone.replaceAll('_', ' ')} (${offset})`
    : `${name} (${offset})`
}

/** `UTC+5:30` */
function utcOffset(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes === 0) return 'UTC'
  const rest = minutes % 60
  return `UTC${ms < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
