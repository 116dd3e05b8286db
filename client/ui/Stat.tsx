import type { ReactNode } from 'react'
import styles from './Stat.module.css'

interface StatProps {
  readonly name: string
  /** Null while it is not known. */
  readonly value: ReactNode
  readonly unit?: string
  /** What it is compared with: `of 300 slots`, `+12 since yesterday`. */
  readonly detail?: ReactNode
  readonly tone?: 'plain' | 'good' | 'warn' | 'danger'
}

/** One figure with its name. Stands in a `StatRow`. */
export const Stat = ({ name, value, unit, detail, tone = 'plain' }: StatProps) => (
  <div className={styles.stat} data-tone={tone}>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>
      {value ?? <span title="Not known yet">–</span>}
      {unit ? <span className={styles.unit}>{unit === '%' ? unit : ` ${unit}`}</span> : null}
    </dd>
    {detail ? <dd className={styles.detail}>{detail}</dd> : null}
  </div>
)

/** Figures in a row, the most important one first. */
export const StatRow = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <dl className={styles.row} aria-label={label}>
    {children}
  </dl>
)
