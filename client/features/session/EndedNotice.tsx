import { useEffect, useState } from 'react'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { machineClock } from '../../connection/clock.ts'
import { clearEnded, wasSessionAsked } from '../../connection/session.ts'
import { NoticeBar } from '../../ui/NoticeBar.tsx'
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
    <NoticeBar role="alert" onDismiss={() => tell(false)}>
      <p>You were logged out: the session was ended from another browser, by an admin, or by its age. Sign in again.</p>
    </NoticeBar>
  )
}
