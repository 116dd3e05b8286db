import { useState } from 'react'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'

interface EraseQuestionProps {
  readonly name: string
  readonly onNo: () => void
}

/** Asks for the name before an account goes for good, and says what goes and what stays. */
export function EraseQuestion({ name, onNo }: EraseQuestionProps) {
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
