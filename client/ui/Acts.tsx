import type { ReactNode } from 'react'
import styles from './Acts.module.css'

/** Buttons beside one another, and below where there is no room. */
export const Acts = ({ children }: { readonly children: ReactNode }) => <div className={styles.acts}>{children}</div>
