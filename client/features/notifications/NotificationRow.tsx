import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { isUnread, type Notification } from '../../../shared/features/notifications/notifications.ts'
import { CloseMark } from '../../ui/Stroke.tsx'
import { Ago } from '../../ui/Time.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import styles from './Notifications.module.css'
import { useMessage } from './useNotifications.ts'

interface NotificationRowProps {
  readonly one: Notification
  /** Resolves when the hub has answered. */
  readonly onDismiss: (id: string) => Promise<unknown>
  /** The user follows its link. */
  readonly onGo?: () => void
}

/** A notification: what happened, when, where it leads, and the button that dismisses it. */
export function NotificationRow({ one, onDismiss, onGo }: NotificationRowProps) {
  const { id, title, timestamp, link, count, dismissed } = one
  const row = useRef<HTMLLIElement>(null)
  const [isGoing, setGoing] = useState(false)
  const message = useMessage(one)
  const isNew = isUnread(one)
  const dismiss = async () => {
    focusNext(row.current)
    setGoing(true)
    await onDismiss(id)
    setGoing(false)
  }
  return (
    <li ref={row} className={styles.row} data-new={isNew || undefined} data-dismissed={dismissed || undefined}>
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
        <IconButton label={`Dismiss ${title}`} tone="quiet" disabled={isGoing} onPress={() => void dismiss()}>
          <CloseMark />
        </IconButton>
      )}
    </li>
  )
}

/** Where the focus is in a row that goes: it moves to the button of the next one, otherwise of the one before. */
function focusNext(row: HTMLElement | null) {
  const all = [...(row?.parentElement?.children ?? [])]
  if (!row?.contains(document.activeElement)) return
  const at = all.indexOf(row)
  const buttons = [...all.slice(at + 1), ...all.slice(0, at).reverse()].map((other) =>
    other.querySelector<HTMLElement>('button:not(:disabled)'),
  )
  buttons.find((button) => button !== null)?.focus()
}
