import type { TimelineKind } from '../../../shared/features/timeline/queries.ts'
import styles from './LaneMark.module.css'
import { laneWords } from './lanes.ts'

/** The drawing of a lane in its colour. @param label for screen readers; empty where its name is next to it */
export const LaneMark = ({ kind, label = '' }: { readonly kind: TimelineKind; readonly label?: string }) => (
  <span className={styles.mark} data-lane={kind}>
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={laneWords[kind].drawing} />
    </svg>
    {label === '' ? null : <span className="unseen">{label}:</span>}
  </span>
)
