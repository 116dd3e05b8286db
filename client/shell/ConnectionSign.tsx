import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { type ConnectionState, connectionAtom, noticeAtom } from '../connection/connectionState.ts'
import { lengthOf, timeOf } from '../ui/durations.ts'
import styles from './ConnectionSign.module.css'

/** Whether the page is live, and if not, since when. On every page. */
export function ConnectionSign() {
  const connection = useAtomValue(connectionAtom)
  const notice = useAtomValue(noticeAtom)
  const now = useMachineTime(connection.name === 'reconnecting')
  const { name, detail } = connectionLabel(connection, now)
  const isLive = connection.name === 'live'
  return (
    <p className={styles.sign} data-testid="connection" data-connection={connection.name} title={notice?.message}>
      <span className={styles.lamp} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
      {detail === '' ? null : <span className={styles.words}>{detail}</span>}
      {connection.name === 'reload' ? (
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          Reload
        </button>
      ) : null}
      {!isLive && notice ? <span className="unseen">{notice.message}</span> : null}
    </p>
  )
}

/** Updated only while the shown text changes with time. */
function useMachineTime(ticking: boolean) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (!ticking) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [ticking])
  return now
}

interface ConnectionLabel {
  readonly name: string
  /** Beside the name; updated where it holds a time. */
  readonly detail: string
}

/** The text of the connection sign. @param now epoch ms of this machine, as `since` is */
export const connectionLabel = ({ name, since }: ConnectionState, now: number): ConnectionLabel => {
  if (name === 'live') return { name: 'Live', detail: '' }
  if (name === 'connecting') return { name: 'Connecting', detail: '' }
  if (name === 'reconnecting') return { name: 'Reconnecting', detail: lengthOf(now - since) }
  if (name === 'stale') return { name: 'Stale', detail: `since ${timeOf(since)}` }
  return { name: 'New version', detail: 'is ready' }
}
