import { Field } from '../../ui/Field.tsx'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import styles from './Controls.module.css'

interface ReasonFieldProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

const mostOffered = 5

/** Why somebody is kicked or banned; what staff gave as a reason lately is a press away. */
export function ReasonField({ reason, onReason }: ReasonFieldProps) {
  const given = useDeliveries().all.map(({ detail }) => detail.reason?.trim() ?? '')
  const before = [...new Set(given)].filter(Boolean).slice(0, mostOffered)
  return (
    <>
      <Field label="Reason (optional)" autoComplete="off" maxLength={200} value={reason} onValue={onReason} />
      {before.length === 0 ? null : (
        <fieldset className={styles.chips}>
          <legend className="unseen">Reasons given before</legend>
          {before.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.chip}
              aria-pressed={each === reason.trim()}
              onClick={() => onReason(each)}
            >
              {each}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}
