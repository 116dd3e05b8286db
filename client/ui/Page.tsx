import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom } from '../connection/connectionState.ts'
import { timeOf } from './durations.ts'
import styles from './Page.module.css'
import { Toasts } from './Toast.tsx'

interface PageProps {
  readonly title: string
  /** The purpose of the page in a sentence. */
  readonly lead: string
  /** The action on this page that needs an answer of the hub at once: `making a token`. Named while the hub does not answer. */
  readonly needsHubFor?: string
  /** Wide enough for columns that are compared. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The frame of a page: its name, its purpose, its age while the hub does not answer, and its parts. */
export const Page = ({ title, lead, needsHubFor = '', wide = false, children }: PageProps) => (
  <main className={styles.table}>
    <div className={styles.paper} data-wide={wide || undefined}>
      <header>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      <StaleNote needsHubFor={needsHubFor} />
      <div className={styles.parts}>{children}</div>
    </div>
    <Toasts />
  </main>
)

/** A page without content for the present principal: one statement in the middle says why. */
export const EmptyPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <main className={styles.closed}>
    <h1 className="unseen">{title}</h1>
    {children}
  </main>
)

/** The content stays while the hub does not answer, with the time of its data. */
function StaleNote({ needsHubFor }: { readonly needsHubFor: string }) {
  const { name, since } = useAtomValue(connectionAtom)
  if (name !== 'stale' && name !== 'reconnecting') return null
  return (
    <p className={styles.stale} data-testid="stale">
      <strong>No connection since {timeOf(since)}.</strong> What stands here is from then. Changes wait on this open
      page and are sent when the hub answers again. What needs the hub now: {needsHubFor ? `${needsHubFor}, and ` : ''}
      logging out in the account menu.
    </p>
  )
}
