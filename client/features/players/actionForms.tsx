import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { kickPlayer, messagePlayer, slayPlayer, teleportPlayer } from '../../../shared/features/deliveries/commands.ts'
import { longestActionReason, longestActionText } from '../../../shared/features/deliveries/kinds.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { useDraft, useTextDraft } from '../../ui/useDraft.ts'
import { WithoutEnter } from '../staff/BanFields.tsx'
import { Affected } from '../staff/OtherStaff.tsx'
import { PlayerPicker } from '../staff/PlayerPicker.tsx'
import { noPlayer, PickedPlayer, targetOf, useTargetProblem } from '../staff/pickedPlayer.ts'
import { useDeliveryCommand } from '../staff/useDeliver.ts'

interface ActionFormProps {
  readonly player: { readonly id: string; readonly name: string }
  /** Sent, or cancelled. */
  readonly onDone: () => void
}

export interface TypedFormProps extends ActionFormProps {
  /** Why it cannot be sent now; null if it can. */
  readonly blocked: string | null
}

export const longestMessage = longestActionText

export function MessageForm({ player, blocked, onDone }: TypedFormProps) {
  const { value: text, change, clear } = useTextDraft(`message ${player.id}`)
  const { issue, busy, problem, dismiss } = useDeliveryCommand(messagePlayer)
  const send = async () => {
    if (!(await issue({ server: mainServer, target: player.id, text })).ok) return
    clear()
    onDone()
  }
  return (
    <Form
      label={`Message ${player.name}`}
      action="Send message"
      busyLabel={busy ? 'Sending…' : null}
      blocked={blocked}
      problem={problem}
      onDismiss={dismiss}
      onSubmit={() => void send()}
      onCancel={onDone}
    >
      <Field
        label={`Message to ${player.name}`}
        autoComplete="off"
        autoFocus
        needed="Enter a message."
        longest={longestMessage}
        value={text}
        onValue={change}
      />
    </Form>
  )
}

export function TeleportForm({ player, blocked, onDone }: TypedFormProps) {
  const { value: destination, change, clear } = useDraft(`teleport ${player.id}`, PickedPlayer, noPlayer)
  const [isTried, setTried] = useState(false)
  const { issue, busy, problem, dismiss } = useDeliveryCommand(teleportPlayer)
  const missing = useTargetProblem()(destination, '❌ Please enter destination player name')
  const send = async () => {
    setTried(true)
    if (missing !== null) return
    const answer = await issue({ server: mainServer, target: player.id, destination: targetOf(destination) })
    if (!answer.ok) return
    clear()
    onDone()
  }
  return (
    <Form
      label={`Teleport ${player.name}`}
      action="Teleport"
      busyLabel={busy ? 'Teleporting…' : null}
      blocked={blocked}
      problem={problem}
      onDismiss={dismiss}
      onSubmit={() => void send()}
      onCancel={onDone}
    >
      <PlayerPicker
        label={`Move ${player.name} to`}
        chosen={destination}
        onChoose={change}
        recent={false}
        autoFocus
        problem={isTried ? missing : null}
      />
    </Form>
  )
}

export function KickQuestion({ player, onDone }: ActionFormProps) {
  const { value: reason, change, clear } = useTextDraft(`kick ${player.id}`)
  const { issue, busy, problem } = useDeliveryCommand(kickPlayer)
  const send = async () => {
    if (!(await issue({ server: mainServer, target: player.id, reason: reason.trim() })).ok) return
    clear()
    onDone()
  }
  return (
    <Confirm
      title={`Kick ${player.name}?`}
      action={`Kick ${player.name}`}
      busyLabel={busy ? 'Kicking…' : null}
      refusal={problem}
      onConfirm={() => void send()}
      onCancel={onDone}
    >
      <Affected player={{ text: player.name, id: player.id }}>
        They're disconnected from the server and can come back at once.
      </Affected>
      <WithoutEnter>
        <Field
          label="Reason (optional)"
          autoComplete="off"
          longest={longestActionReason}
          value={reason}
          onValue={change}
        />
      </WithoutEnter>
    </Confirm>
  )
}

export function SlayQuestion({ player, onDone }: ActionFormProps) {
  const { issue, busy, problem } = useDeliveryCommand(slayPlayer)
  const send = async () => {
    if ((await issue({ server: mainServer, target: player.id })).ok) onDone()
  }
  return (
    <Confirm
      title={`Slay ${player.name}?`}
      action={`Slay ${player.name}`}
      busyLabel={busy ? 'Slaying…' : null}
      refusal={problem}
      onConfirm={() => void send()}
      onCancel={onDone}
    >
      <Affected player={{ text: player.name, id: player.id }}>
        Their dinosaur dies and its growth is lost. You can't undo this.
      </Affected>
    </Confirm>
  )
}
