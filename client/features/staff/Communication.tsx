import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { broadcast, messagePlayer } from '../../../shared/features/deliveries/commands.ts'
import { maxBroadcastLength } from '../../../shared/features/deliveries/refusals.ts'
import { meAtom } from '../../connection/handshake.ts'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { Acts, Stack } from '../../ui/Stack.tsx'
import { type Calls, CommandButton } from './CommandButton.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNobody, nobody, targetOf } from './pickedPlayer.ts'
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
      {length}/{maxBroadcastLength} for a broadcast
    </span>
  </>
)

/** Words into the game: to one, or to all. */
export function OwnerCommunication(calls: Calls) {
  const [target, setTarget] = useState(nobody)
  const [text, setText] = useState('')
  const isEmpty = text.trim() === ''
  const rest = { ...calls, onGiven: () => setText('') }
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
        <Acts>
          <CommandButton
            {...rest}
            command={messagePlayer}
            input={{ server: mainServer, target: targetOf(target), text }}
            name="Send Private Message"
            missing={isEmpty || isNobody(target) ? '❌ Please enter player name and message' : null}
          />
          <CommandButton
            {...rest}
            command={broadcast}
            input={{ server: mainServer, text }}
            name="Server Broadcast"
            missing={isEmpty ? '❌ Please enter a message' : null}
          />
        </Acts>
      </Stack>
    </Part>
  )
}
