import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { closeSessions, revokeSession } from '../../../shared/features/session/commands.ts'
import { type OwnSession, seenEveryMs } from '../../../shared/features/session/session.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { noteSessionAsked } from '../../connection/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Confirm.tsx'
import { EntryRow } from '../../ui/EntryRow.tsx'
import { Ago, On, Until } from '../../ui/Time.tsx'
import { roleWords } from '../roles/permissionLabels.ts'
import styles from './AccountScreen.module.css'

interface SessionRowProps {
  readonly session: OpenSession
  readonly isMine: boolean
  readonly onRevoke: () => void
}

/** One browser: which, from where, since when, and the way to end it. */
export function SessionRow({ session, isMine, onRevoke }: SessionRowProps) {
  const { address, openedAt, raised } = session
  return (
    <EntryRow
      title={
        <>
          {deviceOf(session)}
          {isMine ? <span className={styles.mine}>This browser</span> : null}
        </>
      }
      words={address === '' ? 'Address not known' : `From ${address}`}
      more={
        raised ? (
          <p className={styles.lent}>
            Rights of {roleWords[raised.role].toLowerCase()} lent, <Until at={raised.until} /> left
          </p>
        ) : null
      }
      times={[
        { name: 'Opened', at: <On at={openedAt} /> },
        { name: 'Last seen', at: isMine ? <Here /> : <Ago at={lastSeen(session)} withinMs={seenEveryMs} /> },
      ]}
      act={
        <Button aria-label={isMine ? 'Log out of this browser' : `Log out ${deviceOf(session)}`} onClick={onRevoke}>
          Log out
        </Button>
      }
    />
  )
}

/** This browser is seen now, as long as the hub answers it. */
function Here() {
  const { name, since } = useAtomValue(connectionAtom)
  return name === 'live' ? 'now' : <Ago at={since} />
}

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

export interface OpenSession extends OwnSession {
  readonly id: string
}

/** Sessions of older releases were never seen after they were opened. */
export const lastSeen = ({ openedAt, seenAt }: Pick<OwnSession, 'openedAt' | 'seenAt'>) => Math.max(openedAt, seenAt)

/** This one first, then by when they were last in use. @param mine the public name of this one */
export const sessionOrder = (open: Readonly<Record<string, OwnSession>>, mine: string | null): OpenSession[] =>
  Object.entries(open)
    .map(([id, session]) => ({ ...session, id }))
    .sort((a, b) => Number(b.id === mine) - Number(a.id === mine) || lastSeen(b) - lastSeen(a))

/** What a person calls it. */
export const deviceOf = ({ device }: Pick<OwnSession, 'device'>) => device || 'An unknown device'
