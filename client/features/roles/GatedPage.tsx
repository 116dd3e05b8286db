import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { helloAtom } from '../../connection/handshake.ts'
import { Blank } from '../../ui/Blank.tsx'
import { timeOf } from '../../ui/durations.ts'
import styles from '../../ui/Page.module.css'
import { Toasts } from '../../ui/Toasts.tsx'
import { shownYouAtom, type You } from './elevation.ts'
import { holdersOf, inRole, type PersonalPermission, permissionWords } from './permissionLabels.ts'

interface GatedPageProps {
  readonly title: string
  /** What the page is for, in a sentence. */
  readonly lead: string
  readonly needs: PersonalPermission
  /** What on it can only be done while the hub answers: `making a token`. */
  readonly atOnce?: string
  /** Wide enough for columns that are compared. */
  readonly wide?: boolean
  readonly children: (you: You) => ReactNode
}

/** A page for those who are signed in and may: whoever may not is told what is missing. */
export function GatedPage({ title, lead, needs, atOnce = '', wide = false, children }: GatedPageProps) {
  const hello = useAtomValue(helloAtom)
  const you = useAtomValue(shownYouAtom)
  const { name } = useAtomValue(connectionAtom)
  if (!hello)
    return (
      <Closed title={title}>
        {name === 'stale' ? (
          <Blank picture="mast" title="The hub does not answer">
            <p>This page goes on calling. Nothing is lost.</p>
          </Blank>
        ) : (
          <div role="status">
            <Blank picture="lantern" title="Checking authentication..." />
          </div>
        )}
      </Closed>
    )
  const isOpen = hello.you === null || hello.may.includes(needs)
  if (!you || !isOpen)
    return (
      <Closed title={title}>
        <NotOpen you={you} needs={needs} />
      </Closed>
    )
  return (
    <main className={styles.table}>
      <div className={styles.paper} data-wide={wide || undefined}>
        <header className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </header>
        <StaleNote atOnce={atOnce} />
        {/* Another person is another page: nothing of the last one's stays on it. */}
        <div key={you.id} className={styles.parts}>
          {children(you)}
        </div>
      </div>
      <Toasts />
    </main>
  )
}

const Closed = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <main className={styles.closed}>
    <h1 className="unseen">{title}</h1>
    {children}
  </main>
)

function NotOpen({ you, needs }: { readonly you: You | null; readonly needs: PersonalPermission & Permission }) {
  if (!you)
    return (
      <Blank picture="gate" title="Sign in first">
        <p>This page is about your own account. Sign in at the top, and it opens.</p>
      </Blank>
    )
  return (
    <Blank picture="gate" title="Not open to you">
      {you.session?.viewing ? (
        <p>You see the site as {inRole(you.session.viewing)}, and this page is not there for them.</p>
      ) : (
        <p>
          What is missing is the permission “{permissionWords[needs].name}”, which {holdersOf(needs)} have.
        </p>
      )}
    </Blank>
  )
}

/** What is shown stays, and says how old it is, while the hub does not answer. */
function StaleNote({ atOnce }: { readonly atOnce: string }) {
  const { name, since } = useAtomValue(connectionAtom)
  if (name !== 'stale' && name !== 'reconnecting') return null
  return (
    <p className={styles.stale} data-testid="stale">
      <strong>No connection since {timeOf(since)}.</strong> What stands here is from then. Changes wait on this open
      page and are sent when the hub answers again. What needs the hub now: {atOnce ? `${atOnce}, and ` : ''}logging out
      in the account menu.
    </p>
  )
}
