import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { describedBy, Notes, useProblem } from './Labelled.tsx'

interface CheckboxProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  /** Some of what it stands for is checked, not all. */
  readonly mixed?: boolean
  readonly disabled?: boolean
  /** The message if it has to be checked and is not: `Confirm that you have read this.` */
  readonly needed?: string
  readonly problem?: string | null
  readonly onCheck: (checked: boolean) => void
}

/** A choice that takes effect when its form is submitted; a choice with an effect at once is a `Toggle`. */
export function Checkbox(props: CheckboxProps) {
  const { label, hint, checked, mixed = false, disabled = false, needed, problem, onCheck } = props
  const id = useId()
  const found = checked ? null : (needed ?? null)
  const { shown, marks } = useProblem({ given: problem, found, isBlank: !checked })
  return (
    <div className={styles.check}>
      <input
        {...marks}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked}
        disabled={disabled}
        required={needed !== undefined}
        onChange={({ target }) => onCheck(target.checked)}
        aria-describedby={describedBy(id, hint, shown)}
      />
      <label htmlFor={id}>{label}</label>
      <div className={styles.notes}>
        <Notes id={id} hint={hint} problem={shown} />
      </div>
    </div>
  )
}

interface CheckboxGroupProps<Key extends string> {
  readonly legend: string
  readonly hint?: ReactNode
  readonly options: readonly { readonly key: Key; readonly name: string; readonly hint?: string }[]
  readonly chosen: readonly Key[]
  /** The message if none is chosen: `Choose at least one.` */
  readonly needed?: string
  readonly problem?: string | null
  readonly onChoose: (chosen: readonly Key[]) => void
}

/** Any number of several options, with one problem for all of them. */
export function CheckboxGroup<Key extends string>(props: CheckboxGroupProps<Key>) {
  const { legend, hint, options, chosen, needed, problem, onChoose } = props
  const id = useId()
  const found = chosen.length === 0 ? (needed ?? null) : null
  const { shown, marks } = useProblem({ given: problem, found, isBlank: chosen.length === 0 })
  const turn = (key: Key, checked: boolean) =>
    onChoose(checked ? [...chosen, key] : chosen.filter((each) => each !== key))
  return (
    <fieldset className={styles.group} aria-describedby={describedBy(id, hint, shown)}>
      <legend>{legend}</legend>
      <div className={styles.options}>
        {options.map((option, index) => (
          // The form moves the focus to the first box, since a group has none.
          <div key={option.key} className={styles.check}>
            <input
              id={`${id}-${option.key}`}
              type="checkbox"
              className={styles.box}
              data-wrong={index === 0 ? marks['data-wrong'] : undefined}
              checked={chosen.includes(option.key)}
              onChange={({ target }) => turn(option.key, target.checked)}
              aria-describedby={option.hint ? `${id}-${option.key}-hint` : undefined}
            />
            <label htmlFor={`${id}-${option.key}`}>{option.name}</label>
            <div className={styles.notes}>
              <Notes id={`${id}-${option.key}`} hint={option.hint} />
            </div>
          </div>
        ))}
      </div>
      <Notes id={id} hint={hint} problem={shown} />
    </fieldset>
  )
}
