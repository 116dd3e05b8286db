import type { Point } from '../../shared/features/world/frame.ts'
import { headingOf } from './tracks.ts'

/** Distance and bearing of a straight line between two places. */
interface Course {
  readonly metres: number
  /** Clockwise from north, 0 to below 360. */
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

type CompassPoint = (typeof points)[number]

/** The compass point nearest to a bearing in degrees. */
export const compassOf = (degrees: number): CompassPoint => points[Math.round(degrees / 45) % points.length] ?? 'N'

/** `340 m`, from a kilometre `1.2 km`; rounded to 10 m. */
export const distanceLabel = (metres: number): string => {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`
  return metres < 9_950 ? `${(metres / 1_000).toFixed(1)} km` : `${Math.round(metres / 1_000)} km`
}

/** `043° NE`, always three digits. North is 000°. */
export const bearingLabel = (degrees: number): string =>
  `${String(Math.round(degrees) % 360).padStart(3, '0')}° ${compassOf(degrees)}`

/** `1.2 km · 043° NE` */
export const courseLabel = ({ metres, degrees }: Course): string =>
  Math.round(metres) === 0 ? distanceLabel(0) : `${distanceLabel(metres)} · ${bearingLabel(degrees)}`

/** `1.2 km to the north-east`, for screen readers. */
export const spokenCourse = ({ metres, degrees }: Course): string =>
  `${distanceLabel(metres)} to the ${pointNames[compassOf(degrees)]}`

/** How exact a shown place is, m: it is a whole map unit, rounded up to 5 m. */
export const accuracyOf = (metresPerUnit: number): number => Math.ceil(metresPerUnit / 5) * 5

const steps = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]

interface ScaleLength {
  readonly metres: number
  readonly px: number
  readonly label: string
}

/** The longest round length that fits into `mostPx` of the screen. @param pxPerMetre CSS px per metre */
export const scaleBar = (pxPerMetre: number, mostPx: number): ScaleLength => {
  const metres = steps.findLast((step) => step * pxPerMetre <= mostPx) ?? 10
  return { metres, px: metres * pxPerMetre, label: metres < 1_000 ? `${metres} m` : `${metres / 1_000} km` }
}

/** Outer radius of the danger zones, metres. */
export const lethalMetres = 200
export const highRiskMetres = 500

type DangerZone = 'lethal' | 'highRisk' | 'safe'

/** A boundary belongs to the zone inside it. */
export const dangerZoneOf = (metres: number): DangerZone => {
  if (metres <= lethalMetres) return 'lethal'
  return metres <= highRiskMetres ? 'highRisk' : 'safe'
}

export const dangerLabels: Readonly<Record<DangerZone, string>> = {
  lethal: 'Lethal',
  highRisk: 'High risk',
  safe: `Safe beyond ${highRiskMetres} m`,
}
