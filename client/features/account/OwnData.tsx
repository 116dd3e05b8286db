import { useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { isBlank } from '../../ui/textRules.ts'
import { useWhyViewing } from '../roles/Gated.tsx'
import styles from './OwnData.module.css'

/** Export and erasure of the data that the hub keeps about the user. */
export function OwnData({ name }: { readonly name: string }) {
  const whyViewing = useWhyViewing()
  const why = useId()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <section className={styles.own} aria-labelledby="own-data">
      <h2 id="own-data" className={styles.title}>
        Your data
      </h2>
      <p className={styles.soft}>Download everything the hub stores about you, or erase it.</p>
      <div className={styles.actions}>
        <ActionLink external download href="/auth/export">
          Export my data
        </ActionLink>
        <Button
          tone="danger"
          disabled={whyViewing !== null}
          aria-describedby={whyViewing ? why : undefined}
          onClick={() => setConfirming(true)}
        >
          Erase my account
        </Button>
      </div>
      {whyViewing ? (
        <p id={why} className={styles.soft}>
          {whyViewing}
        </p>
      ) : null}
      {isConfirming ? <ConfirmErasure name={name} onNo={() => setConfirming(false)} /> : null}
    </section>
  )
}

interface ConfirmErasureProps {
  readonly name: string
  readonly onNo: () => void
}

/** Asks for the name before the account is erased, and lists the data that is erased and the data that stays. */
function ConfirmErasure({ name, onNo }: ConfirmErasureProps) {
  const connection = useConnection()
  const { run, busy, refusal } = useCommand(eraseMe)
  const showToast = useSetAtom(showToastAtom)
  const [typed, setTyped] = useState('')
  const mistake = `Type ${name}, exactly as shown.`
  const onYes = async () => {
    const outcome = await run({ confirm: name })
    if (!outcome.ok) return
    // For the guest who is left: the hub ends the sessions of the account before it answers.
    showToast('Your account has been erased.')
    // The cookie of this session is left.
    await signOut(connection)
  }
  return (
    <Confirm
      title={`Erase the account of ${name}?`}
      action="Erase permanently"
      busyLabel={busy ? 'Erasing' : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void onYes()}
      onCancel={onNo}
    >
      <p>
        <strong>Erased:</strong> your name and picture, Steam and Discord IDs, addresses, sessions, tokens, balances,
        settings and play record. You can't undo this.
      </p>
      <p>
        <strong>Kept:</strong> entries in the hub's log, under a number that can't be traced to you.
      </p>
      <Field
        label={`Type ${name} to confirm`}
        value={typed}
        autoComplete="off"
        needed={isBlank(name) ? undefined : mistake}
        check={(text) => (text === name.trim() ? null : mistake)}
        onValue={setTyped}
      />
    </Confirm>
  )
}
