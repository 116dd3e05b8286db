import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface LabelledProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Why the value was refused; null if it was not. */
  readonly problem?: string | null
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value'>

interface FieldProps extends LabelledProps, InputProps {
  readonly value: string
  readonly onValue: (value: string) => void
  /** `code`: large and widely spaced, to be read out. */
  readonly face?: 'text' | 'code'
}

/** One line of text with its label, a hint, and the problem with its value. */
export function Field({ label, value, onValue, hint, problem = null, face = 'text', ...rest }: FieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <input
        {...rest}
        id={id}
        className={styles.input}
        data-face={face}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        aria-describedby={describedBy(id, hint, problem)}
        aria-invalid={problem !== null || undefined}
      />
    </Labelled>
  )
}

interface NumberFieldProps extends LabelledProps, Omit<InputProps, 'type' | 'min' | 'max' | 'step'> {
  /** As typed, since a half-typed number is no number. `numberIn` reads it. */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly least?: number
  readonly most?: number
  readonly step?: number
}

/** A number, typed. */
export const NumberField = ({ least, most, step, ...rest }: NumberFieldProps) => (
  <Field {...rest} type="number" inputMode="numeric" min={least} max={most} step={step} />
)

/** The number that was typed; null if it is none. */
export function numberIn(typed: string): number | null {
  const number = typed.trim() === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : null
}

interface SelectProps<Key extends string> extends LabelledProps {
  readonly options: readonly { readonly key: Key; readonly name: string }[]
  readonly value: Key
  readonly onValue: (key: Key) => void
  readonly disabled?: boolean
}

/** One of several options, in the browser's own list. */
export function Select<Key extends string>(props: SelectProps<Key>) {
  const { label, options, value, onValue, hint, problem = null, disabled = false } = props
  const id = useId()
  const choose = (key: string) => {
    const chosen = options.find((option) => option.key === key)
    if (chosen) onValue(chosen.key)
  }
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <select
        id={id}
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={({ target }) => choose(target.value)}
        aria-describedby={describedBy(id, hint, problem)}
        aria-invalid={problem !== null || undefined}
      >
        {options.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

const describedBy = (id: string, hint: ReactNode, problem: string | null) =>
  [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ') || undefined

const Labelled = ({ id, label, hint, problem, children }: LabelledProps & { id: string; children: ReactNode }) => (
  <div className={styles.field}>
    <label className={styles.label} htmlFor={id}>
      {label}
    </label>
    {children}
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
