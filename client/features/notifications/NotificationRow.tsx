import { Link } from 'wouter'
import { isUnread, type Notification } from '../../../shared/features/notifications/notifications.ts'
import { CloseMark } from '../../ui/Stroke.tsx'
import { Ago } from '../../ui/Time.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import styles from './Notifications.module.css'
import { useMessage } from './useNotifications.ts'

interface NotificationRowProps {
  readonly one: Notification
  readonly busy: boolean
  readonly onDismiss: (id: string) => void
  /** The user follows its link. */
  readonly onGo?: () => void
}

/** A notification: what happened, when, where it leads, and the button that dismisses it. */
export function NotificationRow({ one, busy, onDismiss, onGo }: NotificationRowProps) {
  const { id, title, timestamp, link, count, dismissed } = one
  const message = useMessage(one)
  const isNew = isUnread(one)
  return (
    <li className={styles.row} data-new={isNew || undefined} data-dismissed={dismissed || undefined}>
      <div>
        <p className={styles.title}>
          {isNew ? <span className="unseen">New: </span> : null}
          {link ? (
            <Link href={link} onClick={() => onGo?.()}>
              {title}
            </Link>
          ) : (
            title
          )}
          {count > 1 ? <span className={styles.count}> ×{count}</span> : null}
        </p>
        <p className={styles.message} dir="auto">
          {message ?? '…'}
        </p>
        <p className={styles.soft}>
          <Ago at={timestamp} />
          {dismissed ? ' · Dismissed' : null}
        </p>
      </div>
      {dismissed ? null : (
        <IconButton label={`Dismiss ${title}`} tone="quiet" disabled={busy} onPress={() => onDismiss(id)}>
          <CloseMark />
        </IconButton>
      )}
    </li>
  )
}
