import type { Place, Point } from '../world/frame.ts'
import { placeInWords } from '../world/placeInWords.ts'
import type { EventFields } from './events.ts'

/** Map units on both sides of a migration's path in which a player takes part: about 270 metres. */
export const corridorRadius = 100

/** Metres from the middle of an event: up to the first lethal, up to the second of high risk, safe beyond. */
export const dangerZones = { lethalM: 200, highRiskM: 500 } as const

/** Where an event takes place: a migration has a path, another event a location; a hunt without one is on the whole island. */
export type EventPlace = Pick<EventFields, 'migrationPath' | 'location' | 'locationName' | 'radius'>

/** `Water Access (E3)`, `The ford (E3, Water Access)`, `From C5, near Swamps to D6, Swamps`. */
export function placeText(event: Pick<EventFields, 'type'> & EventPlace): string {
  const { type, location, locationName, migrationPath } = event
  const ends = endsOf(migrationPath)
  if (ends) return `From ${ends}`
  if (!location) return type === 'Moonlight Hunt' ? 'The whole island' : 'Not set'
  const words = placeInWords(location)
  return locationName === '' ? words : `${locationName} (${words.replace(`, ${locationName}`, '')})`
}

/** Within a sentence that begins with the event: `takes place at Water Access (E3)`, `leads from C5, near Swamps to D6, Swamps`. */
export function placeVerb(event: Pick<EventFields, 'type'> & EventPlace): string {
  const ends = endsOf(event.migrationPath)
  if (ends) return `leads from ${ends}`
  return event.location === null ? 'takes place on the whole island' : `takes place at ${placeText(event)}`
}

/** The same with coordinates in map units: two places of one square differ. */
export function exactPlaceText(event: Pick<EventFields, 'type'> & EventPlace): string {
  const points = event.migrationPath ?? (event.location ? [event.location] : [])
  const units = points.map(({ x, y }) => `${Math.round(x)}, ${Math.round(y)}`)
  return units.length === 0 ? placeText(event) : `${placeText(event)}: ${units.join('; ')}`
}

/** Whether users would look for an event elsewhere. Another radius leaves it where it is. */
export const isSamePlace = (one: EventPlace, other: EventPlace): boolean =>
  one.locationName === other.locationName && JSON.stringify(pointsOf(one)) === JSON.stringify(pointsOf(other))

const pointsOf = ({ migrationPath, location }: EventPlace) =>
  (migrationPath ?? [location]).map((point: Place | null) => point && [point.x, point.y])

function endsOf(path: readonly Point[] | null): string | null {
  const [first] = path ?? []
  const last = path?.at(-1)
  return first && last ? `${placeInWords(first)} to ${placeInWords(last)}` : null
}
