import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { banPlayer, kickPlayer } from '../../../shared/features/deliveries/commands.ts'
import { Part } from '../../ui/Part.tsx'
import { Acts, Stack } from '../../ui/Stack.tsx'
import { BanLengthChips, banDuration, permanently, ReasonField } from './BanFields.tsx'
import { type Calls, CommandButton } from './CommandButton.tsx'
import { banLengthWords } from './deliveryLabels.ts'
import { Affected } from './OtherStaff.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNobody, nobody, rememberTargetAtom, targetOf, useKnown } from './pickedPlayer.ts'

/** Off the server, now or for long. */
export function Moderation(calls: Calls) {
  const remember = useSetAtom(rememberTargetAtom)
  const [chosen, setChosen] = useState(nobody)
  const target = useKnown(chosen)
  const [reason, setReason] = useState('')
  const [length, setLength] = useState(permanently)
  const { ms: durationMs, problem } = banDuration(length)
  const name = target.text.trim() || targetOf(target)
  const how = banLengthWords(durationMs)
  const missing = isNobody(target) ? '❌ Please enter a player name' : null
  const input = { server: mainServer, target: targetOf(target), reason: reason.trim() }
  const rest = { ...calls, tone: 'danger', onGiven: () => remember(target) } as const
  const question = (title: string, act: string, words: string) => ({
    ...{ title, act, words: <Affected player={target}>{words}</Affected> },
  })
  const kick = question(`Kick ${name}?`, `Kick ${name}`, 'They are sent off the server and may come back at once.')
  const kept = `They are kept off the server ${how}, from now on. It can be undone for a minute.`
  const ban = question(`Ban ${name} ${how}?`, `Ban ${name}`, kept)
  return (
    <Part title="Moderation">
      <Stack>
        <PlayerPicker label="Player name" chosen={chosen} onChoose={setChosen} />
        <ReasonField reason={reason} onReason={setReason} />
        <BanLengthChips length={length} onLength={setLength} />
        <Acts>
          <CommandButton
            {...rest}
            command={kickPlayer}
            input={input}
            name="Kick Player"
            missing={missing}
            question={kick}
          />
          <CommandButton
            {...rest}
            command={banPlayer}
            input={{ ...input, durationMs }}
            name="Ban Player"
            missing={missing ?? problem}
            question={ban}
          />
        </Acts>
      </Stack>
    </Part>
  )
}
