import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { mostCarnivores, mostHerbivores, type Pack } from '../../../shared/features/packs/pack.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import type { Transaction } from '../../engine/transaction.ts'

type Side = 'carnivore' | 'herbivore'
type Full = 'tooManyCarnivores' | 'tooManyHerbivores' | 'full'

/** Whether there is room for one more, by what everybody plays now: null if there is. Whoever plays nothing takes only a place. */
export function whyFull(read: Transaction['read'], { members }: Pick<Pack, 'members'>, joiner: string): Full | null {
  const accounts = Object.keys(members)
  const side = sideOf(read, joiner)
  const alike = side === null ? 0 : accounts.filter((member) => sideOf(read, member) === side).length
  if (side === 'carnivore' && alike >= mostCarnivores) return 'tooManyCarnivores'
  if (side === 'herbivore' && alike >= mostHerbivores) return 'tooManyHerbivores'
  return accounts.length >= mostHerbivores ? 'full' : null
}

/** What hunts is a carnivore; whatever else there is, also what we do not know, counts as a herbivore. The dead play nothing. */
function sideOf(read: Transaction['read'], member: string): Side | null {
  const { steamId } = read(account, member)
  const animal = steamId === null ? null : (read(roster, mainServer).players[steamId]?.animal ?? null)
  if (animal === null || animal.dead) return null
  return dietOf(animal.species) === 'carnivore' ? 'carnivore' : 'herbivore'
}
