import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { banPlayer, healPlayer, kickPlayer, slayPlayer } from '../../../shared/features/deliveries/commands.ts'
import { meAtom } from '../../connection/handshake.ts'
import { Part } from '../../ui/Part.tsx'
import { Acts, Stack } from '../../ui/Stack.tsx'
import { BanLengthChips, banDuration, permanently, ReasonField } from './BanFields.tsx'
import { CommandButton } from './CommandButton.tsx'
import { banLengthWords } from './deliveryLabels.ts'
import { Affected } from './OtherStaff.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { isNobody, type PickedPlayer, rememberTargetAtom, targetOf, useKnown } from './pickedPlayer.ts'

export interface TargetProps {
  readonly target: PickedPlayer
  readonly onTarget: (target: PickedPlayer) => void
}

/** What staff do to one player. Dangerous ones name whom they reach and ask once. */
export function TargetControls({ target, onTarget }: TargetProps) {
  const { may } = useAtomValue(meAtom)
  const [reason, setReason] = useState('')
  const [length, setLength] = useState(permanently)
  const mayBan = may.includes('banPlayers')
  return (
    <Part title="Admin Controls">
      <Stack>
        <PlayerPicker label="Target player" chosen={target} onChoose={onTarget} />
        {mayBan || may.includes('kickPlayers') ? <ReasonField reason={reason} onReason={setReason} /> : null}
        {mayBan ? <BanLengthChips length={length} onLength={setLength} /> : null}
        <Acts>
          <Slay target={target} />
          <Heal target={target} />
          <Kick target={target} reason={reason} />
          <Ban target={target} reason={reason} duration={banDuration(length)} />
        </Acts>
      </Stack>
    </Part>
  )
}

interface OnTarget {
  readonly target: PickedPlayer
}

/** What all commands on a player have in common. */
function useTarget(typedOrChosen: PickedPlayer) {
  const target = useKnown(typedOrChosen)
  const remember = useSetAtom(rememberTargetAtom)
  return {
    name: target.text.trim() || targetOf(target),
    input: { server: mainServer, target: targetOf(target) },
    rest: {
      missing: isNobody(target) ? '❌ Please enter a target player name' : null,
      onGiven: () => remember(target),
    },
  }
}

function Slay({ target }: OnTarget) {
  const { name, input, rest } = useTarget(target)
  const words = <Affected player={target}>Their dinosaur dies, with its growth. That cannot be undone.</Affected>
  const question = { title: `Slay ${name}?`, act: `Slay ${name}`, words }
  return <CommandButton {...rest} command={slayPlayer} input={input} name="Slay" tone="danger" question={question} />
}

function Heal({ target }: OnTarget) {
  const { input, rest } = useTarget(target)
  return <CommandButton {...rest} command={healPlayer} input={input} name="Heal" />
}

function Kick({ target, reason }: OnTarget & { readonly reason: string }) {
  const { name, input, rest } = useTarget(target)
  const words = <Affected player={target}>They are sent off the server and may come back at once.</Affected>
  const question = { title: `Kick ${name}?`, act: `Kick ${name}`, words }
  return (
    <CommandButton
      {...rest}
      command={kickPlayer}
      input={{ ...input, reason: reason.trim() }}
      name="Kick"
      tone="danger"
      question={question}
    />
  )
}

interface BanProps extends OnTarget {
  readonly reason: string
  readonly duration: ReturnType<typeof banDuration>
}

function Ban({ target, reason, duration }: BanProps) {
  const { name, input, rest } = useTarget(target)
  const how = banLengthWords(duration.ms)
  const words = (
    <Affected player={target}>
      They are kept off the server {how}, from now on. It can be undone for a minute, and lifted at any time.
    </Affected>
  )
  return (
    <CommandButton
      {...rest}
      command={banPlayer}
      input={{ ...input, reason: reason.trim(), durationMs: duration.ms }}
      name="Ban"
      tone="danger"
      missing={rest.missing ?? duration.problem}
      question={{ title: `Ban ${name} ${how}?`, act: `Ban ${name}`, words }}
    />
  )
}
