import type { Point } from './frame.ts'

/** A named place: a circle in map units. */
export interface Region extends Point {
  readonly id: string
  readonly name: string
  readonly radius: number
}

/**
 * The eleven named regions. Their places are the labels of Gateway in `gatewayFrame`; East Swamp and Central River have
 * no label there and are placed where their names suggest.
 */
export const regions = [
  { id: 'north-lake', name: 'North Lake', x: 3057, y: 870, radius: 180 },
  { id: 'northern-jungle', name: 'Northern Jungle', x: 2449, y: 1061, radius: 250 },
  { id: 'northwest-ridge', name: 'Northwest Ridge', x: 1344, y: 1274, radius: 200 },
  { id: 'west-access', name: 'West Access', x: 534, y: 1817, radius: 150 },
  { id: 'jungle-sector', name: 'Jungle Sector', x: 2173, y: 2114, radius: 200 },
  { id: 'east-swamp', name: 'East Swamp', x: 3180, y: 2640, radius: 220 },
  { id: 'south-plains', name: 'South Plains', x: 1068, y: 2998, radius: 300 },
  { id: 'swamps', name: 'Swamps', x: 2059, y: 3307, radius: 280 },
  { id: 'highlands-sector', name: 'Highlands Sector', x: 1565, y: 1942, radius: 180 },
  { id: 'water-access', name: 'Water Access', x: 2203, y: 1424, radius: 120 },
  { id: 'central-river', name: 'Central River', x: 2560, y: 2240, radius: 100 },
] as const satisfies readonly Region[]

export type RegionId = (typeof regions)[number]['id']

/** Position relative to a region: 0 in its middle, 1 on its edge. */
const remoteness = (region: Region, x: number, y: number) => Math.hypot(x - region.x, y - region.y) / region.radius

const leastBy = (measure: (region: Region) => number): (typeof regions)[number] =>
  regions.reduce((best, region) => (measure(region) < measure(best) ? region : best), regions[0])

/** The region that contains the place; of two that overlap the one whose middle is relatively nearer. */
export const regionAt = (x: number, y: number): (typeof regions)[number] | null => {
  const nearest = leastBy((region) => remoteness(region, x, y))
  return remoteness(nearest, x, y) <= 1 ? nearest : null
}

/** The region whose edge is nearest, for "near Swamps". */
export const nearestRegion = (x: number, y: number): (typeof regions)[number] =>
  leastBy((region) => Math.hypot(x - region.x, y - region.y) - region.radius)

const names = new Map<string, string>(regions.map(({ id, name }) => [id, name]))

/** The name of a region by its id; '' for null, which means outside all regions. An unknown id is returned as it is. */
export const regionName = (id: string | null): string => (id === null ? '' : (names.get(id) ?? id))
