import { type KeyboardEvent, useId } from 'react'
import styles from './Field.module.css'
import type { InputProps } from './Field.tsx'
import { describedBy, Labelled, type LabelledProps, useProblem } from './Labelled.tsx'
import { isBlank, type NumberRule, numberIn, numberProblem } from './textRules.ts'

interface NumberFieldProps extends LabelledProps, NumberRule, Omit<InputProps, 'type' | 'min' | 'max' | 'step'> {
  /** As typed, since a half-typed number is not a number. `numberIn` reads it. */
  readonly value: string
  readonly onValue: (value: string) => void
}

/**
 * A number, typed; arrows count it up and down. It is a text to the browser: a number input of the browser drops what it cannot read,
 * `1,500` among it, and then no message can say what was wrong.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onValue, hint, problem, needed, least, most, step, ...rest } = props
  const id = useId()
  const found = numberProblem(value, { needed, least, most, step })
  const { shown, leave, marks } = useProblem({ given: problem, found, isBlank: isBlank(value) })
  const number = numberIn(value)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event)
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    onValue(String(counted(number ?? least ?? 0, direction * (step ?? 1), { least, most })))
  }
  return (
    <Labelled id={id} label={label} hint={hint} problem={shown}>
      <input
        {...rest}
        {...marks}
        id={id}
        className={styles.input}
        type="text"
        role="spinbutton"
        // The number keys of a phone have no minus sign.
        inputMode={least !== undefined && least < 0 ? 'text' : step === 1 ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-valuenow={number ?? undefined}
        aria-valuemin={least}
        aria-valuemax={most}
        value={value}
        required={needed !== undefined}
        onChange={({ target }) => onValue(target.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        aria-describedby={describedBy(id, hint, shown)}
      />
    </Labelled>
  )
}

/** Without the error of adding 0.1 in binary. */
const counted = (number: number, by: number, { least, most }: NumberRule) =>
  Math.min(
    most ?? Number.POSITIVE_INFINITY,
    Math.max(least ?? Number.NEGATIVE_INFINITY, Number((number + by).toFixed(9))),
  )
