import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import {
  dismissAllNotifications,
  dismissNotifications,
  markNotificationsRead,
} from '../../../shared/features/notifications/commands.ts'
import { kindOfType } from '../../../shared/features/notifications/kinds.ts'
import {
  isUnread,
  isUrgent,
  type Notification,
  urgentForMs,
} from '../../../shared/features/notifications/notifications.ts'
import {
  channelsOf,
  isQuiet,
  type NotificationSettings,
  notificationSettings,
} from '../../../shared/features/notifications/settings.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { mayNotify, showInBrowser, unsubscribeBrowser, unsubscribeOthers } from './browserPush.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './Notifications.module.css'
import { useMessage, useNotifications } from './useNotifications.ts'

/** The bell in the head of every page, with how many notifications are unread. Nothing for guests. */
export function Bell() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <OwnBell key={principal.id} account={principal.id} /> : null
}

/** More are shown as 99+. */
const mostCounted = 99

function OwnBell({ account }: { readonly account: string }) {
  const { value } = useNotifications(account)
  const unread = value?.filter(isUnread).length ?? 0
  const settings = useDocument(notificationSettings, account).value
  useUnsubscribedBefore(settings)
  useUnsubscribedAfter(account)
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  return (
    <>
      <Disclosure label={label} title="Notifications" face={<BellFace unread={unread} />}>
        {(close) => <Panel all={value} onClose={close} />}
      </Disclosure>
      {value ? <NewToasts all={value} settings={settings} /> : null}
    </>
  )
}

/**
 * A subscription that is not the user's is of someone who used this browser before and whose session ran out: it ends. Looked at once, since
 * one that is being made is not among the devices yet.
 */
function useUnsubscribedBefore(settings: NotificationSettings | null) {
  const isLookedAt = useRef(false)
  useEffect(() => {
    if (settings === null || isLookedAt.current) return
    isLookedAt.current = true
    void unsubscribeOthers(Object.keys(settings.devices))
  }, [settings])
}

/** Long enough for the same user to be connected again. */
const signedOutMs = 5_000

/** After the user has signed out nothing more is pushed to this browser. Closing the page does not run this. */
function useUnsubscribedAfter(account: string) {
  const store = useStore()
  useEffect(() => {
    const leave = () => {
      if (store.get(accessAtom).principal?.id !== account) void unsubscribeBrowser()
    }
    return () => void setTimeout(leave, signedOutMs)
  }, [store, account])
}

const BellFace = ({ unread }: { readonly unread: number }) => (
  <span className={styles.bell}>
    <Stroke>
      <path d="M10 2.500a5 5 0 0 1 5 5c0 4 1.500 5.500 2 6.500H3c.5-1 2-2.500 2-6.500a5 5 0 0 1 5-5zM8 16.500a2 2 0 0 0 4 0" />
    </Stroke>
    {unread === 0 ? null : <span className={styles.badge}>{unread > mostCounted ? `${mostCounted}+` : unread}</span>}
  </span>
)

/** The page has the others. */
const mostInPanel = 8

interface PanelProps {
  /** Null until they have arrived. */
  readonly all: readonly Notification[] | null
  readonly onClose: () => void
}

/** The latest notifications. Shown here they count as read; those that were unread stay marked until it is closed. */
function Panel({ all, onClose }: PanelProps) {
  const dismissing = useDismissing(all ?? [])
  const open = (all ?? []).filter(({ dismissed }) => !dismissed)
  const shown = useShown(open, (found) => found.slice(0, mostInPanel))
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>Notifications</h2>
        {open.length > 0 ? (
          <Button tone="quiet" busyLabel={dismissing.busy ? 'Dismissing…' : null} onClick={dismissing.dismissAll}>
            Dismiss all
          </Button>
        ) : null}
      </div>
      {all === null ? <p className={styles.none}>Loading…</p> : null}
      {all !== null && open.length === 0 ? <p className={styles.none}>No new notifications.</p> : null}
      <ul className={styles.list} aria-label="Latest notifications">
        {shown.map((one) => (
          <NotificationRow key={one.id} one={one} onDismiss={dismissing.dismissOne} onGo={onClose} />
        ))}
      </ul>
      {dismissing.refusal ? <Problem>{dismissing.refusal.message}</Problem> : null}
      <div className={styles.foot}>
        <Link href="/notifications" onClick={onClose}>
          {open.length > mostInPanel ? `All ${open.length} notifications` : 'All notifications'}
        </Link>
        <Link href="/notifications?tab=settings" onClick={onClose}>
          Settings
        </Link>
      </div>
    </div>
  )
}

