import type { Animal } from './animal.ts'
import type { Footing, Terrain } from './footing.ts'
import type { Group } from './group.ts'
import type { Player } from './player.ts'
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
  sighted(): (Player & { animal: Animal })[]
  groupOf(animal: Animal): Group | null
  /** Minutes, 0 to 1440. */
  timeOfDay(): number
}
