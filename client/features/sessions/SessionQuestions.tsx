import { closeSessions, revokeSession } from '../../../shared/features/session/commands.ts'
import { Ago } from '../roles/Ago.tsx'
import { Question } from '../roles/Question.tsx'
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
    onClose={onClose}
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

/** Asks before all other browsers are put out. */
export const CloseOthersQuestion = ({ others, onClose }: QuestionProps & { readonly others: number }) => (
  <Question
    command={closeSessions}
    input={{ keepThis: true }}
    title={others === 1 ? 'Log out the other browser?' : `Log out the ${others} other browsers?`}
    act="Log out everywhere else"
    flight="Logging out"
    done="You are signed in here only."
    onClose={onClose}
  >
    <p>Only this browser stays signed in. Tokens of programs go on working: revoke them below.</p>
  </Question>
)
