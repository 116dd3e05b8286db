import styles from './Toggle.module.css'

interface ToggleProps {
  readonly name: string
  readonly words?: string
  readonly on: boolean
  readonly disabled?: boolean
  readonly onTurn: (on: boolean) => void
}

/** On or off, at once. */
export function Toggle({ name, words, on, disabled = false, onTurn }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.toggle}
      aria-checked={on}
      disabled={disabled}
      onClick={() => onTurn(!on)}
    >
      <span>
        {name}
        {words ? <span className={styles.words}>{words}</span> : null}
      </span>
      <span className={styles.track} aria-hidden="true" />
    </button>
  )
}
