import { type ReactNode, useId } from 'react'
import styles from './Part.module.css'

interface PartProps {
  readonly title: string
  /** What helps to understand it. */
  readonly words?: ReactNode
  /** What can be done with all of it, beside its name. */
  readonly act?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under a name and a hairline. */
export function Part({ title, words, act, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {words ? <p className={styles.words}>{words}</p> : null}
        </div>
        {act ?? null}
      </div>
      {children}
    </section>
  )
}
