import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { broadcast, messagePlayer } from '../../../shared/features/deliveries/commands.ts'
import { maxBroadcastLength } from '../../../shared/features/deliveries/refusals.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { CommandButton, type PanelCallbacks } from './CommandButton.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNoPlayer, noPlayer, type TargetProps, targetOf } from './pickedPlayer.ts'

interface CommunicationProps extends TargetProps {
  /** Whether the target is chosen above, for all controls. */
  readonly hasTarget: boolean
}

const longestText = 998

/** Sends a text into the game: to one player, or to all. */
export function Communication({ target, onTarget, hasTarget }: CommunicationProps) {
  const { may } = useAtomValue(accessAtom)
  const [text, setText] = useState('')
  const length = [...text.trim()].length
  const noText = text.trim() === '' ? '❌ Please enter a message' : null
  const noTarget = isNoPlayer(target) ? '❌ Please enter a target player name' : null
  const clear = () => setText('')
  return (
    <Part title="Communication">
      <Stack>
        {!hasTarget && may.includes('messagePlayers') ? (
          <PlayerPicker label="Target player" chosen={target} onChoose={onTarget} />
        ) : null}
        <Field
          label="Message"
          autoComplete="off"
          maxLength={longestText}
          value={text}
          onValue={setText}
          hint={<Count length={length} to={hasTarget ? target.text : ''} />}
        />
        <Actions>
          <CommandButton
            command={messagePlayer}
            input={{ server: mainServer, target: targetOf(target), text }}
            name="Send Message"
            missing={noTarget ?? noText}
            onIssued={clear}
          />
          <CommandButton
            command={broadcast}
            input={{ server: mainServer, text }}
            name="Broadcast"
            missing={noText}
            onIssued={clear}
          />
        </Actions>
      </Stack>
    </Part>
  )
}

const Count = ({ length, to }: { readonly length: number; readonly to: string }) => (
  <>
    <span>
      {to
        ? `A message goes to ${to}; a broadcast to everyone in the game.`
        : 'A broadcast goes to everyone in the game.'}
    </span>
    <span>
      {length}/{maxBroadcastLength} for a broadcast
    </span>
  </>
)

/** Sends a text into the game: to one player, or to all. */
export function OwnerCommunication(callbacks: PanelCallbacks) {
  const [target, setTarget] = useState(noPlayer)
  const [text, setText] = useState('')
  const isEmpty = text.trim() === ''
  const common = { ...callbacks, onIssued: () => setText('') }
  return (
    <Part title="Communication">
      <Stack>
        <PlayerPicker label="Player for a private message" chosen={target} onChoose={setTarget} recent={false} />
        <Field
          label="Message"
          autoComplete="off"
          maxLength={longestText}
          value={text}
          onValue={setText}
          hint={`${[...text.trim()].length}/${maxBroadcastLength} for a broadcast`}
        />
        <Actions>
          <CommandButton
            {...common}
            command={messagePlayer}
            input={{ server: mainServer, target: targetOf(target), text }}
            name="Send Private Message"
            missing={isEmpty || isNoPlayer(target) ? '❌ Please enter player name and message' : null}
          />
          <CommandButton
            {...common}
            command={broadcast}
            input={{ server: mainServer, text }}
            name="Server Broadcast"
            missing={isEmpty ? '❌ Please enter a message' : null}
          />
        </Actions>
      </Stack>
    </Part>
  )
}
