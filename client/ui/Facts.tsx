import type { ReactNode } from 'react'
import styles from './Facts.module.css'

interface FactsProps {
  /** One sentence that says what happened. */
  readonly sentence: ReactNode
  /** Is between the sentence and the facts. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** All of one row of a history, in a drawer: its sentence in full, and its fields. */
export const Facts = ({ sentence, beside = null, children }: FactsProps) => (
  <>
    <p className={styles.sentence}>{sentence}</p>
    {beside}
    <dl className={styles.facts}>{children}</dl>
  </>
)

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
