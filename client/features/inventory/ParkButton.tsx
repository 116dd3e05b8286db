import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { parkDinosaur } from '../../../shared/features/inventory/commands.ts'
import { inventory, ownActions } from '../../../shared/features/inventory/inventory.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'

interface ParkButtonProps {
  readonly accountId: string
  readonly animal: NonNullable<Vitals['animal']>
}

/** Parks the user's living dinosaur. Hidden where no mod can do it, and while another one is on its way. */
export function ParkButton({ accountId, animal }: ParkButtonProps) {
  const [isAsking, ask] = useState(false)
  const { value: can } = useDocument(ownActions, mainServer)
  const { value } = useDocument(inventory, accountId)
  const isMoving = Object.values(value?.dinosaurs ?? {}).some(
    ({ state }) => state === 'parking' || state === 'redeeming',
  )
  if (!can?.canPark || animal.dead || (isMoving && !isAsking)) return null
  return (
    <>
      <Button onClick={() => ask(true)}>Park</Button>
      {isAsking ? (
        <ConfirmCommand
          command={parkDinosaur}
          input={{}}
          title={`Park your ${speciesName(animal.species)}?`}
          action="Park"
          busyLabel="Parking…"
          done={null}
          onClose={() => ask(false)}
        >
          <p>
            It leaves the game and waits here, {animal.growth}% grown. To redeem it, join as a juvenile of the same
            species: the juvenile becomes it, and keeps its own gender.
          </p>
        </ConfirmCommand>
      ) : null}
    </>
  )
}
