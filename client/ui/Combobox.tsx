import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './Combobox.module.css'
import { Field } from './Field.tsx'
import { type Option, OptionList, optionId } from './OptionList.tsx'

interface ComboboxProps<One extends Option> {
  readonly label: string
  /** Names the list for screen readers. */
  readonly listLabel: string
  readonly text: string
  readonly onText: (text: string) => void
  /** The options that match the text, the best first. */
  readonly options: readonly One[]
  readonly onPick: (option: One) => void
  readonly hint?: ReactNode
  readonly problem?: string | null
  readonly needed?: string
  readonly longest?: number
  readonly autoFocus?: boolean
}

/** A field with a list of matching options: arrows go through it, Enter picks, Escape closes it. */
export function Combobox<One extends Option>(props: ComboboxProps<One>) {
  const { listLabel, text, onText, options, onPick, ...field } = props
  const id = useId()
  /** The key of the option that the arrows have reached, '' for none; null while the list is closed. Others may arrive before it. */
  const [reached, setReached] = useState<string | null>(null)
  const isOpen = reached !== null && options.length > 0
  const at = options.findIndex(({ key }) => key === reached)
  const close = () => setReached(null)
  const pick = (option: One) => {
    onPick(option)
    close()
  }
  const open = () => setReached('')
  return (
    <div className={styles.anchor}>
      <Field
        {...field}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && options[at] ? optionId(id, at) : undefined}
        value={text}
        onValue={onText}
        onInput={open}
        onClick={open}
        onBlur={close}
        onKeyDown={keysOf({ options, at, reached, isOpen, setReached, close, pick })}
      />
      {isOpen ? (
        <OptionList id={id} label={listLabel} className={styles.list} options={options} at={at} onPick={pick} />
      ) : null}
    </div>
  )
}

interface ListKeys<One> {
  readonly options: readonly One[]
  /** The index of the reached option; -1 for none. */
  readonly at: number
  readonly reached: string | null
  readonly isOpen: boolean
  readonly setReached: (key: string) => void
  readonly close: () => void
  readonly pick: (option: One) => void
}

const keysOf =
  <One extends Option>({ options, at, reached, isOpen, setReached, close, pick }: ListKeys<One>) =>
  (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = step === 0 ? undefined : options[nextAt(at, step, options.length)]
    if (next) {
      event.preventDefault()
      setReached(next.key)
    }
    if (!isOpen) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key !== 'Enter') return
    const option = options[at]
    // The option that was reached may have gone: the key was meant for it, not for the form.
    if (option || reached) event.preventDefault()
    if (option) pick(option)
    else close()
  }

/** Wraps around; from outside of the list (-1) to its first or its last option. */
const nextAt = (at: number, step: number, count: number) => (Math.max(at, step < 0 ? 0 : -1) + step + count) % count
