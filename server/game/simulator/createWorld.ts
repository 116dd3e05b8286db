import type { Animal } from './animal.ts'
import { minuteOfDay } from './dayClock.ts'
import { createFooting } from './movement.ts'
import { createPersonas, demoPersonas, type Persona } from './personas.ts'
import { isOnline, populate } from './players.ts'
import { createRandom } from './random.ts'
import { createSettings, type Settings } from './settings.ts'
import type { Group, Player, Terrain, World } from './world.ts'

interface WorldOptions {
  readonly seed: number
  /** The number of online players, approximately, since players join and leave. */
  readonly players: number
  readonly terrain: Terrain
  readonly metresPerUnit?: number
  /** Minute of the game's day at the start. */
  readonly startMinute?: number
  readonly settings?: Partial<Settings>
  /** Some names contain commas, so that the game's list of players cannot be read with certainty. */
  readonly hasCommaNames?: boolean
}

/** Makes a deterministic world: the same options, steps and commands give the same state. */
export function createWorld(options: WorldOptions): World {
  const { seed, players: wanted, terrain, metresPerUnit = 2.7, startMinute = 8 * 60 } = options
  const random = createRandom(seed)
  const settings = createSettings(options.settings)
  const known = wanted === 0 ? 0 : Math.ceil(wanted * 1.2) + 4
  const players = createPersonas(known, random, options.hasCommaNames).map(newcomer)
  const groups = new Set<Group>()

  const world: World = {
    terrain,
    random,
    metresPerUnit,
    settings,
    players,
    groups,
    playersWanted: wanted,
    footing: createFooting(terrain),
    bans: new Map(),
    announcements: [],
    weather: 'Clear',
    elapsedMs: 0,
    startedAtMs: 0,
    savedAt: null,
    isFrozen: false,
    unspentMs: 0,
    onEvent() {},
    online: () => players.filter(isOnline),
    reported: () => players.filter((player): player is Player & { animal: Animal } => isSighted(world, player)),
    groupOf: (animal) => [...groups].find(({ members }) => members.includes(animal)) ?? null,
    timeOfDay: () => minuteOfDay(startMinute, world.elapsedMs, settings.dayLengths),
  }
  populate(world)
  return world
}

const newcomer = (persona: Persona, index: number): Player => ({
  ...persona,
  staysOnline: index < demoPersonas.length,
  wants: null,
  presence: 'away',
  changesAt: 0,
  leavesAt: 0,
  rowUntil: 0,
  notices: [],
  animal: null,
})
const isSighted = (world: World, player: Player) =>
  player.animal !== null &&
  (player.presence === 'playing' || player.presence === 'dead' || world.elapsedMs < player.rowUntil)
