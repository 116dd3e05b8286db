import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { errorText, networkErrorText, outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { healthAtom } from '../server/health.ts'
import styles from './CommandResponse.module.css'
import { UndoDelivery } from './DeliveryActions.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { orderLabel } from './deliveryLabels.ts'
import type { DeliveryAnswer } from './useDeliver.ts'

/** For controls whose answers are shown in one line. */
export interface ResponseCallbacks {
  /** The line itself, to be placed beside the controls. */
  readonly response?: ReactNode
  readonly onAsk?: (() => void) | undefined
  readonly onAnswer?: ((answer: DeliveryAnswer) => void) | undefined
}

interface AnsweredProps {
  readonly children: (callbacks: ResponseCallbacks) => ReactNode
}

/** Controls with a line for the response to their last command. From the press to the hub's answer it says Processing. */
export function Answered({ children }: AnsweredProps) {
  const [isAsking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<DeliveryAnswer | null>(null)
  const callbacks: ResponseCallbacks = {
    response: (
      <>
        <p className={styles.line} role="status">
          {isAsking ? <Processing /> : <Outcome answer={answer} />}
        </p>
        {isAsking || !answer?.ok ? null : <UndoIssued id={answer.id} />}
      </>
    ),
    onAsk: () => setAsking(true),
    onAnswer(next) {
      setAsking(false)
      setAnswer(next)
    },
  }
  return (
    <div className={styles.answered} aria-busy={isAsking}>
      {children(callbacks)}
    </div>
  )
}

function Processing() {
  const { state } = useAtomValue(healthAtom)
  return state === 'hubDown' || state === 'reconnecting'
    ? "Processing… Can't reach the hub. Your command waits on this page."
    : 'Processing…'
}

/** On a phone the list of the user's commands, which has it as well, is a screen away, and the minute for it passes. */
function UndoIssued({ id }: { readonly id: string }) {
  const one = useDeliveries().byId[id]
  return one ? (
    <div className={styles.undo}>
      <UndoDelivery one={one} />
    </div>
  ) : null
}

/** The sentence on the outcome: of the delivery as it is now, or of the refusal. */
function Outcome({ answer }: { readonly answer: DeliveryAnswer | null }) {
  const { byId } = useDeliveries()
  if (answer === null) return null
  if (!answer.ok) return answer.isLost ? networkErrorText(answer.problem) : errorText(answer.problem)
  const one = byId[answer.id]
  return one ? withMarksShown(outcomeText(one, orderLabel(one)).text) : 'Sent to the hub.'
}
