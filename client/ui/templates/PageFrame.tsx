import type { ReactNode } from 'react'
import { Toasts } from '../Toast.tsx'
import styles from './PageFrame.module.css'
import { StaleNote } from './screenStates.tsx'

export interface PageProps {
  readonly title: string
  /** The purpose of the page in a sentence, where the title does not say it. */
  readonly lead?: ReactNode
  /** Actions on the whole page, beside its title. */
  readonly actions?: ReactNode
}

interface PageFrameProps extends PageProps {
  /** `card`: for players, with wide margins. `table`: for staff, compact, with columns that line up. */
  readonly density: 'card' | 'table'
  /** `column`: as wide as a text is read. `full`: as wide as the window. */
  readonly width: 'column' | 'wide' | 'full'
  /** Nothing has arrived yet: there is no content whose age could be said. */
  readonly isBlank?: boolean
  readonly children: ReactNode
}

/** The frame of all templates: the title, its actions, the age of the page while the hub is away, and the toasts. */
export const PageFrame = ({ title, lead, actions, isBlank = false, children, ...sheet }: PageFrameProps) => (
  <PageSheet {...sheet}>
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
    {isBlank ? null : <StaleNote />}
    {children}
  </PageSheet>
)

/** The sheet of a page whose content begins with a head of its own, which holds the title. */
export const PageSheet = ({ density, width, children }: Omit<PageFrameProps, keyof PageProps | 'isBlank'>) => (
  <main className={styles.page} data-density={density} data-width={width} tabIndex={-1}>
    <div className={styles.sheet}>{children}</div>
    <Toasts />
  </main>
)

/** A page without content for the present user: one statement in the middle says why. */
export const ClosedPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <main className={styles.closed} tabIndex={-1}>
    <h1 className="unseen">{title}</h1>
    {children}
  </main>
)
