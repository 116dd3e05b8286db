import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './Palette.module.css'
import type { PaletteOption } from './paletteOptions.ts'

interface PaletteListProps {
  readonly label: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly options: readonly PaletteOption[]
  /** The label of the command in flight; null if there is none. */
  readonly busyLabel: string | null
  readonly onTake: (option: PaletteOption) => void
  /** Called for Backspace in an empty field. */
  readonly onBack: () => void
}

const stepOf = (key: string) => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

/** The option that the keys have reached, and the keys of the field. */
function useReached({ label, query, options, busyLabel, onTake, onBack }: PaletteListProps, id: string) {
  const [reached, setAt] = useState(0)
  const at = Math.min(reached, Math.max(0, options.length - 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another label or query starts at its best option
  useEffect(() => setAt(0), [query, label])
  useEffect(() => {
    // In a block, since some browsers return a promise, which is no cleanup function.
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key)
    const option = options[at]
    if (event.key === 'Backspace' && query === '') onBack()
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setAt((at + step + options.length) % options.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (option && busyLabel === null) onTake(option)
    }
  }
  return { at, onKeyDown }
}

/** A field with a list: arrows go through it, Enter takes. */
export function PaletteList(props: PaletteListProps) {
  const { label, query, onQuery, options, busyLabel, onTake } = props
  const id = useId()
  const { at, onKeyDown } = useReached(props, id)
  return (
    <>
      <label className={styles.label} htmlFor={`${id}-field`}>
        {label}
      </label>
      <input
        id={`${id}-field`}
        className={styles.field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={options[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={998}
        value={query}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label="Found">
        {options.map((option, index) => (
          <Option
            key={option.key}
            id={`${id}-${index}`}
            option={option}
            isAt={index === at}
            onTake={() => busyLabel === null && onTake(option)}
          />
        ))}
      </div>
      <p className={styles.hint} role="status">
        {busyLabel ?? (options.length === 0 ? 'Nothing found. Type another word.' : `${options.length} found.`)}
      </p>
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly option: PaletteOption
  readonly isAt: boolean
  readonly onTake: () => void
}

const Option = ({ id, option, isAt, onTake }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
  <div
    id={id}
    className={styles.option}
    role="option"
    tabIndex={-1}
    aria-selected={isAt}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onTake}
  >
    <span className={styles.name}>{option.name}</span>
    <span className={styles.description}>{option.detail}</span>
  </div>
)

/** A dialog over the page. Escape closes it, and the focus returns. */
export function PaletteFrame({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.sheet}>{children}</div>
    </dialog>
  )
}
