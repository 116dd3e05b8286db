import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { teleportPlayer } from '../../../shared/features/deliveries/commands.ts'
import { Acts } from '../../ui/Acts.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { PlayerPicker } from '../deliveries/PlayerPicker.tsx'
import { isNobody, nobody, targetOf } from '../deliveries/pickedPlayer.ts'
import { rememberTargetAtom } from '../deliveries/recentTargetsAtom.ts'
import { Part } from '../roles/Part.tsx'
import type { Calls } from './calls.ts'

/** Moves a player to where another one is. */
export function OwnerTeleportation(calls: Calls) {
  const remember = useSetAtom(rememberTargetAtom)
  const [target, setTarget] = useState(nobody)
  const [destination, setDestination] = useState(nobody)
  const missing = isNobody(target) || isNobody(destination) ? '❌ Please enter both player names' : null
  return (
    <Part title="Teleportation">
      <Stack>
        <PlayerPicker label="Player to move" chosen={target} onChoose={setTarget} recent={false} />
        <PlayerPicker label="Destination player name" chosen={destination} onChoose={setDestination} recent={false} />
        <Acts>
          <CommandButton
            {...calls}
            command={teleportPlayer}
            input={{ server: mainServer, target: targetOf(target), destination: targetOf(destination) }}
            name="Teleport Player"
            missing={missing}
            onGiven={() => remember(target)}
          />
        </Acts>
      </Stack>
    </Part>
  )
}
