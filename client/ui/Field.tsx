import { type ClipboardEvent, type InputHTMLAttributes, useId } from 'react'
import styles from './Field.module.css'
import { describedBy, Labelled, type LabelledProps, useProblem } from './Labelled.tsx'
import { isBlank, lengthIn, onOneLine, type TextRule, textProblem } from './textRules.ts'

export type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value' | 'required'>

interface FieldProps extends LabelledProps, TextRule, InputProps {
  readonly value: string
  readonly onValue: (value: string) => void
  /** `code`: large and widely spaced, to be read out. */
  readonly face?: 'text' | 'code'
}

/**
 * One line of text with its label, a hint, and the problem with its value. A text that is too long stays as it was typed or pasted and
 * is named as too long, instead of being cut; pasted lines are joined by spaces; each text runs in the direction of its script.
 */
export function Field(props: FieldProps) {
  const { label, value, onValue, hint, problem, face = 'text', needed, longest, check, ...rest } = props
  const id = useId()
  const found = textProblem(value, { needed, longest, check })
  const { shown, leave, marks } = useProblem({ given: problem, found, isBlank: isBlank(value) })
  const count = longest === undefined ? null : countNear(lengthIn(value.trim()), longest)
  const note = withCount(hint, count)
  return (
    <Labelled id={id} label={label} hint={note} problem={shown}>
      <input
        dir="auto"
        {...rest}
        {...marks}
        id={id}
        className={styles.input}
        data-face={face}
        value={value}
        required={needed !== undefined}
        onChange={({ target }) => onValue(target.value)}
        onPaste={(event) => pasteOnOneLine(event, onValue)}
        onBlur={(event) => {
          leave()
          rest.onBlur?.(event)
        }}
        aria-describedby={describedBy(id, note, shown)}
      />
    </Labelled>
  )
}

/** From this part of its limit on, the length of a text is shown. */
const nearLimit = 0.8

const countNear = (length: number, longest: number) => (length < longest * nearLimit ? null : `${length}/${longest}`)

const withCount = (hint: LabelledProps['hint'], count: string | null) =>
  count === null ? (
    hint
  ) : (
    <>
      <span>{hint}</span>
      <span>{count}</span>
    </>
  )

/** Browsers cut or drop the line ends of a pasted text, each in its own way: here each becomes a space. */
function pasteOnOneLine(event: ClipboardEvent<HTMLInputElement>, onValue: (value: string) => void) {
  const pasted = event.clipboardData.getData('text/plain')
  const text = onOneLine(pasted).trim()
  if (!/[\r\n\v\f\u0085\u2028\u2029]/.test(pasted)) return
  event.preventDefault()
  const { currentTarget: input } = event
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? input.value.length, 'end')
  onValue(input.value)
}
