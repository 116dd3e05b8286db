import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Gated } from '../roles/Gated.tsx'
import type { PersonalPermission } from '../roles/permissionLabels.ts'
import styles from './DeliveryCard.module.css'
import { type DeliverCommand, type GivenAnswer, useDeliver } from './useDeliver.ts'

interface CommandButtonProps<C extends DeliverCommand> {
  readonly command: C
  readonly input: z.input<C['input']>
  readonly name: string
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
  /** What has to be filled in before; null when nothing is missing. */
  readonly missing?: string | null
  /** Asked once before it runs: names who is affected. */
  readonly question?: { readonly title: string; readonly act: string; readonly words: ReactNode } | null
  /** Told when it leaves for the hub. */
  readonly onAsk?: () => void
  /** Told every answer; then a no is shown by whoever is told, and not here. */
  readonly onAnswer?: (answer: GivenAnswer) => void
  /** Told each yes. */
  readonly onGiven?: (id: string) => void
}

/** A command of staff as a button: shown by permission, asked once where it is dangerous, and its refusal beside it. */
export function CommandButton<C extends DeliverCommand>(props: CommandButtonProps<C>) {
  const { command, name } = props
  return (
    <Gated needs={command.permission as PersonalPermission} name={name}>
      <OpenButton {...props} />
    </Gated>
  )
}

function OpenButton<C extends DeliverCommand>(props: CommandButtonProps<C>) {
  const { command, input, name, tone = 'plain', missing = null, question = null, onAsk, onAnswer, onGiven } = props
  const { give, busy, problem, dismiss } = useDeliver(command)
  const [isAsked, setAsked] = useState(false)
  const [lack, setLack] = useState<string | null>(null)
  const told = lack !== null && missing !== null ? missing : problem
  const order = async () => {
    onAsk?.()
    const answer = await give(input)
    onAnswer?.(answer)
    if (!answer.ok) return
    setAsked(false)
    onGiven?.(answer.id)
  }
  const onPress = () => {
    dismiss()
    setLack(missing)
    if (missing !== null) return onAnswer?.({ ok: false, problem: missing })
    return question ? setAsked(true) : void order()
  }
  return (
    <>
      <Button tone={tone} flight={busy && !isAsked ? `${name} …` : null} onClick={onPress}>
        {name}
      </Button>
      {told !== null && !isAsked && !onAnswer ? (
        <div className={styles.said}>
          <Problem>{told}</Problem>
        </div>
      ) : null}
      {isAsked && question ? (
        <Confirm
          title={question.title}
          act={question.act}
          flight={busy ? `${name} …` : null}
          refusal={problem}
          onYes={() => void order()}
          onNo={() => setAsked(false)}
        >
          {question.words}
        </Confirm>
      ) : null}
    </>
  )
}

/** What every section of the desk tells of its calls: that one has left, and what the hub answered. */
export interface Calls {
  readonly onAsk: () => void
  readonly onAnswer: (answer: GivenAnswer) => void
}
