import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import {
  type ConnectionState,
  connectionAtom,
  type HubNotice,
  helloAtom,
  noticeAtom,
} from '../connection/connectionState.ts'
import { ThemeMenu } from '../themes/ThemeMenu.tsx'
import { lengthOf, timeOf } from '../ui/durations.ts'
import { NoticeBar } from '../ui/Problem.tsx'
import { useNow } from '../ui/Time.tsx'
import { type Destination, Navigation } from './Navigation.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  readonly destinations: readonly Destination[]
  /** All named pages: the present one may not be among the destinations. */
  readonly pages: readonly Destination[]
  /** Tools on every page, beside the theme menu. */
  readonly tools: ReactNode
  /** The account menu, or the sign-in menu. */
  readonly account: ReactNode
}

/** The head of every page: community, navigation, connection, tools and account. */
export function TopBar({ destinations, pages, tools, account }: TopBarProps) {
  const community = useAtomValue(helloAtom)?.community ?? 'Waterhole'
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.home}>
        <Logo />
        <span className={styles.community}>{community}</span>
      </Link>
      <div className={styles.pages}>
        <Navigation key={destinations.map(({ name }) => name).join()} destinations={destinations} pages={pages} />
      </div>
      <div className={styles.signs}>
        <ConnectionSign />
        {tools}
        <ThemeMenu />
      </div>
      <div data-focus-rest>{account}</div>
    </header>
  )
}

/** A track at the edge of the water. */
function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M16 17.5c-2.2-1.2-3.4-3-3.2-4.6.2-1.5 1.6-2.3 3.2-2.3s3 .8 3.2 2.3c.2 1.6-1 3.4-3.2 4.6z" />
      <path d="M16 10.6V4M12.9 12 8 7.2M19.1 12 24 7.2" />
      <path d="M9 19.4c-3 .6-5 1.7-5 3 0 2.2 5.4 4 12 4s12-1.8 12-4c0-1.3-2-2.4-5-3" />
      <path d="M10.5 22.2c1.4.6 3.3.9 5.5.9s4.1-.3 5.5-.9" />
    </svg>
  )
}

/** On every page of a demo, so that it is not mistaken for a real hub. */
export function DemoSign() {
  const hello = useAtomValue(helloAtom)
  if (!hello?.demo) return null
  return (
    <aside className={styles.demo} aria-label="Demo" data-testid="demo-sign">
      <strong>Demo.</strong> Sign in as anyone; the animals are simulated.
    </aside>
  )
}

/** Sets the title of the browser window to page and community. */
export function PageTitle({ pages }: { readonly pages: readonly Destination[] }) {
  const [here] = useLocation()
  const community = useAtomValue(helloAtom)?.community ?? 'Waterhole'
  const page = pages.find(({ path }) => path === here)?.name ?? 'Off the map'
  useEffect(() => {
    document.title = `${page} · ${community}`
  }, [page, community])
  return null
}

/** What the hub says about this user's own requests, until it is dismissed or no longer true. */
export function HubNoticeBar() {
  const [notice, setNotice] = useAtom(noticeAtom)
  if (notice === null || !isAboutRequests(notice)) return null
  return (
    <NoticeBar role="status" onDismiss={() => setNotice(null)}>
      <p>{notice.message}</p>
    </NoticeBar>
  )
}

const isAboutRequests = ({ code }: HubNotice) => ['refused', 'tooFast', 'tooLarge', 'malformed'].includes(code)

/** Whether the page is live, and if not, since when. On every page. */
function ConnectionSign() {
  const connection = useAtomValue(connectionAtom)
  const notice = useAtomValue(noticeAtom)
  const now = useNow()
  const { name, detail } = connectionLabel(connection, now)
  const isLive = connection.name === 'live'
  return (
    <p className={styles.sign} data-testid="connection" data-connection={connection.name} title={notice?.message}>
      <span className={styles.lamp} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
      {detail === '' ? null : <span>{detail}</span>}
      {connection.name === 'reload' ? (
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          Reload
        </button>
      ) : null}
      {!isLive && notice ? <span className="unseen">{notice.message}</span> : null}
    </p>
  )
}

interface ConnectionLabel {
  readonly name: string
  /** Beside the name; updated where it holds a time. */
  readonly detail: string
}

/** The text of the connection sign. @param now by the hub's time, as `since` is */
export const connectionLabel = ({ name, since }: ConnectionState, now: number): ConnectionLabel => {
  if (name === 'live') return { name: 'Live', detail: '' }
  if (name === 'connecting') return { name: 'Connecting', detail: '' }
  if (name === 'reconnecting') return { name: 'Reconnecting', detail: lengthOf(now - since) }
  if (name === 'stale') return { name: 'Stale', detail: `since ${timeOf(since)}` }
  return { name: 'New version', detail: 'is ready' }
}
