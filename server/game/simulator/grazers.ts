import { runTo } from './animal.ts'
import { isNight } from './dayClock.ts'
import { centreOf, type Group, lowest } from './group.ts'
import { moveTo, potter, regroup, secondsTo, setMood, somewhere } from './groupLife.ts'
import type { World } from './world.ts'

/** How far one flees at a time, in map units. */
const FLIGHT = 40

/** What a herd does next. Called once a second, and at every tick while it flees. */
export function planGrazers(world: World, group: Group) {
  if (group.mood === 'fleeing') return flee(world, group)
  const isSated = group.mood === 'drinking' && lowest(group, 'thirst') > 0.95
  const isParched = group.mood === 'foraging' && lowest(group, 'thirst') < 0.25
  if (world.elapsedMs < group.until && !isSated && !isParched)
    return potter(world, group, group.mood === 'resting' ? 0.01 : 0.08)

  regroup(world, group)
  const { random } = world
  if (lowest(group, 'thirst') < 0.5 && group.mood !== 'drinking') goDrinking(world, group)
  else if (lowest(group, 'thirst') < 0.25) travel(world, group)
  else if (isNight(world.timeOfDay()) && random.chance(0.6)) rest(world, group, random.between(60, 180))
  else if (random.chance(0.7)) forage(world, group)
  else if (random.chance(0.25)) rest(world, group, random.between(30, 90))
  else travel(world, group)
}

export function goDrinking(world: World, group: Group): void {
  const from = centreOf(group)
  const shore = world.footing.nearestTo(group.species.habit, world.terrain.nearestWater(from.x, from.y), from)
  setMood(world, group, 'drinking', secondsTo(world, group, shore) + 60)
  moveTo(world, group, shore)
}

export function rest(world: World, group: Group, seconds: number): void {
  group.place = world.footing.nearestTo(group.species.habit, centreOf(group), group.members[0] ?? group.place)
  setMood(world, group, 'resting', seconds)
}

export function travel(world: World, group: Group): void {
  const place = somewhere(world, group, 60, 280)
  setMood(world, group, 'travelling', secondsTo(world, group, place))
  moveTo(world, group, place)
}

function forage(world: World, group: Group): void {
  setMood(world, group, 'foraging', world.random.between(90, 280))
  moveTo(world, group, somewhere(world, group, 10, 40), 0.6)
}

/** The herd runs from the hunter, roughly together, until that has given up for long enough. */
function flee(world: World, group: Group) {
  const hunter = group.other
  if (!hunter || world.elapsedMs >= group.until) {
    for (const member of group.members) member.goal = null
    return rest(world, group, world.random.between(10, 25))
  }
  const centre = centreOf(group)
  const direction = Math.atan2(centre.y - hunter.y, centre.x - hunter.x)
  for (const member of group.members) {
    const away = direction + Math.sin(member.slot.angle) / 3
    runTo(member, { x: member.x + Math.cos(away) * FLIGHT, y: member.y + Math.sin(away) * FLIGHT })
  }
}
