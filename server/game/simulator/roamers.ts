import type { Point } from '../../../shared/features/world/frame.ts'
import { runTo } from './animal.ts'
import type { Group } from './group.ts'
import { moveTo, potter, setMood, somewhere } from './groupLife.ts'
import type { World } from './world.ts'

/** What flyers and swimmers do next: they fish, so that they neither graze nor hunt. Called once a second. */
export function planRoamers(world: World, group: Group) {
  const isFlyer = group.species.habit === 'flyer'
  if (world.elapsedMs < group.until) {
    if (isFlyer && group.mood === 'foraging') return circle(world, group)
    return potter(world, group, group.mood === 'resting' ? 0.01 : 0.1)
  }
  const place = isFlyer ? somewhere(world, group, 60, 450) : somewhere(world, group, 10, 110)
  const mayRest = !isFlyer || world.footing.carries('land', place)
  setMood(world, group, mayRest && world.random.chance(0.3) ? 'resting' : 'foraging', world.random.between(40, 160))
  if (isFlyer) flyTo(group, place)
  else moveTo(world, group, place)
}

function flyTo(group: Group, place: Point): void {
  group.place = place
  for (const member of group.members) runTo(member, place)
}

/** Who is up in the air cannot stand: it glides around its place. */
function circle(world: World, group: Group): void {
  for (const member of group.members) {
    if (member.goal) continue
    const angle = Math.atan2(member.y - group.place.y, member.x - group.place.x) + world.random.between(0.7, 1.2)
    const goal = { x: group.place.x + Math.cos(angle) * 22, y: group.place.y + Math.sin(angle) * 22 }
    if (world.footing.carries('flyer', goal)) runTo(member, goal)
  }
}
