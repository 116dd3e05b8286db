import type { Animal } from './animal.ts'
import type { Persona } from './personas.ts'

/** Where a player stands: not here, choosing a dinosaur, playing one, or looking at its body. */
type Presence = 'away' | 'choosing' | 'playing' | 'dead'

export interface Player extends Persona {
  /** Never leaves of its own will. */
  readonly isSteady: boolean
  presence: Presence
  /** World time at which a body is given up, or the choice is made. */
  changesAt: number
  /** World time at which the player has had enough for now. */
  leavesAt: number
  /** The game goes on telling of a dinosaur for a while after its player has left. */
  rowUntil: number
  animal: Animal | null
}

export const isOnline = ({ presence }: Player): boolean => presence !== 'away'
