import type { Point } from '../../shared/features/world/frame.ts'
import { headingOf } from './tracks.ts'

/** How one gets from one place to another in a straight line. */
export interface Course {
  readonly metres: number
  /** Clockwise from north, from 0 up to 360. */
  readonly degrees: number
}

/** @param from and `to` in map units */
export const courseOf = (from: Point, to: Point, metresPerUnit: number): Course => ({
  metres: Math.hypot(to.x - from.x, to.y - from.y) * metresPerUnit,
  degrees: headingOf(to.x - from.x, to.y - from.y) % 360,
})

const points = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
const pointNames = {
  N: 'north',
  NE: 'north-east',
  E: 'east',
  SE: 'south-east',
  S: 'south',
  SW: 'south-west',
  W: 'west',
  NW: 'north-west',
} as const

export type CompassPoint = (typeof points)[number]

/** The point of the compass nearest to a bearing in degrees. */
export const compassOf = (degrees: number): CompassPoint => points[Math.round(degrees / 45) % points.length] ?? 'N'

/** `340 m`, from a kilometre on `1.2 km`; in steps of 10 m, as good as a position is. */
export const distanceWords = (metres: number): string => {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`
  return metres < 9_950 ? `${(metres / 1_000).toFixed(1)} km` : `${Math.round(metres / 1_000)} km`
}

/** `043° NE`, always in three figures. North is 000°. */
export const bearingWords = (degrees: number): string =>
  `${String(Math.round(degrees) % 360).padStart(3, '0')}° ${compassOf(degrees)}`

/** `1.2 km · 043° NE` */
export const courseWords = ({ metres, degrees }: Course): string =>
  Math.round(metres) === 0 ? distanceWords(0) : `${distanceWords(metres)} · ${bearingWords(degrees)}`

/** `1.2 km to the north-east`: to be heard. */
export const spokenCourse = ({ metres, degrees }: Course): string =>
  `${distanceWords(metres)} to the ${pointNames[compassOf(degrees)]}`
