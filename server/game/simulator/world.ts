import type { Point } from '../../../shared/features/world/frame.ts'
import type { Habit, Species } from '../../../shared/features/world/species.ts'
import type { Opcode } from '../evrima/channel.ts'
import type { Island } from '../island/island.ts'
import type { Animal } from './animal.ts'
import type { Persona } from './personas.ts'
import type { Random } from './random.ts'
import type { Settings } from './settings.ts'

/** The state of a simulated game server. It changes only by `step` and by commands. */
export interface World {
  readonly terrain: Terrain
  readonly footing: Footing
  readonly random: Random
  readonly metresPerUnit: number
  readonly settings: Settings
  /** All players, online or not. */
  readonly players: readonly Player[]
  readonly playersWanted: number
  readonly groups: Set<Group>
  /** World time until which an id is banned. */
  readonly bans: Map<string, number>
  readonly announcements: string[]
  /** As a mod changed it; the game changes it by itself, and reports it to no one. */
  weather: Weather
  elapsedMs: number
  /** World time at which the game server was started last. */
  startedAtMs: number
  /** World time of the last save. */
  savedAt: number | null
  /** Whether the dinosaurs stand still: no player moves, acts, grows, joins or leaves by themselves. Time and commands go on. */
  isFrozen: boolean
  /** Time not used yet, shorter than a tick. */
  unspentMs: number
  /** Called with what the game writes into its log. */
  onEvent: (event: WorldEvent) => void
  online(): Player[]
  /** The players whose dinosaur the game reports: living, dead, and some who have already left. */
  reported(): (Player & { animal: Animal })[]
  groupOf(animal: Animal): Group | null
  /** Minutes, 0 to 1440. */
  timeOfDay(): number
}

export const weathers = ['Clear', 'Rain', 'Storm', 'Fog'] as const
export type Weather = (typeof weathers)[number]

/** `killer` is null for a death without one. `isSafe`: the player left while resting. `rcon`: a use of RCON. `unban`: a mod lifted a ban. */
export type WorldEvent =
  | { readonly kind: 'join'; readonly player: Player; readonly save: 'found' | 'none' }
  | { readonly kind: 'leave'; readonly player: Player; readonly isSafe: boolean }
  | { readonly kind: 'death'; readonly player: Player; readonly killer: Player | null }
  | { readonly kind: 'rcon'; readonly command: Opcode; readonly argument: string }
  | { readonly kind: 'unban'; readonly id: string }

/** Offline, choosing a dinosaur, playing it, or dead. */
type Presence = 'away' | 'choosing' | 'playing' | 'dead'

export interface Player extends Persona {
  /** Never leaves by itself. */
  readonly staysOnline: boolean
  presence: Presence
  /** World time at which the body is removed, or the choice is made. */
  changesAt: number
  /** World time at which the player leaves. */
  leavesAt: number
  /** World time until which the game still reports the dinosaur of a player who has left. */
  rowUntil: number
  animal: Animal | null
  /** What the player spawns as next, soon; null for any species. Players whose dinosaur a mod stored want it back. */
  wants: Species | null
  /** What mods told the player. */
  readonly notices: string[]
}

export type Activity =
  | 'resting'
  | 'foraging'
  | 'travelling'
  | 'drinking'
  | 'fleeing'
  | 'stalking'
  | 'chasing'
  | 'feasting'

/** Animals that act together: a herd, a pack, or a single one. */
export interface Group {
  readonly species: Species
  readonly members: Animal[]
  activity: Activity
  /** World time at which the activity ends. */
  until: number
  /** The centre around which the members stay. */
  place: Point
  /** The prey of hunters, or the hunter of the hunted. */
  other: Animal | null
}

/** The part of an island that animals need. Metres, and map units for positions. */
export type Terrain = Pick<Island, 'elevation' | 'depth' | 'nearestWater'>

/** Which ground is passable for which animals, in map units. */
export interface Footing {
  carries(habit: Habit, at: Point): boolean
  /** Whether the straight line between the places is passable. */
  isClear(habit: Habit, from: Point, to: Point): boolean
  /** The passable place nearest to `to` on the straight line from `from`; `from` if there is none. */
  nearestTo(habit: Habit, to: Point, from: Point): Point
}
