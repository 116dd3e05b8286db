import { type ReactNode, useId } from 'react'
import { describedBy, Notes } from './Labelled.tsx'
import styles from './Toggle.module.css'

interface ToggleProps {
  readonly name: string
  readonly description?: ReactNode
  readonly on: boolean
  readonly disabled?: boolean
  /** Its change is on the way: it shows the state that was asked for, and cannot be turned again until the answer. */
  readonly isBusy?: boolean
  /** Why the last change was refused; null if it was not. */
  readonly problem?: string | null
  readonly onTurn: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function Toggle(props: ToggleProps) {
  const { name, description, on, disabled = false, isBusy = false, problem = null, onTurn } = props
  const id = useId()
  return (
    <div>
      <button
        type="button"
        role="switch"
        className={styles.toggle}
        aria-checked={on}
        aria-labelledby={`${id}-name`}
        aria-describedby={describedBy(id, description, problem)}
        aria-busy={isBusy || undefined}
        disabled={disabled || isBusy}
        onClick={() => onTurn(!on)}
      >
        <span>
          <span id={`${id}-name`}>{name}</span>
          {description ? (
            <span id={`${id}-hint`} className={styles.hint}>
              {description}
            </span>
          ) : null}
        </span>
        <span className={styles.track} aria-hidden="true" />
      </button>
      <Notes id={id} problem={problem} />
    </div>
  )
}
