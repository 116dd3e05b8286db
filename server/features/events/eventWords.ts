import { placeVerb } from '../../../shared/features/events/eventPlace.ts'
import { type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'

const minuteMs = 60_000

/** As 'Sat 28 Nov at 20:00 CET': readers are in many zones. */
export function inWords({ zone: timeZone, scheduledTime }: Pick<ScheduledEvent, 'zone' | 'scheduledTime'>): string {
  const [day, time] = [
    { weekday: 'short', day: 'numeric', month: 'short', timeZone },
    { hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' },
  ].map((parts) => new Intl.DateTimeFormat('en-GB', parts as Intl.DateTimeFormatOptions).format(scheduledTime))
  return `${day} at ${time}`
}

/** When a new event begins; and where, unless it is on the whole island. */
export function scheduledText(one: ScheduledEvent): string {
  const hasPlace = one.location !== null || one.migrationPath !== null
  return `It ${[`begins on ${inWords(one)}`, ...(hasPlace ? [placeVerb(one)] : [])].join(' and ')}.`
}

/** What is said of an event that was moved: its new time, its new place, or both. */
export function movedText(one: ScheduledEvent, move: { readonly time: object | null; readonly isElsewhere: boolean }) {
  const parts = [...(move.time ? [`begins on ${inWords(one)}`] : []), ...(move.isElsewhere ? [placeVerb(one)] : [])]
  return `It now ${parts.join(' and ')}.`
}

/** What is said in the game. @param left ms until the start, 0 at the start */
export function announcementText(event: ScheduledEvent, left: number): string {
  const { species, locationName, type } = event
  const title = titleOf(event)
  const herd = type === 'Great Migration' && type === title ? ` of ${species}` : ''
  const where = locationName === '' || title.includes(locationName) ? '' : ` at ${locationName}`
  const what = `${title}${herd}${where}`
  if (left <= 0) return `${what} begins now!`
  const minutes = Math.max(1, Math.ceil(left / minuteMs))
  return `${what} begins in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
