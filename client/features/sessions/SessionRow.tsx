import { useAtomValue } from 'jotai'
import { seenEveryMs } from '../../../shared/features/session/session.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { Button } from '../../ui/Button.tsx'
import { Ago, On, Until } from '../roles/Ago.tsx'
import { roleWords } from '../session/roleWords.ts'
import styles from './SessionsPart.module.css'
import { deviceOf, lastSeen, type OpenSession } from './sessionOrder.ts'

interface SessionRowProps {
  readonly session: OpenSession
  readonly isMine: boolean
  readonly onRevoke: () => void
}

/** One browser: which, from where, since when, and the way to end it. */
export function SessionRow({ session, isMine, onRevoke }: SessionRowProps) {
  const { address, openedAt, raised } = session
  return (
    <li className={styles.session} data-mine={isMine || undefined}>
      <div className={styles.which}>
        <p className={styles.device}>
          {deviceOf(session)}
          {isMine ? <span className={styles.mine}>This browser</span> : null}
        </p>
        <p className={styles.told}>{address === '' ? 'Address not known' : `From ${address}`}</p>
        {raised ? (
          <p className={styles.lent}>
            Rights of {roleWords[raised.role].toLowerCase()} lent, <Until at={raised.until} /> left
          </p>
        ) : null}
      </div>
      <dl className={styles.times}>
        <dt>Opened</dt>
        <dd>
          <On at={openedAt} />
        </dd>
        <dt>Last seen</dt>
        <dd>{isMine ? <Here /> : <Ago at={lastSeen(session)} withinMs={seenEveryMs} />}</dd>
      </dl>
      <Button aria-label={isMine ? 'Log out of this browser' : `Log out ${deviceOf(session)}`} onClick={onRevoke}>
        Log out
      </Button>
    </li>
  )
}

/** This browser is seen now, as long as the hub answers it. */
function Here() {
  const { name, since } = useAtomValue(connectionAtom)
  return name === 'live' ? 'now' : <Ago at={since} />
}
