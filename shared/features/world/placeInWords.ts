import { isOnMap, mapSize, type Point } from './frame.ts'
import { nearestRegion, regionAt, regionName } from './regions.ts'

/** The grid of the map: eight by eight squares, columns A to H from the west, rows 1 to 8 from the north. */
export const gridSquares = 8
/** Width and height of a grid square in map units. */
export const squareUnits = mapSize / gridSquares

/** The letter of a column, 0 to 7. */
export const columnName = (column: number): string => String.fromCharCode(65 + column)

/** The grid square of a place, such as "C5"; null outside the map. */
export const squareAt = (place: Point): string | null => {
  if (!isOnMap(place)) return null
  const [column, row] = [place.x, place.y].map((at) => Math.min(gridSquares - 1, Math.floor(at / squareUnits)))
  return `${columnName(column ?? 0)}${(row ?? 0) + 1}`
}

/** A place without its coordinates, as documents hold it. */
interface Whereabouts {
  /** The id of the region that contains the place; null outside of all. */
  readonly region: string | null
  /** The grid square; null outside the map. */
  readonly square?: string | null
  /** The id of the nearest region; null where it was not recorded, as by older releases. */
  readonly near?: string | null
  /** False while the place is unknown. Older releases recorded only animals with a place. */
  readonly isPlaced?: boolean
}

/** The grid square and the regions of a place in map units. */
export const whereaboutsAt = (place: Point) => ({
  square: squareAt(place),
  region: regionAt(place.x, place.y)?.id ?? null,
  near: nearestRegion(place.x, place.y).id as string,
})

/** Where an animal is, within a sentence: "C5, near Swamps". */
export const whereaboutsOf = ({ region, square = null, near = null, isPlaced = true }: Whereabouts): string => {
  if (!isPlaced) return 'place unknown'
  if (near === null) return regionName(region) || 'outside all regions'
  return `${square ?? 'off the map'}, ${region === null ? `near ${regionName(near)}` : regionName(region)}`
}

/** Where an animal is, alone: with a capital letter. */
export const whereaboutsLabel = (animal: Whereabouts): string => {
  const text = whereaboutsOf(animal)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A place in map units as a person would say it: grid square and region, "C5, Swamps" inside it, otherwise "C5, near Swamps". */
export const placeInWords = (place: Point): string => whereaboutsOf(whereaboutsAt(place))
