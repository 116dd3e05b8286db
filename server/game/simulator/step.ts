import { isLandHunter } from './animal.ts'
import { planGrazers } from './grazers.ts'
import type { Group } from './group.ts'
import { planHunters } from './hunters.ts'
import { move } from './movement.ts'
import { isOnline, type Player } from './player.ts'
import { bury, die, enter, leave, spawn } from './population.ts'
import { planRoamers } from './roamers.ts'
import { live } from './vitals.ts'
import type { World } from './world.ts'

const TICK_MS = 250
const TICK_SECONDS = TICK_MS / 1000
const TICKS_A_SECOND = 1000 / TICK_MS

/** Lets so much time pass. What is shorter than a tick is kept for the next call, so that the size of steps changes nothing. */
export function step(world: World, dtMs: number): void {
  world.unspentMs += dtMs
  while (world.unspentMs >= TICK_MS) {
    world.unspentMs -= TICK_MS
    world.elapsedMs += TICK_MS
    tick(world)
  }
}

function tick(world: World): void {
  const turn = world.elapsedMs / TICK_MS
  let index = 0
  for (const group of world.groups) {
    // Plans are made once a second, not all at the same tick; the chase and the flight cannot wait.
    const isUrgent = group.mood === 'chasing' || group.mood === 'fleeing'
    if (isUrgent || (turn + index++) % TICKS_A_SECOND === 0) plan(world, group)
    for (const animal of group.members) {
      move(world, animal, TICK_SECONDS)
      live(animal, group, TICK_SECONDS, world.settings.growthMultiplier)
    }
  }
  for (const player of world.players) change(world, player)
  if (turn % TICKS_A_SECOND === 0) welcome(world)
}

function plan(world: World, group: Group): void {
  if (group.species.habit !== 'land') planRoamers(world, group)
  else if (isLandHunter(group) && group.mood !== 'fleeing') planHunters(world, group, TICK_SECONDS)
  else planGrazers(world, group)
}

/** What time brings to one player: death, the end of a body, a choice, the end of an evening. */
function change(world: World, player: Player) {
  if (player.presence === 'away') return
  if (player.presence === 'playing' && player.animal?.health === 0) die(world, player)
  else if (world.elapsedMs >= player.leavesAt) leave(world, player)
  else if (player.presence === 'dead' && world.elapsedMs >= player.changesAt) bury(world, player)
  else if (player.presence === 'choosing' && world.elapsedMs >= player.changesAt) spawn(world, player, 0.25)
}

/** When fewer are here than there should be, somebody comes by and by. */
function welcome(world: World): void {
  if (world.players.filter(isOnline).length >= world.playersWanted || !world.random.chance(0.15)) return
  const [first, ...others] = world.players.filter((player) => !isOnline(player) && isWelcome(world, player.id))
  if (first) enter(world, world.random.pick([first, ...others]))
}

function isWelcome({ bans, elapsedMs, settings }: World, id: string): boolean {
  const isBanned = (bans.get(id) ?? 0) > elapsedMs
  return !isBanned && (!settings.flags.whitelist || settings.whitelist.includes(id))
}
