import type { ReactNode } from 'react'
import styles from './Problem.module.css'
import { Stroke } from './Stroke.tsx'

interface ProblemProps {
  readonly children: ReactNode
  readonly onDismiss?: () => void
}

/** Why something was not done, beside what was pressed. Said aloud when it comes. */
export function Problem({ children, onDismiss }: ProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      <p>{children}</p>
      {onDismiss ? (
        <button type="button" className={styles.close} aria-label="Dismiss" onClick={onDismiss}>
          <Stroke size={16}>
            <path d="M4 4l12 12M16 4 4 16" />
          </Stroke>
        </button>
      ) : null}
    </div>
  )
}
