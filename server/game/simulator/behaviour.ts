import type { Point } from '../../../shared/features/world/frame.ts'
import { type Animal, distance, isAlive, massOf, runTo, walkTo } from './animal.ts'
import { isNight } from './dayClock.ts'
import { centreOf, idle, lowest, moveTo, reachablePlace, regroup, secondsTo, setActivity } from './group.ts'
import type { Group, World } from './world.ts'

/** The distance of a flight, in map units. */
const FLIGHT = 40

/** Plans the next activity of a herd. Called once a second, and in every tick while it flees. */
export function planGrazers(world: World, group: Group) {
  if (group.activity === 'fleeing') return flee(world, group)
  const isSated = group.activity === 'drinking' && lowest(group, 'thirst') > 0.95
  const isParched = group.activity === 'foraging' && lowest(group, 'thirst') < 0.25
  if (world.elapsedMs < group.until && !isSated && !isParched)
    return idle(world, group, group.activity === 'resting' ? 0.01 : 0.08)

  regroup(world, group)
  const { random } = world
  if (lowest(group, 'thirst') < 0.5 && group.activity !== 'drinking') goDrinking(world, group)
  else if (lowest(group, 'thirst') < 0.25) travel(world, group)
  else if (isNight(world.timeOfDay()) && random.chance(0.6)) rest(world, group, random.between(60, 180))
  else if (random.chance(0.7)) forage(world, group)
  else if (random.chance(0.25)) rest(world, group, random.between(30, 90))
  else travel(world, group)
}

function goDrinking(world: World, group: Group): void {
  const from = centreOf(group)
  const shore = world.footing.nearestTo(group.species.habit, world.terrain.nearestWater(from.x, from.y), from)
  setActivity(world, group, 'drinking', secondsTo(world, group, shore) + 60)
  moveTo(world, group, shore)
}

function rest(world: World, group: Group, seconds: number): void {
  group.place = world.footing.nearestTo(group.species.habit, centreOf(group), group.members[0] ?? group.place)
  setActivity(world, group, 'resting', seconds)
}

function travel(world: World, group: Group): void {
  const place = reachablePlace(world, group, 60, 280)
  setActivity(world, group, 'travelling', secondsTo(world, group, place))
  moveTo(world, group, place)
}

function forage(world: World, group: Group): void {
  setActivity(world, group, 'foraging', world.random.between(90, 280))
  moveTo(world, group, reachablePlace(world, group, 10, 40), 0.6)
}

/** The herd runs from the hunter until the hunter has given up for long enough. */
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

/** In map units of about 2.7 m. */
const SIGHT = 150
const RUSH = 16
const LOST = 75
const TEETH = 2.6
/** How long prey keeps running after the last chase, in seconds. */
const FEAR = 12

/** Plans the next activity of hunters. Called once a second, and in every tick of `seconds` while they chase. */
export function planHunters(world: World, group: Group, seconds: number) {
  if (group.activity === 'chasing') return chase(world, group, seconds)
  if (group.activity === 'stalking') return stalk(world, group)
  const isSated = group.activity === 'drinking' && lowest(group, 'thirst') > 0.95
  if (world.elapsedMs < group.until && !isSated) {
    if (group.activity === 'travelling' && isHungry(group)) lookForPrey(world, group)
    return idle(world, group, group.activity === 'resting' ? 0.01 : 0.04)
  }

  regroup(world, group)
  if (lowest(group, 'thirst') < 0.5 && group.activity !== 'drinking') goDrinking(world, group)
  else if (isHungry(group)) prowl(world, group)
  else if (world.random.chance(0.75)) rest(world, group, world.random.between(90, 300))
  else travel(world, group)
}

const isHungry = (group: Group) => lowest(group, 'hunger') < 0.6

/** Hungry hunters move on until they see prey; very hungry ones also eat small game. */
function prowl(world: World, group: Group) {
  if (lowest(group, 'hunger') > 0.35 || world.random.chance(0.5)) return travel(world, group)
  setActivity(world, group, 'feasting', 25)
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
  if (prey) setActivity(world, group, 'stalking', 240, prey)
}

/** Approaches slowly, then begins the chase. */
function stalk(world: World, group: Group) {
  const prey = group.other
  if (!prey || !isAlive(prey) || world.elapsedMs >= group.until) return rest(world, group, 20)
  for (const member of group.members) walkTo(member, prey, 0.9)
  if (group.members.some((member) => distance(member, prey) < RUSH)) setActivity(world, group, 'chasing', 40, prey)
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

  setActivity(world, herd, 'fleeing', FEAR, first)
  for (const member of group.members) {
    runTo(member, prey)
    if (distance(member, prey) < TEETH) fight(member, prey, seconds)
  }
  if (!isAlive(prey)) feast(world, group, prey)
}

/** Both bite; a heavier animal does more damage. */
function fight(hunter: Animal, prey: Animal, seconds: number): void {
  const odds = massOf(hunter) / massOf(prey)
  prey.bittenBy = hunter
  prey.health = Math.max(0, prey.health - Math.min(0.5, 0.13 * odds ** 0.6) * seconds)
  hunter.health = Math.max(0.05, hunter.health - Math.min(0.1, 0.012 / odds ** 0.6) * seconds)
}

function feast(world: World, group: Group, prey: Animal): void {
  setActivity(world, group, 'feasting', world.random.between(40, 70))
  moveTo(world, group, { x: prey.x, y: prey.y })
}

/** Plans the next activity of flyers and swimmers, which fish. Called once a second. */
export function planRoamers(world: World, group: Group) {
  const isFlyer = group.species.habit === 'flyer'
  if (world.elapsedMs < group.until) {
    if (isFlyer && group.activity === 'foraging') return circle(world, group)
    return idle(world, group, group.activity === 'resting' ? 0.01 : 0.1)
  }
  const place = isFlyer ? reachablePlace(world, group, 60, 450) : reachablePlace(world, group, 10, 110)
  const mayRest = !isFlyer || world.footing.carries('land', place)
  setActivity(world, group, mayRest && world.random.chance(0.3) ? 'resting' : 'foraging', world.random.between(40, 160))
  if (isFlyer) flyTo(group, place)
  else moveTo(world, group, place)
}

function flyTo(group: Group, place: Point): void {
  group.place = place
  for (const member of group.members) runTo(member, place)
}

/** A flyer in the air circles around its place. */
function circle(world: World, group: Group): void {
  for (const member of group.members) {
    if (member.goal) continue
    const angle = Math.atan2(member.y - group.place.y, member.x - group.place.x) + world.random.between(0.7, 1.2)
    const goal = { x: group.place.x + Math.cos(angle) * 22, y: group.place.y + Math.sin(angle) * 22 }
    if (world.footing.carries('flyer', goal)) runTo(member, goal)
  }
}
