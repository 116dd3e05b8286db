import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionAtom } from '../connection/connectionAtom.ts'
import { noticeAtom } from '../connection/noticeAtom.ts'
import styles from './ConnectionSign.module.css'
import { connectionWords } from './connectionWords.ts'

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
