import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { banPlayer, healPlayer, kickPlayer, slayPlayer } from '../../../shared/features/deliveries/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Part } from '../../ui/Part.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { BanLengthField, banDuration, permanently, ReasonField } from './BanFields.tsx'
import { CommandButton } from './CommandButton.tsx'
import { Communication } from './Communication.tsx'
import { banLengthLabel } from './deliveryLabels.ts'
import { Affected } from './OtherStaff.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import {
  isNoPlayer,
  noPlayer,
  type PickedPlayer,
  rememberTargetAtom,
  type TargetProps,
  targetOf,
  useKnownPlayer,
} from './pickedPlayer.ts'
import { Teleportation } from './Teleportation.tsx'

const onOnePlayer: readonly Permission[] = ['slayPlayers', 'healPlayers', 'kickPlayers', 'banPlayers']
const communication: readonly Permission[] = ['messagePlayers', 'broadcast']

/** The commands on other players, each part shown by permission, all on one target. */
export function StaffControls() {
  const { may } = useAtomValue(accessAtom)
  const [target, setTarget] = useState(noPlayer)
  const mayAny = (some: readonly Permission[]) => some.some((each) => may.includes(each))
  const hasTarget = mayAny(onOnePlayer)
  const targetProps = { target, onTarget: setTarget, hasTarget }
  return (
    <>
      {hasTarget ? <TargetControls target={target} onTarget={setTarget} /> : null}
      {mayAny(communication) ? <Communication {...targetProps} /> : null}
      {mayAny(['teleportPlayers']) ? <Teleportation {...targetProps} /> : null}
    </>
  )
}

/** The commands on one player. Dangerous ones name their target and ask once. */
function TargetControls({ target, onTarget }: TargetProps) {
  const { may } = useAtomValue(accessAtom)
  const [reason, setReason] = useState('')
  const [length, setLength] = useState(permanently)
  const mayBan = may.includes('banPlayers')
  return (
    <Part title="Admin Controls">
      <Stack>
        <PlayerPicker label="Target player" chosen={target} onChoose={onTarget} />
        {mayBan || may.includes('kickPlayers') ? <ReasonField reason={reason} onReason={setReason} /> : null}
        {mayBan ? <BanLengthField length={length} onLength={setLength} /> : null}
        <Actions>
          <Slay target={target} />
          <Heal target={target} />
          <Kick target={target} reason={reason} />
          <Ban target={target} reason={reason} duration={banDuration(length)} />
        </Actions>
      </Stack>
    </Part>
  )
}

interface OnTarget {
  readonly target: PickedPlayer
}

/** The common props of all commands on a player. */
function useTarget(typedOrChosen: PickedPlayer) {
  const target = useKnownPlayer(typedOrChosen)
  const remember = useSetAtom(rememberTargetAtom)
  return {
    name: target.text.trim() || targetOf(target),
    input: { server: mainServer, target: targetOf(target) },
    common: {
      missing: isNoPlayer(target) ? '❌ Please enter a target player name' : null,
      onIssued: () => remember(target),
    },
  }
}

function Slay({ target }: OnTarget) {
  const { name, input, common } = useTarget(target)
  const body = <Affected player={target}>Their dinosaur dies, with its growth. That cannot be undone.</Affected>
  const confirmation = { title: `Slay ${name}?`, action: `Slay ${name}`, body }
  return (
    <CommandButton
      {...common}
      command={slayPlayer}
      input={input}
      name="Slay"
      tone="danger"
      confirmation={confirmation}
    />
  )
}

function Heal({ target }: OnTarget) {
  const { input, common } = useTarget(target)
  return <CommandButton {...common} command={healPlayer} input={input} name="Heal" />
}

function Kick({ target, reason }: OnTarget & { readonly reason: string }) {
  const { name, input, common } = useTarget(target)
  const body = <Affected player={target}>They are sent off the server and may come back at once.</Affected>
  const confirmation = { title: `Kick ${name}?`, action: `Kick ${name}`, body }
  return (
    <CommandButton
      {...common}
      command={kickPlayer}
      input={{ ...input, reason: reason.trim() }}
      name="Kick"
      tone="danger"
      confirmation={confirmation}
    />
  )
}

interface BanProps extends OnTarget {
  readonly reason: string
  readonly duration: ReturnType<typeof banDuration>
}

function Ban({ target, reason, duration }: BanProps) {
  const { name, input, common } = useTarget(target)
  const length = banLengthLabel(duration.ms)
  const body = (
    <Affected player={target}>
      They are kept off the server {length}, from now on. It can be undone for a minute, and lifted at any time.
    </Affected>
  )
  return (
    <CommandButton
      {...common}
      command={banPlayer}
      input={{ ...input, reason: reason.trim(), durationMs: duration.ms }}
      name="Ban"
      tone="danger"
      missing={common.missing ?? duration.problem}
      confirmation={{ title: `Ban ${name} ${length}?`, action: `Ban ${name}`, body }}
    />
  )
}
