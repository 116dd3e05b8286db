import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly hint?: ReactNode
  /** Why what stands there was refused; null when it was not. */
  readonly problem?: string | null
  /** `code`: large and wide, to be read out. */
  readonly face?: 'text' | 'code'
}

/** One line to write in, with its name, what helps, and what was wrong. */
export function Field({ label, value, onValue, hint, problem = null, face = 'text', ...rest }: FieldProps) {
  const id = useId()
  const told = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        data-face={face}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        aria-describedby={told || undefined}
        aria-invalid={problem !== null || undefined}
      />
      {hint ? (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
