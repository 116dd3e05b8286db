import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { closeSessions } from '../../../shared/features/session/commands.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { meAtom } from '../../connection/handshake.ts'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Confirm } from '../../ui/Confirm.tsx'

interface LogOutEverywhereProps {
  readonly title: string
  /** As the button says it. */
  readonly act: string
  readonly onDone: () => void
}

const countWords = (count: number) => (count === 1 ? 'one browser, this one' : `${count} browsers, this one too`)

/** Ends every session that one has, after a question that says how many. */
export function LogOutEverywhere({ title, act, onDone }: LogOutEverywhereProps) {
  const connection = useConnection()
  const me = useAtomValue(meAtom).you
  const open = useDocument(ownSessions, me?.id ?? '').value?.open
  const { run, busy, refusal } = useCommand(closeSessions)
  const [problem, setProblem] = useState<string | null>(null)
  const count = open ? Object.keys(open).length : 0
  const leave = async () => {
    setProblem(null)
    const outcome = await run({ keepThis: false })
    if (!outcome.ok) return
    // The sessions have ended; what is left is the cookie of this one.
    const out = await signOut(connection)
    if (out.ok) onDone()
    else setProblem(out.message)
  }
  return (
    <Confirm
      title={title}
      act={act}
      flight={busy ? 'Logging out' : null}
      refusal={refusal?.message ?? problem}
      onYes={() => void leave()}
      onNo={onDone}
    >
      <p>
        {me?.name ?? 'You'} will be logged out {count > 0 ? `of ${countWords(count)}` : 'wherever they are logged in'}.
        Linked accounts stay linked; sign in again with either of them.
      </p>
    </Confirm>
  )
}
