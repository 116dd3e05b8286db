import { type Animal, distance, isAlive, massOf, runTo, walkTo } from './animal.ts'
import { goDrinking, rest, travel } from './grazers.ts'
import { centreOf, type Group, lowest } from './group.ts'
import { moveTo, potter, regroup, setMood } from './groupLife.ts'
import type { World } from './world.ts'

/** In map units of about 2.7 m. */
const SIGHT = 150
const RUSH = 16
const LOST = 75
const TEETH = 2.6
/** How long the hunted keep running after they last felt hunted, in seconds. */
const FEAR = 12

/** What a pack does next. Called once a second, and at every tick (of `seconds`) while it chases. */
export function planHunters(world: World, group: Group, seconds: number) {
  if (group.mood === 'chasing') return chase(world, group, seconds)
  if (group.mood === 'stalking') return stalk(world, group)
  const isSated = group.mood === 'drinking' && lowest(group, 'thirst') > 0.95
  if (world.elapsedMs < group.until && !isSated) {
    if (group.mood === 'travelling' && isHungry(group)) lookForPrey(world, group)
    return potter(world, group, group.mood === 'resting' ? 0.01 : 0.04)
  }

  regroup(world, group)
  if (lowest(group, 'thirst') < 0.5 && group.mood !== 'drinking') goDrinking(world, group)
  else if (isHungry(group)) prowl(world, group)
  else if (world.random.chance(0.75)) rest(world, group, world.random.between(90, 300))
  else travel(world, group)
}

const isHungry = (group: Group) => lowest(group, 'hunger') < 0.6

/** The hungry move on until they see something; the very hungry make do with small game on the way. */
function prowl(world: World, group: Group) {
  if (lowest(group, 'hunger') > 0.35 || world.random.chance(0.5)) return travel(world, group)
  setMood(world, group, 'feasting', 25)
  moveTo(world, group, centreOf(group))
}

function lookForPrey(world: World, group: Group): void {
  const from = centreOf(group)
  const strength = group.members.reduce((sum, member) => sum + massOf(member), 0)
  let prey: Animal | null = null
  let nearest = SIGHT
  for (const other of world.groups) {
    if (other === group || other.species === group.species || other.species.habit !== 'land') continue
    for (const animal of other.members) {
      const away = distance(from, animal)
      if (away < nearest && massOf(animal) < strength * 0.9) {
        prey = animal
        nearest = away
      }
    }
  }
  if (prey) setMood(world, group, 'stalking', 240, prey)
}

/** Slowly nearer, then the rush. */
function stalk(world: World, group: Group) {
  const prey = group.other
  if (!prey || !isAlive(prey) || world.elapsedMs >= group.until) return rest(world, group, 20)
  for (const member of group.members) walkTo(member, prey, 0.9)
  if (group.members.some((member) => distance(member, prey) < RUSH)) setMood(world, group, 'chasing', 40, prey)
}

function chase(world: World, group: Group, seconds: number) {
  const prey = group.other
  if (prey && !isAlive(prey)) return feast(world, group, prey)
  const herd = prey && world.groupOf(prey)
  const first = group.members[0]
  if (!prey || !herd || !first) return rest(world, group, world.random.between(30, 80))
  const isHopeless = distance(centreOf(group), prey) > LOST || lowest(group, 'stamina') === 0
  if (isHopeless || lowest(group, 'health') < 0.35 || world.elapsedMs >= group.until)
    return rest(world, group, world.random.between(30, 80))

  setMood(world, herd, 'fleeing', FEAR, first)
  for (const member of group.members) {
    runTo(member, prey)
    if (distance(member, prey) < TEETH) fight(member, prey, seconds)
  }
  if (!isAlive(prey)) feast(world, group, prey)
}

/** Both bite; the heavier one's bite counts for more. */
function fight(hunter: Animal, prey: Animal, seconds: number): void {
  const odds = massOf(hunter) / massOf(prey)
  prey.health = Math.max(0, prey.health - Math.min(0.5, 0.13 * odds ** 0.6) * seconds)
  hunter.health = Math.max(0.05, hunter.health - Math.min(0.1, 0.012 / odds ** 0.6) * seconds)
}

function feast(world: World, group: Group, prey: Animal): void {
  setMood(world, group, 'feasting', world.random.between(40, 70))
  moveTo(world, group, { x: prey.x, y: prey.y })
}
