import { type ReactNode, useId } from 'react'
import styles from './Part.module.css'

interface PartProps {
  readonly title: string
  /** What helps to understand the part. */
  readonly description?: ReactNode
  /** An action on the whole part, beside its title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of a page, with a title and a hairline. */
export function Part({ title, description, action, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {description ? <p className={styles.description}>{description}</p> : null}
        </div>
        {action ?? null}
      </div>
      {children}
    </section>
  )
}
