import { Fragment, type ReactNode } from 'react'
import styles from './EntryRow.module.css'

/** A list of the account's own entries. */
export const EntryList = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

interface EntryRowProps {
  readonly title: ReactNode
  /** What identifies the entry. */
  readonly detail: ReactNode
  /** Below the detail, where needed. */
  readonly more?: ReactNode
  /** Two pairs of a name and a time. */
  readonly times: readonly { readonly name: string; readonly at: ReactNode }[]
  readonly action: ReactNode
  /** It has ended and is shown for information only. */
  readonly ended?: boolean
}

/** An entry of the account's own: its title, its times, and the action that ends it. */
export const EntryRow = ({ title, detail, more, times, action, ended = false }: EntryRowProps) => (
  <li className={styles.row} data-over={ended || undefined}>
    <div>
      <p className={styles.title}>{title}</p>
      <p className={styles.soft}>{detail}</p>
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
    {action}
  </li>
)
