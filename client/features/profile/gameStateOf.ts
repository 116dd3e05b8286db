import type { Vitals } from '../../../shared/features/vitals/vitals.ts'

export interface GameState {
  readonly name: 'alive' | 'dead' | 'away' | 'unknown'
  readonly words: string
}

/**
 * Whether somebody's dinosaur lives, and if there is none, why.
 * @param vitals null while they are not known
 * @param isIslandRead whether the game is read at all: then one's own animal comes with the next reading
 */
export function gameStateOf(
  vitals: Pick<Vitals, 'readAt' | 'online' | 'animal'> | null,
  isLinked: boolean,
  isIslandRead: boolean,
): GameState {
  if (!isLinked) return { name: 'unknown', words: 'Link Steam to see your dinosaur here.' }
  const asking = { name: 'unknown', words: 'Asking the island …' } as const
  if (!vitals) return asking
  if (vitals.animal) return vitals.animal.dead ? { name: 'dead', words: 'Dead' } : { name: 'alive', words: 'Alive' }
  if (vitals.online) return { name: 'away', words: 'In the game, choosing a dinosaur' }
  if (vitals.readAt === null && isIslandRead) return asking
  return vitals.readAt === null
    ? { name: 'unknown', words: 'The island has not been read yet.' }
    : { name: 'away', words: 'Not in the game' }
}
