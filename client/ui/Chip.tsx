import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Chip.module.css'

interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> {
  /** The one that a key takes, where there is such a key. */
  readonly first?: boolean
  readonly children: ReactNode
}

/** One of several short choices beside one another. */
export const Chip = ({ first = false, children, ...rest }: ChipProps) => (
  <button {...rest} type="button" className={styles.chip} data-first={first || undefined}>
    {children}
  </button>
)

interface ChipSetProps {
  readonly legend: string
  /** Where the legend stands; `unseen`: for ears only. */
  readonly place?: 'above' | 'soft' | 'beside' | 'unseen'
  readonly children: ReactNode
}

/** Chips that belong together, under what they are about. */
export const ChipSet = ({ legend, place = 'above', children }: ChipSetProps) => (
  <fieldset className={styles.set} data-legend={place}>
    <legend className={place === 'unseen' ? 'unseen' : undefined}>{legend}</legend>
    {children}
  </fieldset>
)
