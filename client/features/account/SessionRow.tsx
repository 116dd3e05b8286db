import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { closeSessions, revokeSession } from '../../../shared/features/session/commands.ts'
import { type OwnSession, sessionUsePrecisionMs } from '../../../shared/features/session/session.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { noteSessionChange } from '../../connection/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { EntryRow } from '../../ui/EntryRow.tsx'
import { Ago, On, Until } from '../../ui/Time.tsx'
import { roleLabels } from '../roles/roleLabels.ts'
import styles from './AccountScreen.module.css'

interface SessionRowProps {
  readonly session: OpenSession
  readonly isMine: boolean
  readonly onRevoke: () => void
}

/** One session: its browser, address, times, and the action that ends it. */
export function SessionRow({ session, isMine, onRevoke }: SessionRowProps) {
  const { address, openedAt, elevation } = session
  return (
    <EntryRow
      title={
        <>
          {deviceOf(session)}
          {isMine ? <span className={styles.mine}>This browser</span> : null}
        </>
      }
      detail={address === '' ? 'Unknown address' : `From ${address}`}
      more={
        elevation ? (
          <p className={styles.elevated}>
            Has the {roleLabels[elevation.role].toLowerCase()} role for <Until at={elevation.until} />
          </p>
        ) : null
      }
      times={[
        { name: 'Opened', at: <On at={openedAt} /> },
        { name: 'Last seen', at: isMine ? <Here /> : <Ago at={lastSeen(session)} withinMs={sessionUsePrecisionMs} /> },
      ]}
      action={
        <Button aria-label={isMine ? 'Log out of this browser' : `Log out ${deviceOf(session)}`} onClick={onRevoke}>
          Log out
        </Button>
      }
    />
  )
}

/** This browser is seen now, while the hub answers it. */
function Here() {
  const { name, since } = useAtomValue(connectionAtom)
  return name === 'live' ? 'now' : <Ago at={since} />
}

interface QuestionProps {
  readonly onClose: () => void
}

/** Asks before a session is ended. */
export const ConfirmRevoke = ({
  session,
  isMine,
  onClose,
}: QuestionProps & { readonly session: OpenSession; readonly isMine: boolean }) => (
  <ConfirmCommand
    command={revokeSession}
    input={{ session: session.id }}
    title={isMine ? 'Log out of this browser?' : `Log out ${deviceOf(session)}?`}
    action={isMine ? 'Log out here' : 'Log out that browser'}
    busyLabel="Logging out…"
    done={isMine ? null : `${deviceOf(session)} is logged out.`}
    onClose={() => {
      // The end of this session is expected then, and no notice is shown.
      if (isMine) noteSessionChange()
      onClose()
    }}
  >
    {isMine ? (
      <p>You can sign in again at any time.</p>
    ) : (
      <p>
        {session.address === '' ? 'It was' : `It's at ${session.address} and was`} last seen{' '}
        <Ago at={lastSeen(session)} isInSentence />. That browser is logged out at once and has to sign in again.
      </p>
    )}
  </ConfirmCommand>
)

/** Asks before all other sessions are ended, and whether tokens are revoked too. */
export function ConfirmCloseOthers({ others, onClose }: QuestionProps & { readonly others: number }) {
  const [tokens, setTokens] = useState(false)
  return (
    <ConfirmCommand
      command={closeSessions}
      input={{ keepThis: true, tokens }}
      title={others === 1 ? 'Log out the other browser?' : `Log out the ${others} other browsers?`}
      action="Log out everywhere else"
      busyLabel="Logging out…"
      done={tokens ? "You're now signed in only here, and your tokens are revoked." : "You're now signed in only here."}
      onClose={onClose}
    >
      <p>Only this browser stays signed in. Programs with your tokens keep working unless you revoke them.</p>
      <label className={styles.revokeTokens}>
        <input type="checkbox" checked={tokens} onChange={({ target }) => setTokens(target.checked)} />
        Revoke my tokens too
      </label>
    </ConfirmCommand>
  )
}

export interface OpenSession extends OwnSession {
  readonly id: string
}

/** Sessions of older releases have no time of last use. */
export const lastSeen = ({ openedAt, seenAt }: Pick<OwnSession, 'openedAt' | 'seenAt'>) => Math.max(openedAt, seenAt)

/** The present session first, then by last use. @param mine the public id of the present session */
export const sessionOrder = (open: Readonly<Record<string, OwnSession>>, mine: string | null): OpenSession[] =>
  Object.entries(open)
    .map(([id, session]) => ({ ...session, id }))
    .sort((a, b) => Number(b.id === mine) - Number(a.id === mine) || lastSeen(b) - lastSeen(a))

/** The name of a session's browser. */
export const deviceOf = ({ device }: Pick<OwnSession, 'device'>) => device || 'Unknown device'
