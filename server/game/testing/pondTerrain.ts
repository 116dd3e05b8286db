import type { Terrain } from '../simulator/footing.ts'

const CENTRE = 2048
const SHORE = 1700
const PITCH = 440
const POND = 45

/** For tests: a round island with round ponds in rows, of which everything can be reckoned. */
export const pondTerrain: Terrain = {
  elevation: (x, y) => (SHORE - Math.hypot(x - CENTRE, y - CENTRE)) * 0.2 - pondDepth(x, y),
  depth: (x, y) => Math.max(0, (Math.hypot(x - CENTRE, y - CENTRE) - SHORE) * 0.2, pondDepth(x, y)),
  nearestWater: (x, y) => {
    const pond = pondNear(x, y)
    const away = Math.max(1, Math.hypot(x - pond.x, y - pond.y))
    const part = Math.min(1, (POND - 1) / away)
    return { x: pond.x + (x - pond.x) * part, y: pond.y + (y - pond.y) * part }
  },
}

const pondNear = (x: number, y: number) => ({ x: Math.round(x / PITCH) * PITCH, y: Math.round(y / PITCH) * PITCH })

function pondDepth(x: number, y: number): number {
  const pond = pondNear(x, y)
  return Math.max(0, (POND - Math.hypot(x - pond.x, y - pond.y)) * 0.2)
}
