import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Chip.module.css'

interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> {
  /** Marks the option that a key takes. */
  readonly first?: boolean
  /** Where a form looks for the first wrong part. */
  readonly 'data-wrong'?: true | undefined
  /** Where the focus goes when one of them must be chosen. */
  readonly 'data-choice'?: true
  readonly children: ReactNode
}

/** One of several short options in a row. */
export const Chip = ({ first = false, children, ...rest }: ChipProps) => (
  <button {...rest} type="button" className={styles.chip} data-first={first || undefined}>
    {children}
  </button>
)

interface ChipSetProps {
  readonly legend: string
  /** The place of the legend; `unseen`: for screen readers only. */
  readonly place?: 'above' | 'soft' | 'beside' | 'unseen'
  readonly children: ReactNode
}

/** A group of chips under their legend. */
export const ChipSet = ({ legend, place = 'above', children }: ChipSetProps) => (
  <fieldset className={styles.set} data-legend={place}>
    <legend className={place === 'unseen' ? 'unseen' : undefined}>{legend}</legend>
    {children}
  </fieldset>
)
