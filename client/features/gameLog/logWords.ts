import type { RowOf } from '../../../shared/engine/archive.ts'
import type { gameKills, gameVisits } from '../../../shared/features/gameLog/archives.ts'
import type { chatChannels, LogAnimal } from '../../../shared/features/gameLog/lines.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { waitOf } from '../../ui/durations.ts'

export type Kill = RowOf<typeof gameKills>
export type Visit = RowOf<typeof gameVisits>

export const channelNames: Readonly<Record<(typeof chatChannels)[number], string>> = {
  global: 'Global',
  spatial: 'Nearby',
  group: 'Group',
  admin: 'Admins',
  logging: 'Logging',
  other: 'Other',
}

/** `Carnotaurus, 80%`; null where the line does not report the species. */
export function animalLabel({ species, growth }: LogAnimal): string | null {
  if (species === null) return null
  const name = speciesName(species)
  return growth === null ? name : `${name}, ${Math.round(growth * 100)}%`
}

/** Whether the game's words for a death without a killer say no more than that. */
export const isNatural = (cause: string | null) => cause === null || /natural/i.test(cause)

/** Who or what killed, where no player is named. */
export function killerLabel({ by, cause }: Pick<Kill, 'by' | 'cause'>): string {
  if (by === 'nature') return isNatural(cause) ? 'Natural causes' : (cause ?? '')
  // A name that imitates the game's words leaves open who it was.
  return by === 'animal' ? 'An animal' : by === 'unclear' ? 'Not clear who' : 'Erased player'
}

/** What became of the dinosaur at joining or leaving; null where the game does not say. */
export function visitNote({ act, save, isSafe, afterFightMs }: Visit): string | null {
  if (act === 'join') return save === null ? null : save === 'found' ? 'Dinosaur restored' : 'No saved dinosaur'
  if (afterFightMs !== null) return `Left ${waitOf(afterFightMs)} after a kill, without resting`
  return isSafe === null ? null : isSafe ? 'Rested first' : 'Without resting'
}
