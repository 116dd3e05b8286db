import type { Point } from '../../../shared/features/world/frame.ts'
import { nearestRegion, regionAt } from '../../../shared/features/world/regions.ts'

/** How far beyond a region's edge a place is still called near it, in map units. */
const nearUnits = 120

/** A place as one calls it out: its region, the one it is near, or its numbers on the sheet. */
export const placeWords = ({ x, y }: Point): string => {
  const inside = regionAt(x, y)
  if (inside) return inside.name
  const near = nearestRegion(x, y)
  if (Math.hypot(x - near.x, y - near.y) - near.radius <= nearUnits) return `near ${near.name}`
  return `${Math.round(x)}, ${Math.round(y)}`
}
