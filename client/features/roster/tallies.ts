import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import { wild } from './rosterFilter.ts'

/** How many animals there are of each of a kind, by its key. */
export type Tally = ReadonlyMap<string, number>

const tallyOf = (keys: readonly string[]): Tally => {
  const tally = new Map<string, number>()
  for (const key of keys) tally.set(key, (tally.get(key) ?? 0) + 1)
  return tally
}

export interface Tallies {
  readonly species: Tally
  readonly diets: Tally
  readonly regions: Tally
}

/** How many there are to choose among, filtered or not. */
export const talliesOf = (entries: readonly RosterEntry[]): Tallies => {
  const animals = entries.flatMap(({ animal }) => animal ?? [])
  return {
    species: tallyOf(animals.map(({ species }) => species)),
    diets: tallyOf(animals.map(({ species }) => dietOf(species))),
    regions: tallyOf(animals.map(({ region }) => region ?? wild)),
  }
}
