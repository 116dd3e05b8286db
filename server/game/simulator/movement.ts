import { mapSize, type Point } from '../../../shared/features/world/frame.ts'
import type { Habit } from '../../../shared/features/world/species.ts'
import { type Animal, distance } from './animal.ts'
import type { Footing, Terrain, World } from './world.ts'

/** The detours in radians that are tried, nearest first, where the way ahead is blocked. */
const detours = [0.4, -0.4, 0.8, -0.8, 1.3, -1.3, 2, -2, 2.8]
/** How far ahead the ground is checked, in map units. */
const FORESIGHT = 5
/** Metres per second, each second. */
const ACCELERATION = 4
const CRUISING_ALTITUDE = 55
const CLIMB = 6

/** One tick of walking, running, swimming or flying towards the goal. */
export function move(world: World, animal: Animal, seconds: number): void {
  const wanted = animal.goal ? turnTowards(world, animal, animal.goal, seconds) : 0
  const change = Math.max(-2 * ACCELERATION * seconds, Math.min(ACCELERATION * seconds, wanted - animal.speed))
  animal.speed = Math.max(0, animal.speed + change)
  if (animal.species.habit === 'flyer') climb(animal, seconds)
  if (animal.speed > 0) advance(world, animal, seconds)
  if (animal.goal && distance(animal, animal.goal) < Math.max(0.8, (animal.speed * seconds) / world.metresPerUnit))
    animal.goal = null
}

/** Turns at the rate of its size. Returns the speed allowed meanwhile. */
function turnTowards(world: World, animal: Animal, goal: Point, seconds: number): number {
  const aim = Math.atan2(goal.y - animal.y, goal.x - animal.x) + meander(world, animal, goal)
  const off = normal(passableDirection(world, animal, goal, aim) - animal.heading)
  const agility = animal.species.mass > 2000 ? 1.4 : 2.4
  animal.heading = normal(animal.heading + Math.sign(off) * Math.min(Math.abs(off), agility * seconds))
  const pace = animal.stamina > 0 ? animal.pace : Math.min(animal.pace, animal.species.walk)
  const slowed = Math.abs(off) > 1 ? pace * 0.35 : pace
  const grown = slowed * (0.6 + 0.4 * animal.growth)
  // A walking animal slows down at its goal; a running one hunts or flees.
  if (animal.pace > animal.species.walk * 2) return grown
  return Math.min(grown, 0.5 + distance(animal, goal) * world.metresPerUnit)
}

/** A walking animal's deviation from the straight line, in radians. */
function meander(world: World, animal: Animal, goal: Point): number {
  const isLeisurely = animal.pace < animal.species.walk * 2 && distance(animal, goal) > 12
  return isLeisurely ? 0.45 * Math.sin((world.elapsedMs / 11_000) * animal.vigour + animal.slot.angle) : 0
}

/** The direction to take: straight to the goal if it is passable, otherwise the smallest passable detour. */
function passableDirection(world: World, animal: Animal, goal: Point, aim: number): number {
  const far = Math.min(FORESIGHT, distance(animal, goal))
  const { habit } = animal.species
  const carries = (direction: number) =>
    world.footing.carries(habit, ahead(animal, direction, far)) &&
    world.footing.carries(habit, ahead(animal, direction, far / 3))
  if (carries(aim)) return aim
  // Relative to the heading, so that the animal follows a shore instead of turning back and forth.
  const detour = detours.find((by) => carries(animal.heading + by))
  return carries(animal.heading) ? animal.heading : animal.heading + (detour ?? Math.PI)
}

/** One step ahead, or along the edge of impassable ground. */
function advance(world: World, animal: Animal, seconds: number): void {
  const { habit } = animal.species
  const next = ahead(animal, animal.heading, (animal.speed * seconds) / world.metresPerUnit)
  // An animal on impassable ground, as on a cut-off bank, may leave it.
  const isOffFooting = !world.footing.carries(habit, animal)
  const steps = [next, { x: next.x, y: animal.y }, { x: animal.x, y: next.y }]
  const step = steps.find((place) => isOffFooting || world.footing.carries(habit, place))
  if (step) Object.assign(animal, step)
  else animal.speed = 0
}

function climb(animal: Animal, seconds: number): void {
  const wanted = animal.goal && animal.speed > animal.species.walk ? CRUISING_ALTITUDE : 0
  const change = Math.max(-CLIMB * seconds, Math.min(CLIMB * seconds, wanted - animal.altitude))
  animal.altitude = Math.max(0, animal.altitude + change)
}

const ahead = ({ x, y }: Point, direction: number, by: number): Point => ({
  x: x + Math.cos(direction) * by,
  y: y + Math.sin(direction) * by,
})

const normal = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle))

/** The depth to which a land animal wades, in metres. */
const WADING_DEPTH = 1
const SWIMMING_DEPTH = 30
const CELL = 4
const CELLS = mapSize / CELL
/** How many cells a swimmer may move ashore. */
const SHORE = 2
const STRIDE = 6

const ground = { unseen: 0, dry: 1, ford: 2, water: 3, abyss: 4 } as const

/** Caches the ground of each cell, since the terrain is slow and read hundreds of times in a step. */
export function createFooting(terrain: Terrain): Footing {
  const seen = new Uint8Array(CELLS * CELLS)

  const groundOf = (column: number, row: number): number => {
    if (!(column >= 0 && row >= 0 && column < CELLS && row < CELLS)) return ground.abyss
    const cell = row * CELLS + column
    if (seen[cell] === ground.unseen) seen[cell] = look(terrain, (column + 0.5) * CELL, (row + 0.5) * CELL)
    return seen[cell] ?? ground.abyss
  }
  const isShore = (column: number, row: number) =>
    [-SHORE, SHORE].some((by) => isWater(groundOf(column + by, row)) || isWater(groundOf(column, row + by)))

  const carries = (habit: Habit, { x, y }: Point) => {
    if (habit === 'flyer') return x >= 0 && y >= 0 && x < mapSize && y < mapSize
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
    const under = groundOf(column, row)
    if (habit === 'land') return under === ground.dry || under === ground.ford
    return isWater(under) || (under === ground.dry && isShore(column, row))
  }
  const isClear = (habit: Habit, from: Point, to: Point) => {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE)
    for (let i = 1; i <= steps; i++) if (!carries(habit, between(from, to, i / steps))) return false
    return true
  }
  const nearestTo = (habit: Habit, to: Point, from: Point) => {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / CELL)
    for (let i = 0; i < steps; i++) {
      const at = between(to, from, i / steps)
      if (carries(habit, at)) return at
    }
    return from
  }
  return { carries, isClear, nearestTo }
}

const isWater = (under: number) => under === ground.ford || under === ground.water

function look(terrain: Terrain, x: number, y: number): number {
  const depth = terrain.depth(x, y)
  if (depth > SWIMMING_DEPTH) return ground.abyss
  if (depth > WADING_DEPTH) return ground.water
  return depth > 0 ? ground.ford : ground.dry
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
})
