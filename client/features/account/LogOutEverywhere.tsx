import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { closeSessions } from '../../../shared/features/session/commands.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Confirm } from '../../ui/Confirm.tsx'

interface LogOutEverywhereProps {
  readonly title: string
  /** The label of the confirming button. */
  readonly action: string
  readonly onDone: () => void
}

const browsersLabel = (count: number) =>
  count === 1 ? 'one browser, this one' : `${count} browsers, including this one`

/** Ends every session of the account, after a confirmation that names their number. */
export function LogOutEverywhere({ title, action, onDone }: LogOutEverywhereProps) {
  const connection = useConnection()
  const { principal } = useAtomValue(accessAtom)
  const open = useDocument(ownSessions, principal?.id ?? '').value?.open
  const { run, busy, refusal } = useCommand(closeSessions)
  const [problem, setProblem] = useState<string | null>(null)
  const count = open ? Object.keys(open).length : 0
  const leave = async () => {
    setProblem(null)
    const outcome = await run({ keepThis: false })
    if (!outcome.ok) return
    // The sessions have ended; the cookie of this one is left.
    const out = await signOut(connection)
    if (out.ok) onDone()
    else setProblem(out.message)
  }
  return (
    <Confirm
      title={title}
      action={action}
      busyLabel={busy ? 'Logging out…' : null}
      refusal={refusal?.message ?? problem}
      onConfirm={() => void leave()}
      onCancel={onDone}
    >
      <p>
        {principal?.name ?? 'You'} will be logged out{' '}
        {count > 0 ? `of ${browsersLabel(count)}` : 'wherever they are logged in'}. Linked accounts stay linked; sign in
        again with either of them.
      </p>
    </Confirm>
  )
}
