import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useWhyViewing } from '../roles/useWhyShut.ts'
import { ActionLink } from '../session/ActionLink.tsx'
import { EraseQuestion } from './EraseQuestion.tsx'
import styles from './OwnData.module.css'

/** What is kept of one: to take along, or to have erased. */
export function OwnData({ name }: { readonly name: string }) {
  const whyViewing = useWhyViewing()
  const why = useId()
  const [asks, ask] = useState(false)
  return (
    <section className={styles.own} aria-labelledby="own-data">
      <h2 id="own-data" className={styles.title}>
        Your data
      </h2>
      <p className={styles.soft}>All that the hub keeps of you, as a file to read.</p>
      <div className={styles.acts}>
        <ActionLink away download href="/auth/export">
          Export my data
        </ActionLink>
        <Button
          tone="danger"
          disabled={whyViewing !== null}
          aria-describedby={whyViewing ? why : undefined}
          onClick={() => ask(true)}
        >
          Erase my account
        </Button>
      </div>
      {whyViewing ? (
        <p id={why} className={styles.soft}>
          {whyViewing}
        </p>
      ) : null}
      {asks ? <EraseQuestion name={name} onNo={() => ask(false)} /> : null}
    </section>
  )
}
