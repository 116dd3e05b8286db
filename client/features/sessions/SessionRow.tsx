import { useAtomValue } from 'jotai'
import { seenEveryMs } from '../../../shared/features/session/session.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { Button } from '../../ui/Button.tsx'
import { EntryRow } from '../../ui/EntryRow.tsx'
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
