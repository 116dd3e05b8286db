import type { ReactNode } from 'react'
import styles from './Stack.module.css'

interface StackProps {
  /** `wide`: between parts of a page, not between the fields of one. */
  readonly gap?: 'usual' | 'wide'
  readonly children: ReactNode
}

/** Children below one another, never wider than their column. */
export const Stack = ({ gap = 'usual', children }: StackProps) => (
  <div className={styles.stack} data-gap={gap}>
    {children}
  </div>
)

/** Buttons in a row that wraps. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
