import { mapSize, type Point } from '../../../shared/features/world/frame.ts'
import { type Species, species } from '../../../shared/features/world/species.ts'
import { type Animal, createAnimal, distance } from './animal.ts'
import { centreOf, createGroup, groupSize } from './group.ts'
import type { Group, Player, World } from './world.ts'

/** Fills a new world: most players are playing, a few are still choosing. */
export function populate(world: World): void {
  for (const player of world.players.slice(0, world.playersWanted)) {
    enter(world, player)
    if (player.staysOnline || world.random.chance(0.96)) spawn(world, player, world.random.between(0.3, 1.2))
  }
}

/** Connects a player, who continues with the former dinosaur if it is alive. */
export function enter(world: World, player: Player) {
  player.leavesAt = player.staysOnline ? Number.POSITIVE_INFINITY : world.elapsedMs + stayMs(world)
  if (player.animal && player.animal.health > 0) {
    play(world, player, player.animal)
    return world.onEvent({ kind: 'join', player, save: 'found' })
  }
  player.presence = 'choosing'
  player.changesAt = world.elapsedMs + world.random.between(8_000, 40_000)
}

/** Disconnects a player; the game reports the dinosaur a little longer. */
export function leave(world: World, player: Player) {
  const isSafe = player.animal !== null && world.groupOf(player.animal)?.activity === 'resting'
  world.onEvent({ kind: 'leave', player, isSafe })
  if (player.animal) quit(world, player.animal)
  if (player.presence === 'playing') player.rowUntil = world.elapsedMs + world.random.between(20_000, 45_000)
  if (player.presence === 'dead') player.animal = null
  player.presence = 'away'
}

/** A prey animal that was bitten died of it. */
export function die(world: World, player: Player): void {
  const { bittenBy = null } = player.animal ?? {}
  const killer = bittenBy && (world.players.find(({ animal }) => animal === bittenBy) ?? null)
  world.onEvent({ kind: 'death', player, killer })
  if (player.animal) quit(world, player.animal)
  player.presence = 'dead'
  player.changesAt = world.elapsedMs + world.random.between(40_000, 120_000)
}

/** Removes the body; the player chooses again. */
export function removeBody(world: World, player: Player): void {
  player.animal = null
  player.presence = 'choosing'
  player.changesAt = world.elapsedMs + (player.wants ? soonMs : world.random.between(8_000, 40_000))
}

const soonMs = 2_000
/** Of a player whose dinosaur was stored: they spawn as a young one of the same species, which can become it again. */
export function wantBack(world: World, player: Player, kind: Species): void {
  player.wants = kind
  player.changesAt = world.elapsedMs + soonMs
}

/** Spawns a species that the server allows; if it allows none, no player can spawn. */
export function spawn(world: World, player: Player, growth: number): void {
  const playables = world.settings.playables.flatMap((name) => species[name] ?? [])
  const [first, ...others] = player.wants && playables.includes(player.wants) ? [player.wants] : playables
  player.wants = null
  if (!first) return
  spawnAs(world, player, world.random.pick([first, ...others]), growth)
}

/** Gives a player a new dinosaur of this species; the one that they played is gone. */
export function spawnAs(world: World, player: Player, kind: Species, growth: number): void {
  if (player.animal) quit(world, player.animal)
  const group = [...world.groups].find((one) => one.species === kind && one.members.length < groupSize(kind))
  const at = group?.members[0] ?? birthplace(world, kind)
  play(world, player, createAnimal(kind, at, Math.min(1, growth), world.random))
  world.onEvent({ kind: 'join', player, save: 'none' })
}

function play(world: World, player: Player, animal: Animal): void {
  player.animal = animal
  player.presence = 'playing'
  animal.goal = null
  const isNear = (group: Group) =>
    distance(centreOf(group), animal) < 120 && group.members.length < groupSize(group.species)
  const joined = [...world.groups].find((group) => group.species === animal.species && isNear(group))
  const group = joined ?? createGroup(animal.species, { x: animal.x, y: animal.y })
  group.members.push(animal)
  world.groups.add(group)
}

function quit(world: World, animal: Animal): void {
  const group = world.groupOf(animal)
  if (!group) return
  group.members.splice(group.members.indexOf(animal), 1)
  if (group.members.length === 0) world.groups.delete(group)
}

const stayMs = (world: World) => world.random.between(10, 90) * 60_000

/** A dry place away from the map's edge; for swimmers the water nearest to one. */
function birthplace(world: World, kind: Species): Point {
  const land = anywhereOn(world, 'land')
  if (kind.habit !== 'aquatic') return land
  return world.footing.nearestTo('aquatic', world.terrain.nearestWater(land.x, land.y), land)
}

function anywhereOn(world: World, habit: 'land'): Point {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const at = { x: world.random.between(100, mapSize - 100), y: world.random.between(100, mapSize - 100) }
    if (world.footing.carries(habit, at) && world.terrain.elevation(at.x, at.y) > 3) return at
  }
  throw new Error('This terrain has no dry land for a dinosaur to stand on.')
}

export const isOnline = ({ presence }: Player): boolean => presence !== 'away'
