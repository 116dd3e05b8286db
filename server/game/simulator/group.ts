import type { Point } from '../../../shared/features/world/frame.ts'
import type { Species } from '../../../shared/features/world/species.ts'
import { type Animal, distance, isLandHunter, walkTo } from './animal.ts'
import type { Activity, Group, World } from './world.ts'

export const createGroup = (species: Species, place: Point): Group => ({
  species,
  members: [],
  activity: 'foraging',
  until: 0,
  place,
  other: null,
})

/** The size of a group of a species. */
export function groupSize(kind: Species): number {
  if (kind.habit !== 'land') return 2
  if (isLandHunter({ species: kind })) return kind.mass < 800 ? 4 : 2
  return kind.mass > 5000 ? 5 : 8
}

/** The centre of its members. */
export const centreOf = ({ members }: Group): Point => ({
  x: members.reduce((sum, { x }) => sum + x, 0) / members.length,
  y: members.reduce((sum, { y }) => sum + y, 0) / members.length,
})

export const lowest = (group: Group, vital: 'hunger' | 'thirst' | 'stamina' | 'health'): number =>
  Math.min(...group.members.map((member) => member[vital]))

export function setActivity(
  world: World,
  group: Group,
  activity: Activity,
  seconds: number,
  other: Animal | null = null,
): void {
  group.activity = activity
  group.until = world.elapsedMs + seconds * 1000
  group.other = other
}

/** Moves the group to a new place and sends each member to its spot around it. */
export function moveTo(world: World, group: Group, place: Point, briskness = 1): void {
  group.place = place
  for (const member of group.members) walkTo(member, spotOf(world, group, member), briskness)
}

/** In map units, growing with the number of members. */
const radiusOf = (group: Group) => 3 + 3 * Math.sqrt(group.members.length)

function spotOf(world: World, group: Group, { slot }: Animal): Point {
  const reach = radiusOf(group) * slot.share
  const spot = {
    x: group.place.x + Math.cos(slot.angle) * reach,
    y: group.place.y + Math.sin(slot.angle) * reach,
  }
  return world.footing.carries(group.species.habit, spot) ? spot : group.place
}

/** Members without a goal occasionally take a few steps near their spot. Called once a second. */
export function idle(world: World, group: Group, restless: number): void {
  for (const member of group.members) {
    if (member.goal || !world.random.chance(restless)) continue
    const spot = spotOf(world, group, member)
    const [dx, dy] = [world.random.between(-5, 5), world.random.between(-5, 5)]
    const goal = { x: spot.x + dx, y: spot.y + dy }
    if (world.footing.carries(group.species.habit, goal)) walkTo(member, goal, 0.55)
  }
}

/** A random place between `near` and `far` units away with a passable straight line; the present one if none is found. */
export function reachablePlace(world: World, group: Group, near: number, far: number): Point {
  const from = centreOf(group)
  const { habit } = group.species
  for (let attempt = 0; attempt < 12; attempt++) {
    const angle = world.random.between(0, 2 * Math.PI)
    const reach = world.random.between(near, far)
    const place = { x: from.x + Math.cos(angle) * reach, y: from.y + Math.sin(angle) * reach }
    if (world.footing.isClear(habit, from, place)) return place
  }
  return group.place
}

/** Splits off members that are far away, and merges groups of the same species that meet. */
export function regroup(world: World, group: Group): void {
  const [first] = group.members
  if (!first) return
  const strays = group.members.filter((member) => distance(member, first) > 110)
  if (strays.length > 0) {
    group.members.splice(0, group.members.length, ...group.members.filter((member) => !strays.includes(member)))
    const own = createGroup(group.species, { x: strays[0]?.x ?? first.x, y: strays[0]?.y ?? first.y })
    own.members.push(...strays)
    world.groups.add(own)
    return
  }
  for (const other of world.groups) {
    const isLike = other !== group && other.species === group.species && other.activity !== 'fleeing'
    if (!isLike || other.members.length + group.members.length > groupSize(group.species)) continue
    if (other.members.every((member) => distance(member, first) > 70)) continue
    group.members.push(...other.members.splice(0))
    world.groups.delete(other)
  }
}

/** The walking time to a place in seconds, with a margin. */
export const secondsTo = (world: World, group: Group, place: Point): number =>
  20 + (1.3 * distance(centreOf(group), place) * world.metresPerUnit) / group.species.walk
