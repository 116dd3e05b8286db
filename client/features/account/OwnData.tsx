import { useId, useState } from 'react'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { useWhyViewing } from '../roles/useWhyShut.ts'
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

interface EraseQuestionProps {
  readonly name: string
  readonly onNo: () => void
}

/** Asks for the name before an account goes for good, and says what goes and what stays. */
function EraseQuestion({ name, onNo }: EraseQuestionProps) {
  const connection = useConnection()
  const { run, busy, refusal } = useCommand(eraseMe)
  const [typed, type] = useState('')
  const [slip, setSlip] = useState<string | null>(null)
  const onYes = async () => {
    setSlip(null)
    if (typed !== name) return setSlip(`Type ${name}, letter by letter, to go on.`)
    const outcome = await run({ confirm: typed })
    // The account is gone with all its sessions; what is left is the cookie of this one.
    if (outcome.ok) await signOut(connection)
  }
  return (
    <Confirm
      title={`Erase the account of ${name}?`}
      act="Erase for good"
      flight={busy ? 'Erasing' : null}
      refusal={refusal?.message ?? null}
      onYes={() => void onYes()}
      onNo={onNo}
    >
      <p>
        <strong>Goes:</strong> your name and picture, your ids at Steam and Discord, your addresses, sessions and
        tokens, balances, settings and play record. It cannot be brought back.
      </p>
      <p>
        <strong>Stays:</strong> entries of the hub's journal, under a number that leads to nobody.
      </p>
      <Field
        label={`Type ${name} to confirm`}
        value={typed}
        autoComplete="off"
        problem={slip}
        onValue={(value) => {
          setSlip(null)
          type(value)
        }}
      />
    </Confirm>
  )
}