/** Marks those that are shown as read. Those that were unread stay so in the list until it is closed. */
export function useShown(
  all: readonly Notification[],
  choose: (all: readonly Notification[]) => readonly Notification[],
) {
  const { run } = useCommand(markNotificationsRead)
  const [newOnes, setNewOnes] = useState<ReadonlySet<string>>(new Set())
  const shown = choose(all.map((one) => (newOnes.has(one.id) ? { ...one, readAt: null } : one)))
  const wanted = shown
    .filter((one) => isUnread(one) && !newOnes.has(one.id))
    .map(({ id }) => id)
    .join(' ')
  // In a hidden tab nothing has been read.
  const isLookedAt = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  useEffect(() => {
    if (wanted === '' || !isLookedAt) return
    const ids = wanted.split(' ')
    setNewOnes((before) => new Set([...before, ...ids]))
    void run({ ids })
  }, [wanted, isLookedAt, run])
  return shown
}

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Dismisses one of these notifications, or all of them: not what comes while the button is pressed. */
export function useDismissing(all: readonly Notification[]) {
  const one = useCommand(dismissNotifications)
  const every = useCommand(dismissAllNotifications)
  return {
    /** All of them are being dismissed. */
    busy: every.busy,
    refusal: one.refusal ?? every.refusal,
    dismissOne: (id: string) => one.run({ ids: [id] }),
    dismissAll: () => void every.run({ upTo: Math.max(0, ...all.map(({ timestamp }) => timestamp)) }),
  }
}

interface NewToastsProps {
  readonly all: readonly Notification[]
  readonly settings: NotificationSettings | null
}

/** Shows what arrives while the page is open. What was there before is in the list, and so is what is over by now: the page may have been offline. */
function NewToasts({ all, settings }: NewToastsProps) {
  const { serverNow } = useConnection()
  const known = useRef<ReadonlySet<string> | null>(null)
  const kinds = settings?.kinds
  const lastKinds = useRef(kinds)
  const [arrived, setArrived] = useState<readonly Notification[]>([])
  useEffect(() => {
    const before = known.current
    const keyed = all.map((one) => [`${one.id} ${one.count}`, one] as const)
    known.current = new Set([...(before ?? []), ...keyed.map(([key]) => key)])
    // What appears since its kind was switched on again was there before.
    const isSwitched = lastKinds.current !== kinds
    lastKinds.current = kinds
    if (before === null || isSwitched) return
    const isOver = (one: Notification) => isUrgent(one) && serverNow() - one.timestamp > urgentForMs
    const fresh = keyed.filter(([key, one]) => !before.has(key) && isUnread(one) && !isOver(one)).map(([, one]) => one)
    if (fresh.length > 0) setArrived(fresh)
  }, [all, kinds, serverNow])
  return arrived.map((one) => <NewToast key={`${one.id} ${one.count}`} one={one} settings={settings} />)
}

/** Whether the browser shows it: no page of this site is in view, and neither the settings nor quiet hours forbid it. */
const isForBrowser = ({ type }: Notification, settings: NotificationSettings | null, now: number) =>
  settings !== null &&
  document.visibilityState === 'hidden' &&
  mayNotify() &&
  channelsOf(settings, type).browser &&
  (kindOfType(type).isCritical === true || !isQuiet(settings.quietHours, now))

/** Whether a message has all the words of its title, so that both together would say the same twice. Short words don't count. */
const isSaidIn = (message: string, title: string) =>
  (title.toLowerCase().match(/\p{L}{4,}/gu) ?? []).every((word) => message.toLowerCase().includes(word))

/** Once, when the name in its message is known. */
function NewToast({ one, settings }: { readonly one: Notification; readonly settings: NotificationSettings | null }) {
  const { serverNow } = useConnection()
  const message = useMessage(one)
  const showToast = useSetAtom(showToastAtom)
  const shown = useRef(false)
  useEffect(() => {
    if (message === null || shown.current) return
    shown.current = true
    showToast(message, null, { title: isSaidIn(message, one.title) ? null : one.title })
    if (isForBrowser(one, settings, serverNow())) void showInBrowser(one.title, message, one.type)
  }, [message, showToast, one, settings, serverNow])
  return null
}
