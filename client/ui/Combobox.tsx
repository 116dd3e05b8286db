import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './Combobox.module.css'
import { Field } from './Field.tsx'

export interface ComboboxOption {
  readonly key: string
  readonly name: string
  /** What distinguishes it from others of the same name. */
  readonly detail: ReactNode
}

interface ComboboxProps<Option extends ComboboxOption> {
  readonly label: string
  /** Names the list for screen readers. */
  readonly listLabel: string
  readonly text: string
  readonly onText: (text: string) => void
  /** The options that match the text, the best first. */
  readonly options: readonly Option[]
  readonly onPick: (option: Option) => void
  readonly hint?: ReactNode
  readonly problem?: string | null
  readonly needed?: string
  readonly longest?: number
  readonly autoFocus?: boolean
}

/** A field with a list of matching options: arrows go through it, Enter picks, Escape closes it. */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { listLabel, text, onText, options, onPick, ...field } = props
  const id = useId()
  /** The key of the option that the arrows have reached, '' for none; null while the list is closed. Others may arrive before it. */
  const [reached, setReached] = useState<string | null>(null)
  const isOpen = reached !== null && options.length > 0
  const at = options.findIndex(({ key }) => key === reached)
  const close = () => setReached(null)
  const pick = (option: Option) => {
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
        aria-activedescendant={isOpen && options[at] ? `${id}-${at}` : undefined}
        value={text}
        onValue={onText}
        onInput={open}
        onClick={open}
        onBlur={close}
        onKeyDown={keysOf({ options, at, reached, isOpen, setReached, close, pick })}
      />
      {isOpen ? (
        <div id={id} className={styles.list} role="listbox" aria-label={listLabel}>
          {options.map((option, index) => (
            <OptionRow
              key={option.key}
              id={`${id}-${index}`}
              option={option}
              isAt={index === at}
              onPick={() => pick(option)}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}

interface OptionRowProps {
  readonly id: string
  readonly option: ComboboxOption
  readonly isAt: boolean
  readonly onPick: () => void
}

const OptionRow = ({ id, option, isAt, onPick }: OptionRowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
  <div
    id={id}
    className={styles.option}
    role="option"
    tabIndex={-1}
    aria-selected={isAt}
    // Otherwise the field would lose the focus first, which closes the list.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPick}
  >
    <span className={styles.name}>{option.name}</span>
    <span className={styles.detail}>{option.detail}</span>
  </div>
)

interface ListKeys<Option> {
  readonly options: readonly Option[]
  /** The index of the reached option; -1 for none. */
  readonly at: number
  readonly reached: string | null
  readonly isOpen: boolean
  readonly setReached: (key: string) => void
  readonly close: () => void
  readonly pick: (option: Option) => void
}

const keysOf =
  <Option extends ComboboxOption>({ options, at, reached, isOpen, setReached, close, pick }: ListKeys<Option>) =>
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
