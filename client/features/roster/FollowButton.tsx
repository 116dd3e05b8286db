import { Stroke } from '../../ui/Stroke.tsx'
import styles from './RosterList.module.css'

const eye = 'M2 10c2-3.5 5-5 8-5s6 1.5 8 5c-2 3.5-5 5-8 5s-6-1.5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5'

interface FollowButtonProps {
  readonly name: string
  readonly followed: boolean
  /** Whether Tab leads to it. */
  readonly isDoor: boolean
}

/** Keeps the map on the dinosaur of a row, or lets it go. The table hears its press. */
export function FollowButton({ name, followed, isDoor }: FollowButtonProps) {
  return (
    <button
      type="button"
      className={styles.follow}
      data-act="follow"
      tabIndex={isDoor ? 0 : -1}
      aria-pressed={followed}
      aria-label={`Follow ${name}`}
      title={followed ? 'Stop following' : 'Follow'}
    >
      <Stroke size={16}>
        <path d={eye} />
      </Stroke>
    </button>
  )
}
