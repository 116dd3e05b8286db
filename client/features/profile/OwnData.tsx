import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ActionLink } from '../session/ActionLink.tsx'
import { EraseQuestion } from './EraseQuestion.tsx'
import styles from './OwnData.module.css'

/** What is kept of one: to take along, or to have erased. */
export function OwnData({ name }: { readonly name: string }) {
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
        <Button tone="danger" onClick={() => ask(true)}>
          Erase my account
        </Button>
      </div>
      {asks ? <EraseQuestion name={name} onNo={() => ask(false)} /> : null}
    </section>
  )
}
