import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { regions } from '../../../shared/features/world/regions.ts'

const names = new Map<string, string>(regions.map(({ id, name }) => [id, name]))

/** What somebody is and where: `Carnotaurus, South Plains`. */
export function placeWords({ animal }: RosterEntry): string {
  if (!animal) return 'choosing a dinosaur'
  const place = animal.region === null ? 'in the wild' : (names.get(animal.region) ?? animal.region)
  return [animal.species, place, animal.dead ? 'dead' : ''].filter(Boolean).join(', ')
}
