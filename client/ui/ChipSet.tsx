import type { ReactNode } from 'react'
import styles from './ChipSet.module.css'

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
