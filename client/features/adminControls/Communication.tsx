import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { broadcast, messagePlayer } from '../../../shared/features/deliveries/commands.ts'
import { mostBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { Acts } from '../../ui/Acts.tsx'
import { Field } from '../../ui/Field.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { PlayerPicker } from '../deliveries/PlayerPicker.tsx'
import { isNobody, targetOf } from '../deliveries/pickedPlayer.ts'
import { Part } from '../roles/Part.tsx'
import type { TargetProps } from './TargetControls.tsx'

interface CommunicationProps extends TargetProps {
  /** Whether the target is chosen above, for all controls. */
  readonly hasTarget: boolean
}

const longestText = 998

/** Words into the game: to one, or to all. */
export function Communication({ target, onTarget, hasTarget }: CommunicationProps) {
  const { may } = useAtomValue(meAtom)
  const [text, setText] = useState('')
  const length = [...text.trim()].length
  const noText = text.trim() === '' ? '❌ Please enter a message' : null
  const noTarget = isNobody(target) ? '❌ Please enter a target player name' : null
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
        <Acts>
          <CommandButton
            command={messagePlayer}
            input={{ server: mainServer, target: targetOf(target), text }}
            name="Send Message"
            missing={noTarget ?? noText}
            onGiven={clear}
          />
          <CommandButton
            command={broadcast}
            input={{ server: mainServer, text }}
            name="Broadcast"
            missing={noText}
            onGiven={clear}
          />
        </Acts>
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
      {length}/{mostBroadcast} for a broadcast
    </span>
  </>
)
