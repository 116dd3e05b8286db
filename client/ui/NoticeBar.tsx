import type { ReactNode } from 'react'
import styles from './NoticeBar.module.css'
import { Stroke } from './Stroke.tsx'

interface NoticeBarProps {
  readonly role: 'status' | 'alert'
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** A line under the head of the page, until it is dismissed. */
export const NoticeBar = ({ role, onDismiss, children }: NoticeBarProps) => (
  <div className={styles.bar} role={role} data-role={role}>
    <div className={styles.words}>{children}</div>
    <button type="button" className={styles.close} aria-label="Dismiss" onClick={onDismiss}>
      <Stroke size={16}>
        <path d="M4 4l12 12M16 4 4 16" />
      </Stroke>
    </button>
  </div>
)
