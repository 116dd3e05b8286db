import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { broadcast, messagePlayer } from '../../../shared/features/deliveries/commands.ts'
import { mostBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import { Acts } from '../../ui/Acts.tsx'
import { Field } from '../../ui/Field.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import { PlayerPicker } from '../deliveries/PlayerPicker.tsx'
import { isNobody, nobody, targetOf } from '../deliveries/pickedPlayer.ts'
import { Part } from '../roles/Part.tsx'
import type { Calls } from './calls.ts'

const longestText = 998

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
          hint={`${[...text.trim()].length}/${mostBroadcast} for a broadcast`}
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
