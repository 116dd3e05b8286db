import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { teleportPlayer } from '../../../shared/features/deliveries/commands.ts'
import { Part } from '../../ui/Part.tsx'
import { Acts, Stack } from '../../ui/Stack.tsx'
import { type Calls, CommandButton } from './CommandButton.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNobody, nobody, rememberTargetAtom, targetOf } from './pickedPlayer.ts'
import type { TargetProps } from './TargetControls.tsx'

interface TeleportationProps extends TargetProps {
  readonly hasTarget: boolean
}

/** Moves a player to where another one is. */
export function Teleportation({ target, onTarget, hasTarget }: TeleportationProps) {
  const remember = useSetAtom(rememberTargetAtom)
  const [destination, setDestination] = useState(nobody)
  const noTarget = isNobody(target) ? '❌ Please enter a target player name' : null
  const nowhere = isNobody(destination) ? '❌ Please enter destination player name' : null
  const words = hasTarget ? `${target.text.trim() || 'The target player'} is moved to where that player stands.` : null
  return (
    <Part title="Teleportation" words={words}>
      <Stack>
        {hasTarget ? null : <PlayerPicker label="Target player" chosen={target} onChoose={onTarget} />}
        <PlayerPicker label="Destination player" chosen={destination} onChoose={setDestination} recent={false} />
        <Acts>
          <CommandButton
            command={teleportPlayer}
            input={{ server: mainServer, target: targetOf(target), destination: targetOf(destination) }}
            name="Teleport"
            missing={noTarget ?? nowhere}
            onGiven={() => remember(target)}
          />
        </Acts>
      </Stack>
    </Part>
  )
}

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
