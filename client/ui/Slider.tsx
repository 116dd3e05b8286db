import { type ReactNode, useId } from 'react'
import { describedBy, Notes } from './Labelled.tsx'
import styles from './Slider.module.css'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly step: number
  /** The value with its unit: `10 s`. */
  readonly valueLabel: string
  readonly hint?: ReactNode
  readonly disabled?: boolean
  readonly onValue: (value: number) => void
}

/** One number of a range. Its value is written beside its name. */
export function Slider(props: SliderProps) {
  const { label, value, least, most, step, valueLabel, hint, disabled = false, onValue } = props
  const id = useId()
  return (
    <div className={styles.slider}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <output className={styles.value} htmlFor={id}>
          {valueLabel}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={valueLabel}
        aria-describedby={describedBy(id, hint, null)}
        onChange={({ target }) => onValue(Number(target.value))}
      />
      <Notes id={id} hint={hint} />
    </div>
  )
}
