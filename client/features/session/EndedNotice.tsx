import { useEffect, useState } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { machineClock } from '../../connection/clock.ts'
import { clearEnded, wasSessionAsked } from '../../connection/session.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './EndedNotice.module.css'
import { followEnding } from './followEnding.ts'

/** Whoever was in and is out, without having asked for it, is told why that may be. */
export function EndedNotice() {
  const { store } = useConnection()
  const [hasEnded, tell] = useState(false)
  useEffect(
    () => followEnding({ store, clock: machineClock, wasAsked: wasSessionAsked, tell, clear: clearEnded }),
    [store],
  )
  if (!hasEnded) return null
  return (
    <div className={styles.bar} role="alert">
      <p className={styles.words}>
        You were logged out: the session was ended from another browser, by an admin, or by its age. Sign in again.
      </p>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => tell(false)}>
        <Stroke size={16}>
          <path d="M4 4l12 12M16 4 4 16" />
        </Stroke>
      </button>
    </div>
  )
}
