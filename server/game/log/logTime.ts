import { offsetAt } from '../../engine/recurrence.ts'

/**
 * When the game wrote a line. `utc` is epoch ms, from the engine's own stamp (`[2026.09.27-00.55.27:871]`), which is in UTC. `local` is the
 * wall clock of the game's machine (`[2026.09.27-10.55.27]`), as the epoch ms that it would be in UTC. Builds write one of them or both;
 * a line with neither has only hours and minutes.
 */
export interface LogTime {
  readonly utc: number | null
  readonly local: number | null
}

/** `2026.09.27-00.55.27`, 19 characters at `from`; `ms` is taken as it is. @returns null for anything but a date */
export function parseStamp(text: string, from: number, ms = 0): number | null {
  const part = (at: number, length: number) => digits(text, from + at, length)
  const month = part(5, 2)
  const day = part(8, 2)
  const time = Date.UTC(part(0, 4), month - 1, day, part(11, 2), part(14, 2), part(17, 2), ms)
  // 31 February would be 3 March.
  return Number.isNaN(time) || new Date(time).getUTCDate() !== day || month > 12 ? null : time
}

function digits(text: string, from: number, length: number): number {
  let value = 0
  for (let i = from; i < from + length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = 10 * value + digit
  }
  return value
}

/** `2026.09.27-00.55.27`, as the game writes it; `time` is epoch ms. */
export const stampText = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replaceAll('-', '.').replace('T', '-').replaceAll(':', '.')

/** The furthest zones are 14 h east and 12 h west. All are whole quarters of an hour. */
const farthestZoneMs = 14 * 3_600_000
const quarterMs = 900_000
/** Between the two stamps of one line. */
const mostApartMs = 5_000

export interface LogClock {
  /**
   * @param seenAt epoch ms at which the hub read the line
   * @returns epoch ms, never after `seenAt`; `seenAt` itself where the line gives no day
   */
  at(time: LogTime, seenAt: number): number
}

/**
 * Turns the times of a log into epoch ms. The engine's stamp needs no zone. A wall clock alone is read in the zone that earlier lines with
 * both stamps have shown, otherwise in `zone`.
 * @param zone IANA name of the zone of the game's machine, as `Europe/Berlin`
 * @throws RangeError when there is no such zone
 */
export function createLogClock(zone: string): LogClock {
  const offsetIn = zoneOffsets(zone)
  let shownOffsetMs: number | null = null

  function epochOf(time: LogTime, seenAt: number): number | null {
    const offset = offsetBetween(time)
    if (offset !== null) shownOffsetMs = offset
    // A server started with `-LocalLogTimes` writes its wall clock twice; east of Greenwich that is in the future.
    if (time.utc !== null) return time.utc <= seenAt + quarterMs ? time.utc : null
    return time.local === null ? null : time.local - (shownOffsetMs ?? offsetIn(time.local))
  }

  return { at: (time, seenAt) => Math.min(epochOf(time, seenAt) ?? seenAt, seenAt) }
}

/** How far the wall clock is ahead of UTC, from a line with both stamps. Null where they fit no zone. */
function offsetBetween({ utc, local }: LogTime): number | null {
  if (utc === null || local === null) return null
  const offset = Math.round((local - utc) / quarterMs) * quarterMs
  return Math.abs(local - utc - offset) <= mostApartMs && Math.abs(offset) <= farthestZoneMs ? offset : null
}

/**
 * How far a zone is ahead of UTC at a wall clock, in ms. Of an hour that occurs twice it is one of both.
 * @throws RangeError when there is no such zone
 */
export function zoneOffsets(zone: string): (local: number) => number {
  // At once, and not only with the first line.
  offsetAt(zone, 0)
  return (local) => offsetAt(zone, local - offsetAt(zone, local))
}
