import { type Animal, distance, isLandHunter } from './animal.ts'
import { planGrazers, planHunters, planRoamers } from './behaviour.ts'
import { move } from './movement.ts'
import { die, enter, isOnline, leave, removeBody, spawn } from './players.ts'
import type { Group, Player, World } from './world.ts'

const TICK_MS = 250
const TICK_SECONDS = TICK_MS / 1000
const TICKS_A_SECOND = 1000 / TICK_MS

/** Advances the world in ticks. Time shorter than a tick is kept for the next call, so that the size of steps does not matter. */
export function step(world: World, dtMs: number): void {
  world.unspentMs += dtMs
  while (world.unspentMs >= TICK_MS) {
    world.unspentMs -= TICK_MS
    world.elapsedMs += TICK_MS
    tick(world)
  }
}

function tick(world: World): void {
  if (world.isFrozen) buryKilled(world)
  else live(world)
}

function live(world: World): void {
  const turn = world.elapsedMs / TICK_MS
  let index = 0
  for (const group of world.groups) {
    // Groups plan once a second, spread over the ticks; chases and flights plan in every tick.
    const isUrgent = group.activity === 'chasing' || group.activity === 'fleeing'
    if (isUrgent || (turn + index++) % TICKS_A_SECOND === 0) plan(world, group)
    for (const animal of group.members) {
      move(world, animal, TICK_SECONDS)
      sustain(animal, group, TICK_SECONDS, world.settings.growthMultiplier)
    }
  }
  for (const player of world.players) change(world, player)
  if (turn % TICKS_A_SECOND === 0) admitPlayers(world)
}

function plan(world: World, group: Group): void {
  if (group.species.habit !== 'land') planRoamers(world, group)
  else if (isLandHunter(group) && group.activity !== 'fleeing') planHunters(world, group, TICK_SECONDS)
  else planGrazers(world, group)
}

/** The transitions of a player: death, removal of the body, spawning, leaving. */
function change(world: World, player: Player) {
  if (player.presence === 'away') return
  if (isKilled(player)) die(world, player)
  else if (world.elapsedMs >= player.leavesAt) leave(world, player)
  else if (player.presence === 'dead' && world.elapsedMs >= player.changesAt) removeBody(world, player)
  else if (player.presence === 'choosing' && world.elapsedMs >= player.changesAt) spawn(world, player, 0.25)
}

/** In a frozen world only commands kill, and their victims die. */
function buryKilled(world: World) {
  for (const player of world.players) if (isKilled(player)) die(world, player)
}

const isKilled = ({ presence, animal }: Player) => presence === 'playing' && animal?.health === 0

/** Lets players enter gradually while fewer are online than wanted. */
function admitPlayers(world: World): void {
  if (world.players.filter(isOnline).length >= world.playersWanted || !world.random.chance(0.15)) return
  const [first, ...others] = world.players.filter((player) => !isOnline(player) && mayEnter(world, player.id))
  if (first) enter(world, world.random.pick([first, ...others]))
}

export function mayEnter({ bans, elapsedMs, settings }: World, id: string): boolean {
  const isBanned = (bans.get(id) ?? 0) > elapsedMs
  return !isBanned && (!settings.flags.whitelist || settings.whitelist.includes(id))
}

/** Seconds in which each vital goes from full to empty or back. */
const starving = 90 * 60
const parching = 45 * 60
const sprinting = 45
const recovering = 100
const grazing = 6 * 60
const drinking = 45
const feasting = 55
const wasting = 5 * 60
const healing = 12 * 60
const growingUp = 3 * 60 * 60
/** The distance at which an animal can drink or eat, in map units. */
const REACH = 16

/** Changes an animal's vitals in a tick. */
function sustain(animal: Animal, group: Group, seconds: number, growthMultiplier: number): void {
  if (animal.health === 0) return
  const isRunning = animal.speed > animal.species.walk * 2 && animal.species.habit === 'land'
  const effort = isRunning ? 3 : 1
  const isThere = distance(animal, group.place) < REACH
  const eats = group.activity === 'feasting' ? isThere : group.activity === 'foraging' && !isLandHunter(animal)
  const fishes = animal.species.habit !== 'land' && group.activity === 'foraging'
  const drinks = fishes || (group.activity === 'drinking' && isThere)

  animal.stamina = fraction(animal.stamina + (isRunning ? -seconds / sprinting : seconds / recovering))
  animal.hunger = fraction(animal.hunger - (seconds * effort) / starving + mealOf(group, eats, seconds))
  animal.thirst = fraction(animal.thirst - (seconds * effort) / parching + (drinks ? seconds / drinking : 0))
  if (animal.hunger === 0 || animal.thirst === 0) animal.health = fraction(animal.health - seconds / wasting)
  else if (animal.hunger > 0.3 && animal.thirst > 0.3) animal.health = fraction(animal.health + seconds / healing)
  animal.growth = Math.min(1, animal.growth + (growthMultiplier * seconds) / growingUp)
}

const mealOf = (group: Group, eats: boolean, seconds: number) => {
  if (!eats) return 0
  return seconds / (group.activity === 'feasting' ? feasting : grazing)
}

const fraction = (value: number) => Math.max(0, Math.min(1, value))
