import { useId } from 'react'
import styles from './Field.module.css'
import { describedBy, Labelled, type LabelledProps, useProblem } from './Labelled.tsx'
import { isBlank, lengthIn, type TextRule, textProblem } from './textRules.ts'

interface TextAreaProps extends LabelledProps, TextRule {
  readonly value: string
  readonly onValue: (value: string) => void
  /** Lines that are shown without scrolling. */
  readonly rows: number
}

/** A text of several lines. Like `Field`, it keeps a text that is too long as it was written, and names it as too long. */
export function TextArea({ label, value, onValue, hint, problem, rows, needed, longest, check }: TextAreaProps) {
  const id = useId()
  const found = textProblem(value, { needed, longest, check })
  const { shown, leave, marks } = useProblem({ given: problem, found, isBlank: isBlank(value) })
  const note = (
    <>
      <span>{hint}</span>
      {longest === undefined ? null : (
        <span>
          {lengthIn(value.trim())}/{longest}
        </span>
      )}
    </>
  )
  return (
    <Labelled id={id} label={label} hint={note} problem={shown}>
      <textarea
        {...marks}
        id={id}
        dir="auto"
        className={`${styles.input} ${styles.area}`}
        rows={rows}
        value={value}
        required={needed !== undefined}
        onChange={({ target }) => onValue(target.value)}
        onBlur={leave}
        aria-describedby={describedBy(id, note, shown)}
      />
    </Labelled>
  )
}
