import type { Vitals } from '../../../shared/features/vitals/vitals.ts'

export interface GameState {
  readonly name: 'alive' | 'dead' | 'away' | 'unknown'
  readonly words: string
}

/** Whether somebody's dinosaur lives, and if there is none, why. @param vitals null while they are not known */
export function gameStateOf(vitals: Pick<Vitals, 'readAt' | 'online' | 'animal'> | null, isLinked: boolean): GameState {
  if (!isLinked) return { name: 'unknown', words: 'Link Steam to see your dinosaur here.' }
  if (!vitals) return { name: 'unknown', words: 'Asking the island …' }
  if (vitals.animal) return vitals.animal.dead ? { name: 'dead', words: 'Dead' } : { name: 'alive', words: 'Alive' }
  if (vitals.online) return { name: 'away', words: 'In the game, choosing a dinosaur' }
  return vitals.readAt === null
    ? { name: 'unknown', words: 'The island has not been read yet.' }
    : { name: 'away', words: 'Not in the game' }
}
