import type { Point } from '../../../shared/features/world/frame.ts'
import type { Habit, Species } from '../../../shared/features/world/species.ts'
import type { Island } from '../island/island.ts'
import type { Animal } from './animal.ts'
import type { Persona } from './personas.ts'
import type { Random } from './random.ts'
import type { Settings } from './settings.ts'

/** All that is so on a simulated game server. It changes by `step` and by commands, never by itself. */
export interface World {
  readonly terrain: Terrain
  readonly footing: Footing
  readonly random: Random
  readonly metresPerUnit: number
  readonly settings: Settings
  /** Everybody who ever plays here, also those who are not here now. */
  readonly players: readonly Player[]
  readonly playersWanted: number
  readonly groups: Set<Group>
  /** World time until which an id is banned. */
  readonly bans: Map<string, number>
  readonly announcements: string[]
  elapsedMs: number
  /** World time of the last save. */
  savedAt: number | null
  /** Time that was too short for a whole tick. */
  unspentMs: number
  online(): Player[]
  /** Those of whom the game tells a dinosaur: the living, the dead, and some who have already left. */
  reported(): (Player & { animal: Animal })[]
  groupOf(animal: Animal): Group | null
  /** Minutes, 0 to 1440. */
  timeOfDay(): number
}

/** Where a player stands: not here, choosing a dinosaur, playing one, or looking at its body. */
type Presence = 'away' | 'choosing' | 'playing' | 'dead'

export interface Player extends Persona {
  /** Never leaves of its own will. */
  readonly staysOnline: boolean
  presence: Presence
  /** World time at which a body is given up, or the choice is made. */
  changesAt: number
  /** World time at which the player has had enough for now. */
  leavesAt: number
  /** The game goes on telling of a dinosaur for a while after its player has left. */
  rowUntil: number
  animal: Animal | null
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

/** A herd, a pack, or one that keeps to itself: what does things together. */
export interface Group {
  readonly species: Species
  readonly members: Animal[]
  activity: Activity
  /** World time at which the mood passes by itself. */
  until: number
  /** Around which the members keep themselves. */
  place: Point
  /** The prey of the hunters, or the hunter of the hunted. */
  other: Animal | null
}

/** As much of an island as animals care about. Metres, and map units for places. */
export type Terrain = Pick<Island, 'elevation' | 'depth' | 'nearestWater'>

/** Where whom the ground carries, in map units. */
export interface Footing {
  carries(habit: Habit, at: Point): boolean
  /** Whether one can walk straight from one place to the other. */
  isClear(habit: Habit, from: Point, to: Point): boolean
  /** The last place on the straight line to `to` that carries, seen from `to`; `from` if there is none. */
  nearestTo(habit: Habit, to: Point, from: Point): Point
}
