import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { teleportPlayer } from '../../../shared/features/deliveries/commands.ts'
import { Part } from '../../ui/Part.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { CommandButton, type PanelCallbacks } from './CommandButton.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNoPlayer, noPlayer, rememberTargetAtom, type TargetProps, targetOf } from './pickedPlayer.ts'

interface TeleportationProps extends TargetProps {
  readonly hasTarget: boolean
}

/** Moves a player to the place of another. */
export function Teleportation({ target, onTarget, hasTarget }: TeleportationProps) {
  const remember = useSetAtom(rememberTargetAtom)
  const [destination, setDestination] = useState(noPlayer)
  const noTarget = isNoPlayer(target) ? '❌ Please enter a target player name' : null
  const noDestination = isNoPlayer(destination) ? '❌ Please enter destination player name' : null
  const description = hasTarget
    ? `${target.text.trim() || 'The target player'} is moved to where that player stands.`
    : null
  return (
    <Part title="Teleportation" description={description}>
      <Stack>
        {hasTarget ? null : <PlayerPicker label="Target player" chosen={target} onChoose={onTarget} />}
        <PlayerPicker label="Destination player" chosen={destination} onChoose={setDestination} recent={false} />
        <Actions>
          <CommandButton
            command={teleportPlayer}
            input={{ server: mainServer, target: targetOf(target), destination: targetOf(destination) }}
            name="Teleport"
            missing={noTarget ?? noDestination}
            onIssued={() => remember(target)}
          />
        </Actions>
      </Stack>
    </Part>
  )
}

/** Moves a player to the place of another. */
export function OwnerTeleportation(callbacks: PanelCallbacks) {
  const remember = useSetAtom(rememberTargetAtom)
  const [target, setTarget] = useState(noPlayer)
  const [destination, setDestination] = useState(noPlayer)
  const missing = isNoPlayer(target) || isNoPlayer(destination) ? '❌ Please enter both player names' : null
  return (
    <Part title="Teleportation">
      <Stack>
        <PlayerPicker label="Player to move" chosen={target} onChoose={setTarget} recent={false} />
        <PlayerPicker label="Destination player name" chosen={destination} onChoose={setDestination} recent={false} />
        <Actions>
          <CommandButton
            {...callbacks}
            command={teleportPlayer}
            input={{ server: mainServer, target: targetOf(target), destination: targetOf(destination) }}
            name="Teleport Player"
            missing={missing}
            onIssued={() => remember(target)}
          />
        </Actions>
      </Stack>
    </Part>
  )
}
