import { useState } from 'react'
import { closeSessions, revokeSession } from '../../../shared/features/session/commands.ts'
import { noteSessionAsked } from '../../connection/session.ts'
import { Ago } from '../roles/Ago.tsx'
import { Question } from '../roles/Question.tsx'
import styles from './SessionsPart.module.css'
import { deviceOf, lastSeen, type OpenSession } from './sessionOrder.ts'

interface QuestionProps {
  readonly onClose: () => void
}

/** Asks before a browser is put out. */
export const RevokeQuestion = ({
  session,
  isMine,
  onClose,
}: QuestionProps & { readonly session: OpenSession; readonly isMine: boolean }) => (
  <Question
    command={revokeSession}
    input={{ session: session.id }}
    title={isMine ? 'Log out of this browser?' : `Log out ${deviceOf(session)}?`}
    act={isMine ? 'Log out here' : 'Log out that browser'}
    flight="Logging out"
    done={isMine ? null : `${deviceOf(session)} is logged out.`}
    onClose={() => {
      // No surprise then, and nothing to explain.
      if (isMine) noteSessionAsked()
      onClose()
    }}
  >
    {isMine ? (
      <p>You can sign in again at any time.</p>
    ) : (
      <p>
        {session.address === '' ? 'It' : `It is at ${session.address} and`} was last seen <Ago at={lastSeen(session)} />
        . Whoever sits there is out at once and has to sign in again.
      </p>
    )}
  </Question>
)

/** Asks before all other browsers are put out, and whether programs are, too. */
export function CloseOthersQuestion({ others, onClose }: QuestionProps & { readonly others: number }) {
  const [tokens, setTokens] = useState(false)
  return (
    <Question
      command={closeSessions}
      input={{ keepThis: true, tokens }}
      title={others === 1 ? 'Log out the other browser?' : `Log out the ${others} other browsers?`}
      act="Log out everywhere else"
      flight="Logging out"
      done={tokens ? 'You are signed in here only, and your tokens are revoked.' : 'You are signed in here only.'}
      onClose={onClose}
    >
      <p>Only this browser stays signed in. Programs with a token of yours go on working, unless you revoke it.</p>
      <label className={styles.tokensToo}>
        <input type="checkbox" checked={tokens} onChange={({ target }) => setTokens(target.checked)} />
        Revoke my tokens too
      </label>
    </Question>
  )
}
