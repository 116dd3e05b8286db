import type { CSSProperties } from 'react'
import styles from './VitalsCard.module.css'

interface VitalProps {
  readonly name: string
  /** Percent. */
  readonly value: number
  /** Below this it is a warning. */
  readonly lowBelow?: number
}

/** One instrument: its name, a bar and the number. Low is told by a word and a notch, not by colour alone. */
export function Vital({ name, value, lowBelow = 0 }: VitalProps) {
  const isLow = value < lowBelow
  return (
    <div className={styles.vital} data-low={isLow || undefined}>
      <dt>{name}</dt>
      <dd>
        <span
          className={styles.bar}
          style={{ '--full': Math.min(1, value / 100) } as CSSProperties}
          aria-hidden="true"
        />
        <span className={styles.number}>
          {value}
          <span className={styles.percent}> %</span>
        </span>
        {isLow ? <span className={styles.low}>low</span> : null}
      </dd>
    </div>
  )
}
