import styles from './Toggle.module.css'

interface ToggleProps {
  readonly name: string
  readonly description?: string
  readonly on: boolean
  readonly disabled?: boolean
  readonly onTurn: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function Toggle({ name, description, on, disabled = false, onTurn }: ToggleProps) {
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
        {description ? <span className={styles.description}>{description}</span> : null}
      </span>
      <span className={styles.track} aria-hidden="true" />
    </button>
  )
}
