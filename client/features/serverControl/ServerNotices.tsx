import { mainServer } from '../../../shared/engine/ids.ts'
import { hostWatchedForMs } from '../../../shared/features/deliveries/hostOrders.ts'
import { server } from '../../../shared/features/server/server.ts'
import { serverNotices } from '../../../shared/features/serverControl/serverControl.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { On, useNow } from '../../ui/Time.tsx'
import styles from './ServerNotices.module.css'

/** On every page: that the server is in maintenance, and that it will restart. */
export function ServerNotices() {
  const { maintenance = null, restart = null } = useDocument(serverNotices, mainServer).value ?? {}
  if (maintenance === null && restart === null) return null
  return (
    <aside aria-label="About the server">
      {maintenance ? (
        <div className={styles.notice}>
          <p role="status">
            <strong>The server is in maintenance.</strong>{' '}
            {maintenance.until === null ? null : (
              <>
                It is expected to be back by <On at={maintenance.until} />.{' '}
              </>
            )}
            {maintenance.message}
          </p>
        </div>
      ) : null}
      {restart ? <RestartNotice {...restart} /> : null}
    </aside>
  )
}

interface RestartNoticeProps {
  /** Epoch ms: at `from` if the server is empty, at the latest at `at`. */
  readonly at: number
  readonly from: number
  readonly reason: string
}

/** While the link to the game is up it has not begun to restart, whatever its host accepted. After this time it is not expected to begin. */
const beginsWithinMs = 60_000

function RestartNotice({ at, from, reason }: RestartNoticeProps) {
  const now = useNow(1_000)
  // A late reading, or a hub that this page can't reach, is not a sign of a restart.
  const isUp = useDocument(server, mainServer).value?.link.name === 'up'
  if (now < at) return <ComingRestart at={at} from={from} reason={reason} isWaiting={now >= from && from < at} />
  if (now - at > hostWatchedForMs || (isUp && now - at > beginsWithinMs)) return null
  return (
    <div className={styles.notice}>
      <p role="status">
        {isUp ? (
          <>
            <strong>A restart of the server was ordered.</strong> {reason || 'You can be disconnected at any moment.'}
          </>
        ) : (
          <>
            <strong>The server is restarting.</strong> {reason || 'You can join again when it is online.'}
          </>
        )}
      </p>
    </div>
  )
}

function ComingRestart({ at, from, reason, isWaiting }: RestartNoticeProps & { readonly isWaiting: boolean }) {
  return (
    <div className={styles.notice}>
      <p role="status">
        <strong>{isWaiting ? 'The server restarts when it is empty.' : 'The server restarts soon.'}</strong>{' '}
        {reason || 'Find a safe place, and log out in time.'}
      </p>
      <Countdown
        label={from < at ? 'Restart at the latest in' : 'Restart in'}
        to={at}
        over="Restarting"
        urgentMs={5 * 60_000}
      />
    </div>
  )
}
