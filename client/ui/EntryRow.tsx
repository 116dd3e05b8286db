import { Fragment, type ReactNode } from 'react'
import styles from './EntryRow.module.css'

/** Entries of one's own, one to a row. */
export const EntryList = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

interface EntryRowProps {
  readonly title: ReactNode
  /** What else tells which one it is. */
  readonly words: ReactNode
  /** Below that, where it matters. */
  readonly more?: ReactNode
  /** What happened when: two of each. */
  readonly times: readonly { readonly name: string; readonly at: ReactNode }[]
  readonly act: ReactNode
  /** It is over and stands here only to be seen. */
  readonly over?: boolean
}

/** Something of one's own that is kept: what it is, its times, and the way to end it. */
export const EntryRow = ({ title, words, more, times, act, over = false }: EntryRowProps) => (
  <li className={styles.row} data-over={over || undefined}>
    <div>
      <p className={styles.title}>{title}</p>
      <p className={styles.soft}>{words}</p>
      {more ?? null}
    </div>
    <dl className={styles.times}>
      {times.map(({ name, at }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{at}</dd>
        </Fragment>
      ))}
    </dl>
    {act}
  </li>
)
