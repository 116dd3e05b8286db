import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { DeliveryCommand } from '../../../shared/features/deliveries/commands.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useMay } from '../roles/Gated.tsx'
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
  /** The accessible name, where the name alone does not say what it is about. It begins with the name, or ends with it. */
  readonly label?: string
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
  /** What is missing or wrong in a field; null if nothing is. */
  readonly missing?: string | null
  /** Called on a press while something is missing: its field shows it. Without this it is shown here. */
  readonly onMissing?: () => void
  /** Asked once before it runs: names the target. */
  readonly confirmation?: CommandConfirmation | null
  /** Called when the command is sent. */
  readonly onAsk?: (() => void) | undefined
  /** Called with every answer; a refusal is then not shown here. */
  readonly onAnswer?: ((answer: DeliveryAnswer) => void) | undefined
  /** Called after each success. */
  readonly onIssued?: (id: string) => void
}

/**
 * A staff command as a button, only for those who may give it: with a confirmation if it is dangerous, and its refusal beside it. A confirmation
 * that closed with the permission stays closed when that comes back.
 */
export const CommandButton = <C extends DeliveryCommand>(props: CommandButtonProps<C>) =>
  useMay(props.command) ? <AllowedButton {...props} /> : null

function AllowedButton<C extends DeliveryCommand>(props: CommandButtonProps<C>) {
  const { command, input, name, tone = 'plain', missing = null, confirmation = null } = props
  const { label, onMissing, onAsk, onAnswer, onIssued } = props
  const { issue, busy, problem, dismiss } = useDeliveryCommand(command)
  const [isConfirming, setConfirming] = useState(false)
  const [missingAtPress, setMissingAtPress] = useState<string | null>(null)
  const gap = missingAtPress !== null && !onMissing ? missing : null
  const shownProblem = gap ?? (onAnswer ? null : problem)
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
    if (missing !== null) return onMissing?.()
    return confirmation ? setConfirming(true) : void send()
  }
  return (
    <>
      <Button tone={tone} aria-label={label} busyLabel={busy && !isConfirming ? `${name}…` : null} onClick={onPress}>
        {name}
      </Button>
      {shownProblem !== null && !isConfirming ? (
        <div className={styles.problem}>
          <Problem>{shownProblem}</Problem>
        </div>
      ) : null}
      {isConfirming && confirmation ? (
        <Confirm
          title={confirmation.title}
          action={confirmation.action}
          busyLabel={busy ? `${name}…` : null}
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
