import type { ReactNode } from 'react'
import { DismissButton } from './Button.tsx'
import styles from './Problem.module.css'

interface ProblemProps {
  readonly children: ReactNode
  readonly onDismiss?: () => void
}

/** Why an action was not done, beside its button. Screen readers announce it. */
export function Problem({ children, onDismiss }: ProblemProps) {
  return (
    <div className={styles.problem} role="alert">
      <p>{children}</p>
      {onDismiss ? <DismissButton onDismiss={onDismiss} /> : null}
    </div>
  )
}

interface NoticeBarProps {
  readonly role: 'status' | 'alert'
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** A message below the head of the page, until it is dismissed. */
export const NoticeBar = ({ role, onDismiss, children }: NoticeBarProps) => (
  <div className={styles.bar} role={role} data-role={role}>
    <div className={styles.description}>{children}</div>
    <DismissButton onDismiss={onDismiss} />
  </div>
)
