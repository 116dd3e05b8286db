import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { type ConnectionState, connectionAtom, noticeAtom } from '../connection/connectionState.ts'
import { lengthOf, timeOf } from '../ui/durations.ts'
import styles from './ConnectionSign.module.css'

/** Whether what is shown is live, and if not, since when. On every page. */
export function ConnectionSign() {
  const connection = useAtomValue(connectionAtom)
  const notice = useAtomValue(noticeAtom)
  const now = useMachineTime(connection.name === 'reconnecting')
  const { name, words } = connectionWords(connection, now)
  const isLive = connection.name === 'live'
  return (
    <p className={styles.sign} data-testid="connection" data-connection={connection.name} title={notice?.message}>
      <span className={styles.lamp} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
      {words === '' ? null : <span className={styles.words}>{words}</span>}
      {connection.name === 'reload' ? (
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          Reload
        </button>
      ) : null}
      {!isLive && notice ? <span className="unseen">{notice.message}</span> : null}
    </p>
  )
}

/** Ticks only while somebody watches it tick. */
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

interface ConnectionWords {
  readonly name: string
  /** What stands beside it, ticking where time matters. */
  readonly words: string
}

/** What the connection sign says. @param now epoch ms of this machine, as `since` is */
export const connectionWords = ({ name, since }: ConnectionState, now: number): ConnectionWords => {
  if (name === 'live') return { name: 'Live', words: '' }
  if (name === 'connecting') return { name: 'Connecting', words: '' }
  if (name === 'reconnecting') return { name: 'Reconnecting', words: lengthOf(now - since) }
  if (name === 'stale') return { name: 'Stale', words: `since ${timeOf(since)}` }
  return { name: 'New version', words: 'is ready' }
}
