import type { ReactNode } from 'react'
import { DismissButton } from './DismissButton.tsx'
import styles from './NoticeBar.module.css'

interface NoticeBarProps {
  readonly role: 'status' | 'alert'
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** A line under the head of the page, until it is dismissed. */
export const NoticeBar = ({ role, onDismiss, children }: NoticeBarProps) => (
  <div className={styles.bar} role={role} data-role={role}>
    <div className={styles.words}>{children}</div>
    <DismissButton onDismiss={onDismiss} />
  </div>
)
