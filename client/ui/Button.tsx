import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `main`: the one thing to do here. `danger`: it takes something from somebody. `quiet`: beside the way. */
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
  /** What is in flight, in words: shown in place of the face, and the button waits. Null when nothing is. */
  readonly flight?: string | null
  /** As wide as high, for a face that is a drawing: give it an `aria-label`. */
  readonly square?: boolean
  readonly children: ReactNode
}

/** A button of the house. In flight it says so and cannot be pressed again. */
export function Button({ tone = 'plain', flight = null, square = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-tone={tone}
      data-square={square || undefined}
      aria-busy={flight !== null || undefined}
      disabled={disabled || flight !== null}
    >
      {flight !== null && !square ? flight : children}
    </button>
  )
}
