import type { ReactNode } from 'react'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'

type Animal = NonNullable<Vitals['animal']>

interface UnlessParkedProps {
  readonly account: string
  readonly animal: Animal
  /** What is shown of a dinosaur that is dead. */
  readonly children: ReactNode
}

/** A sentence about the user's dead dinosaur: another one where it was parked. */
export const UnlessParked = ({ account, animal, children }: UnlessParkedProps) =>
  useIsParked(account, animal) ? (
    <p>Your {speciesName(animal.species)} is parked. It waits in your inventory.</p>
  ) : (
    children
  )

/** Whether the user's dinosaur, as the game shows it, is one that was parked. */
export function useIsParked(account: string, animal: Animal | null): boolean {
  const { value: own } = useDocument(inventory, animal?.dead ? account : '')
  return animal !== null && isParked(animal, own?.dinosaurs ?? {})
}

/**
 * Whether a dead dinosaur is one that was parked: to store it a mod lets it die, and the game shows it until the player spawns again. An
 * entry has no id of the game, so its species, gender and growth identify it.
 */
export const isParked = (
  { dead, species, gender, growth }: Animal,
  dinosaurs: Readonly<Record<string, OwnedDinosaur>>,
): boolean =>
  dead &&
  Object.values(dinosaurs).some(
    (one) =>
      one.state === 'stored' &&
      one.lastPlayedAt !== null &&
      one.species === species &&
      one.gender === gender &&
      one.growth !== null &&
      // It may have grown between the reading that was stored and its end.
      growth - one.growth >= 0 &&
      growth - one.growth <= 1,
  )
