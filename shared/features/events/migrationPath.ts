import { isOnMap, type Point } from '../world/frame.ts'
import { isDryLand } from '../world/landMask.ts'
import { species as knownSpecies } from '../world/species.ts'

/** What is wrong with a path. Points count from 1; places are in map units. */
export type PathProblem =
  | { readonly code: 'offMap'; readonly point: number }
  | { readonly code: 'inWater'; readonly point: number; readonly x: number; readonly y: number }
  | {
      readonly code: 'crossesWater'
      readonly point: number
      readonly next: number
      readonly x: number
      readonly y: number
    }

/** Map units: half of a cell of the land mask. */
const stepLength = 8

/** A species of the water or the air may cross the sea and lakes. */
export const crossesWater = (name: string) => Object.hasOwn(knownSpecies, name) && knownSpecies[name]?.habit !== 'land'

/**
 * The first problem of a migration's path, or null. @param knowsLand false where the owner has put in a map of their own: the hub does not
 * know then where land is, and checks only that the points are on the map
 */
export function pathProblem(path: readonly Point[], species: string, knowsLand: boolean): PathProblem | null {
  const mustWalk = knowsLand && !crossesWater(species)
  for (const [at, point] of path.entries()) {
    if (!isOnMap(point)) return { code: 'offMap', point: at + 1 }
    if (!mustWalk) continue
    const before = path[at - 1]
    const wet = before && firstWetBetween(before, point)
    if (!isDryLand(point)) return { code: 'inWater', point: at + 1, ...rounded(point) }
    if (wet) return { code: 'crossesWater', point: at, next: at + 1, ...rounded(wet) }
  }
  return null
}

/** Whether the circle around a place has dry land: a hill may be a lake's shore, and never lies out at sea. */
export function hasLand({ x, y }: Point, radius: number): boolean {
  for (let reach = 0; reach <= radius; reach += stepLength)
    for (let turn = 0; turn < 16; turn += 1) {
      const angle = (turn / 16) * 2 * Math.PI
      if (isDryLand({ x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle) })) return true
    }
  return false
}

/** The first place in deep water on the straight way between two points. */
function firstWetBetween(from: Point, to: Point): Point | null {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stepLength)
  for (let step = 1; step < steps; step += 1) {
    const part = step / steps
    const place = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    if (!isDryLand(place)) return place
  }
  return null
}

const rounded = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) })
