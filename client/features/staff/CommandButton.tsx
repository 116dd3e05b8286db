import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { DeliveryCommand } from '../../../shared/features/deliveries/commands.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Gated } from '../roles/Gated.tsx'
import type { PersonalPermission } from '../roles/permissionLabels.ts'
import styles from './DeliveryCard.module.css'
import { type DeliveryAnswer, useDeliveryCommand } from './useDeliver.ts'

export interface CommandConfirmation {
  readonly title: string
  /** The label of the confirming button. */
  readonly action: string
  readonly body: ReactNode
}

interface CommandButtonProps<C extends DeliveryCommand> {
  readonly command: C
  readonly input: z.input<C['input']>
  readonly name: string
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
  /** The field that has to be filled in first; null if none is missing. */
  readonly missing?: string | null
  /** Asked once before it runs: names the target. */
  readonly confirmation?: CommandConfirmation | null
  /** Called when the command is sent. */
  readonly onAsk?: () => void
  /** Called with every answer; a refusal is then not shown here. */
  readonly onAnswer?: (answer: DeliveryAnswer) => void
  /** Called after each success. */
  readonly onIssued?: (id: string) => void
}

/** A staff command as a button: shown by permission, with a confirmation if it is dangerous, and its refusal beside it. */
export function CommandButton<C extends DeliveryCommand>(props: CommandButtonProps<C>) {
  const { command, name } = props
  return (
    <Gated needs={command.permission as PersonalPermission} name={name}>
      <AllowedButton {...props} />
    </Gated>
  )
}

function AllowedButton<C extends DeliveryCommand>(props: CommandButtonProps<C>) {
  const { command, input, name, tone = 'plain', missing = null, confirmation = null, onAsk, onAnswer, onIssued } = props
  const { issue, busy, problem, dismiss } = useDeliveryCommand(command)
  const [isConfirming, setConfirming] = useState(false)
  const [missingAtPress, setMissingAtPress] = useState<string | null>(null)
  const shownProblem = missingAtPress !== null && missing !== null ? missing : problem
  const send = async () => {
    onAsk?.()
    const answer = await issue(input)
    onAnswer?.(answer)
    if (!answer.ok) return
    setConfirming(false)
    onIssued?.(answer.id)
  }
  const onPress = () => {
    dismiss()
    setMissingAtPress(missing)
    if (missing !== null) return onAnswer?.({ ok: false, problem: missing })
    return confirmation ? setConfirming(true) : void send()
  }
  return (
    <>
      <Button tone={tone} busyLabel={busy && !isConfirming ? `${name} …` : null} onClick={onPress}>
        {name}
      </Button>
      {shownProblem !== null && !isConfirming && !onAnswer ? (
        <div className={styles.problem}>
          <Problem>{shownProblem}</Problem>
        </div>
      ) : null}
      {isConfirming && confirmation ? (
        <Confirm
          title={confirmation.title}
          action={confirmation.action}
          busyLabel={busy ? `${name} …` : null}
          refusal={problem}
          onConfirm={() => void send()}
          onCancel={() => setConfirming(false)}
        >
          {confirmation.body}
        </Confirm>
      ) : null}
    </>
  )
}

/** Callbacks of the sections of the owner's panel. */
export interface PanelCallbacks {
  readonly onAsk: () => void
  readonly onAnswer: (answer: DeliveryAnswer) => void
}
