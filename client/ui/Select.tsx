import { useId } from 'react'
import styles from './Field.module.css'
import { describedBy, Labelled, type LabelledProps, useProblem } from './Labelled.tsx'

interface SelectProps<Key extends string> extends LabelledProps {
  readonly options: readonly { readonly key: Key; readonly name: string }[]
  /** Null while nothing is chosen: give a `placeholder` then. */
  readonly value: Key | null
  readonly onValue: (key: Key) => void
  /** The first line while nothing is chosen: `Choose a length`. It cannot be chosen itself. */
  readonly placeholder?: string
  /** The message if nothing is chosen: `Choose a length.` */
  readonly needed?: string
  readonly disabled?: boolean
  /** In a bar of filters, where the chosen option says what it is: `Sort: name`. */
  readonly hidesLabel?: boolean
}

/** One of several options, in the browser's own list. */
export function Select<Key extends string>(props: SelectProps<Key>) {
  const { label, options, value, onValue, placeholder, needed, hint, problem, disabled = false, hidesLabel } = props
  const id = useId()
  const found = value === null ? (needed ?? null) : null
  const { shown, leave, marks } = useProblem({ given: problem, found, isBlank: value === null })
  const choose = (key: string) => {
    const chosen = options.find((option) => option.key === key)
    if (chosen) onValue(chosen.key)
  }
  return (
    <Labelled id={id} label={label} hint={hint} problem={shown} hidesLabel={hidesLabel}>
      <select
        {...marks}
        id={id}
        className={styles.select}
        value={value ?? ''}
        disabled={disabled}
        required={needed !== undefined}
        onChange={({ target }) => choose(target.value)}
        onBlur={leave}
        aria-describedby={describedBy(id, hint, shown)}
      >
        {value === null ? (
          <option value="" disabled>
            {placeholder ?? ''}
          </option>
        ) : null}
        {options.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
