import { useAtomValue } from 'jotai'
import { friends } from '../../../shared/features/friends/friends.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import styles from './Friends.module.css'
import { TeleportAsked } from './Requests.tsx'

/**
 * On every page: friends who ask to be brought here, since they have only a minute to wait. It watches the user's friends, by which the hub
 * knows that the user is online.
 */
export function FriendAlerts() {
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const asked = Object.entries(useDocument(friends, me).value?.teleportsIn ?? {})
  return (
    <div role="status">
      {asked.length === 0 ? null : (
        <ul className={styles.alerts} aria-label="Teleport requests">
          {asked.map(([id, { endsAt }]) => (
            <TeleportAsked key={id} id={id} endsAt={endsAt} />
          ))}
        </ul>
      )}
    </div>
  )
}
