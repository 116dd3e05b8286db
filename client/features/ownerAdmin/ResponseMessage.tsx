import { DeliveryStrip } from '../deliveries/DeliveryStrip.tsx'
import { responseLine } from '../deliveries/deliveryWords.ts'
import type { GivenAnswer } from '../deliveries/useDeliver.ts'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { Part } from '../roles/Part.tsx'
import styles from './OwnerAdmin.module.css'

/** A refusal that already is a line of this screen stays as it is. */
const errorLine = (problem: string) => (problem.startsWith('❌') ? problem : `❌ Error: ${problem}`)

/** The answer to the last command in one line, and its life below. */
export function ResponseMessage({ answer }: { readonly answer: GivenAnswer | null }) {
  const { byId } = useDeliveries()
  const one = answer?.ok ? byId[answer.id] : undefined
  const line = answer === null ? null : answer.ok ? one && responseLine(one) : errorLine(answer.problem)
  return (
    <Part title="Response">
      <div className={styles.answer}>
        {line ? (
          <p className={styles.line} role="status">
            {line}
          </p>
        ) : (
          <p className={styles.none}>{answer === null ? 'No command yet.' : 'Asked for.'}</p>
        )}
        {answer?.ok ? <DeliveryStrip id={answer.id} /> : null}
      </div>
    </Part>
  )
}
