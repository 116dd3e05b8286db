import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { banPlayer, kickPlayer } from '../../../shared/features/deliveries/commands.ts'
import { Part } from '../../ui/Part.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { BanLengthField, banDuration, permanently, ReasonField } from './BanFields.tsx'
import { CommandButton, type CommandConfirmation, type PanelCallbacks } from './CommandButton.tsx'
import { banLengthLabel } from './deliveryLabels.ts'
import { Affected } from './OtherStaff.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNoPlayer, noPlayer, rememberTargetAtom, targetOf, useKnownPlayer } from './pickedPlayer.ts'

/** Kicks and bans a player. */
export function Moderation(callbacks: PanelCallbacks) {
  const remember = useSetAtom(rememberTargetAtom)
  const [chosen, setChosen] = useState(noPlayer)
  const target = useKnownPlayer(chosen)
  const [reason, setReason] = useState('')
  const [length, setLength] = useState(permanently)
  const { ms: durationMs, problem } = banDuration(length)
  const name = target.text.trim() || targetOf(target)
  const lengthLabel = banLengthLabel(durationMs)
  const missing = isNoPlayer(target) ? '❌ Please enter a player name' : null
  const input = { server: mainServer, target: targetOf(target), reason: reason.trim() }
  const common = { ...callbacks, tone: 'danger', onIssued: () => remember(target) } as const
  const confirmationOf = (title: string, action: string, harm: string): CommandConfirmation => ({
    title,
    action,
    body: <Affected player={target}>{harm}</Affected>,
  })
  const kick = confirmationOf(
    `Kick ${name}?`,
    `Kick ${name}`,
    'They are sent off the server and may come back at once.',
  )
  const ban = confirmationOf(
    `Ban ${name} ${lengthLabel}?`,
    `Ban ${name}`,
    `They are kept off the server ${lengthLabel}, from now on. It can be undone for a minute.`,
  )
  return (
    <Part title="Moderation">
      <Stack>
        <PlayerPicker label="Player name" chosen={chosen} onChoose={setChosen} />
        <ReasonField reason={reason} onReason={setReason} />
        <BanLengthField length={length} onLength={setLength} />
        <Actions>
          <CommandButton
            {...common}
            command={kickPlayer}
            input={input}
            name="Kick Player"
            missing={missing}
            confirmation={kick}
          />
          <CommandButton
            {...common}
            command={banPlayer}
            input={{ ...input, durationMs }}
            name="Ban Player"
            missing={missing ?? problem}
            confirmation={ban}
          />
        </Actions>
      </Stack>
    </Part>
  )
}
