import { mainServer } from '../../../shared/engine/ids.ts'
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
            <strong>The server is in maintenance.</strong> {maintenance.message}{' '}
            {maintenance.until === null ? null : (
              <>
                It is expected to be back by <On at={maintenance.until} />.
              </>
            )}
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

function RestartNotice({ at, from, reason }: RestartNoticeProps) {
  const isWaiting = useNow(10_000) >= from && from < at
  return (
    <div className={styles.notice}>
      <p role="status">
        <strong>{isWaiting ? 'The server restarts when it is empty.' : 'The server restarts soon.'}</strong>{' '}
        {reason || 'Find a safe place, and log out in time.'}
      </p>
      <Countdown
        label={from < at ? 'At the latest in' : 'Restart in'}
        to={at}
        over="Restarting"
        urgentMs={5 * 60_000}
      />
    </div>
  )
}
