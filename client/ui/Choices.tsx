import type { ReactNode } from 'react'
import styles from './Choices.module.css'

export interface ChoiceOption<Key extends string> {
  readonly key: Key
  readonly name: string
  readonly description?: string
  readonly face?: ReactNode
}

interface ChoicesProps<Key extends string> {
  readonly options: readonly ChoiceOption<Key>[]
  readonly chosen?: Key
  readonly disabled?: boolean
  readonly onChoose: (key: Key) => void
}

/** A short column of buttons, each with a description. */
export function Choices<Key extends string>({ options, chosen, disabled = false, onChoose }: ChoicesProps<Key>) {
  return (
    <ul>
      {options.map(({ key, name, description, face }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={chosen === undefined ? undefined : chosen === key}
            disabled={disabled}
            onClick={() => onChoose(key)}
          >
            {face}
            <span>
              <span className={styles.name}>{name}</span>
              {description ? <span className={styles.description}>{description}</span> : null}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
