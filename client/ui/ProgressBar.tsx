import { useId } from 'react'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  readonly label: string
  /** From 0 to `max`; null while the end is not known. */
  readonly value: number | null
  readonly max?: number
  /** The value in words: `12 of 40 players`, `68%`. In percent if left out. */
  readonly text?: string
  readonly tone?: 'accent' | 'good' | 'info' | 'health' | 'hunger' | 'thirst' | 'growth'
  /** Below these values the bar takes the colour of a warning or of danger, and says so. */
  readonly warnBelow?: number
  readonly dangerBelow?: number
}

/** How far something is, as a bar with its value in words. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, value, max = 100, text, tone = 'accent', warnBelow = 0, dangerBelow = 0 } = props
  const id = useId()
  const level =
    value === null || value >= Math.max(warnBelow, dangerBelow) ? null : value < dangerBelow ? 'danger' : 'warn'
  const words = text ?? (value === null ? '' : `${Math.round((value / max) * 100)}%`)
  return (
    <div className={styles.progress} data-tone={level ?? tone}>
      <span id={id}>{label}</span>
      <span className={styles.words}>
        {level ? <span className={styles.level}>{level === 'danger' ? 'critical' : 'low'}</span> : null}
        {words}
      </span>
      <progress
        className={styles.bar}
        aria-labelledby={id}
        aria-valuetext={words || undefined}
        max={max}
        {...(value === null ? {} : { value: Math.max(0, Math.min(value, max)) })}
      />
    </div>
  )
}
