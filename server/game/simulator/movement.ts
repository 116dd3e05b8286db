import type { Point } from '../../../shared/features/world/frame.ts'
import { type Animal, distance } from './animal.ts'
import type { World } from './world.ts'

/** Radians to the side that are tried, nearest first, when the way ahead does not carry. */
const detours = [0.4, -0.4, 0.8, -0.8, 1.3, -1.3, 2, -2, 2.8]
/** How far ahead, in map units, an animal looks where it treads. */
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

/** Turns as quickly as its size allows, and says how fast it may go meanwhile. */
function turnTowards(world: World, animal: Animal, goal: Point, seconds: number): number {
  const aim = Math.atan2(goal.y - animal.y, goal.x - animal.x) + meander(world, animal, goal)
  const off = normal(carryingDirection(world, animal, goal, aim) - animal.heading)
  const agility = animal.species.mass > 2000 ? 1.4 : 2.4
  animal.heading = normal(animal.heading + Math.sign(off) * Math.min(Math.abs(off), agility * seconds))
  const pace = animal.stamina > 0 ? animal.pace : Math.min(animal.pace, animal.species.walk)
  const slowed = Math.abs(off) > 1 ? pace * 0.35 : pace
  const grown = slowed * (0.6 + 0.4 * animal.growth)
  // Who walks comes to a stop at the goal; who runs is after something, or away from it.
  if (animal.pace > animal.species.walk * 2) return grown
  return Math.min(grown, 0.5 + distance(animal, goal) * world.metresPerUnit)
}

/** Nobody who has time walks a long way as straight as a line. Radians. */
function meander(world: World, animal: Animal, goal: Point): number {
  const isLeisurely = animal.pace < animal.species.walk * 2 && distance(animal, goal) > 12
  return isLeisurely ? 0.45 * Math.sin((world.elapsedMs / 11_000) * animal.vigour + animal.slot.angle) : 0
}

/** The direction to take: straight on if that carries, else the smallest detour that does. */
function carryingDirection(world: World, animal: Animal, goal: Point, aim: number): number {
  const far = Math.min(FORESIGHT, distance(animal, goal))
  const { habit } = animal.species
  const carries = (direction: number) =>
    world.footing.carries(habit, ahead(animal, direction, far)) &&
    world.footing.carries(habit, ahead(animal, direction, far / 3))
  if (carries(aim)) return aim
  // Measured from where it is heading, so that it follows a shore instead of turning to and fro in front of it.
  const detour = detours.find((by) => carries(animal.heading + by))
  return carries(animal.heading) ? animal.heading : animal.heading + (detour ?? Math.PI)
}

/** One step on; along the edge where the ground ahead does not carry. */
function advance(world: World, animal: Animal, seconds: number): void {
  const { habit } = animal.species
  const next = ahead(animal, animal.heading, (animal.speed * seconds) / world.metresPerUnit)
  // Who stands where it should not, as on a bank that was cut off, may walk out of it.
  const isAstray = !world.footing.carries(habit, animal)
  const steps = [next, { x: next.x, y: animal.y }, { x: animal.x, y: next.y }]
  const step = steps.find((place) => isAstray || world.footing.carries(habit, place))
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
