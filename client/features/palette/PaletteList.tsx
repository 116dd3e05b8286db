import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import styles from './Palette.module.css'
import type { PaletteOption } from './paletteOptions.ts'

interface PaletteListProps {
  readonly label: string
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly options: readonly PaletteOption[]
  /** What is in flight, in words; null when nothing is. */
  readonly flight: string | null
  readonly onTake: (option: PaletteOption) => void
  /** Asked for by the key that would delete where nothing is left. */
  readonly onBack: () => void
}

const stepOf = (key: string) => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

/** A field and the list under it: arrows go through the list, Enter takes. */
export function PaletteList({ label, query, onQuery, options, flight, onTake, onBack }: PaletteListProps) {
  const id = useId()
  const [wanted, setAt] = useState(0)
  const at = Math.min(wanted, Math.max(0, options.length - 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question or query begins at its best answer
  useEffect(() => setAt(0), [query, label])
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at])

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
      if (option && flight === null) onTake(option)
    }
  }
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
        aria-activedescendant={options[at] ? optionId(at) : undefined}
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and hears the keys
          <div
            key={option.key}
            id={optionId(index)}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => flight === null && onTake(option)}
          >
            <span className={styles.name}>{option.name}</span>
            <span className={styles.words}>{option.words}</span>
          </div>
        ))}
      </div>
      <p className={styles.hint} role="status">
        {flight ?? (options.length === 0 ? 'Nothing found. Type another word.' : `${options.length} found.`)}
      </p>
    </>
  )
}
