import { Link, useSearchParams } from 'wouter'
import { lengthOf, timeOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/useNow.ts'
import { filterQuery } from '../roster/useRosterFilter.ts'
import styles from './ReplaySign.module.css'
import type { ReplayClock } from './replayClock.ts'
import { useMoment } from './useReplay.ts'

interface ReplaySignProps {
  readonly clock: ReplayClock
  /** Why nothing comes; null while it does. */
  readonly trouble: string | null
  readonly isHere: boolean
}

/** That this is not now: which moment it is, how far ahead live is, and the way there. */
export function ReplaySign({ clock, trouble, isHere }: ReplaySignProps) {
  const at = useMoment(clock, 1_000)
  const now = useNow()
  const [query] = useSearchParams()
  const filter = filterQuery(query)
  return (
    <div className={styles.sign} data-testid="replay-sign">
      <p className={styles.words}>
        <strong className={styles.replay}>Replay</strong>
        <span className={styles.time}>{timeOf(at)}</span>
        <span className={styles.ahead}>live is {lengthOf(now - at)} ahead</span>
      </p>
      {trouble ? (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      ) : isHere ? null : (
        <p className={styles.trouble} role="status">
          Fetching …
        </p>
      )}
      <Link className={styles.live} href={filter === '' ? '/map' : `/map?${filter}`}>
        Go live
      </Link>
    </div>
  )
}
