import type { ReactNode } from 'react'
import { DismissButton } from './DismissButton.tsx'
import styles from './Problem.module.css'

interface ProblemProps {
  readonly children: ReactNode
  readonly onDismiss?: () => void
}

/** Why something was not done, beside what was pressed. Said aloud when it comes. */
export function Problem({ children, onDismiss }: ProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      <p>{children}</p>
      {onDismiss ? <DismissButton onDismiss={onDismiss} /> : null}
    </div>
  )
}
