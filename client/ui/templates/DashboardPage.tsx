import { type ReactNode, useId } from 'react'
import styles from './DashboardPage.module.css'
import { PageFrame, type PageProps } from './PageFrame.tsx'
import { type ScreenStates, StatefulContent } from './screenStates.tsx'

interface DashboardPageProps extends PageProps, ScreenStates {
  /** A `StatRow`: the figures that one looks for first. */
  readonly figures: ReactNode
  /** Panels, each a `DashboardPanel`. */
  readonly children: ReactNode
}

/** Figures, and plots with the table behind each. For owner and staff. */
export const DashboardPage = ({ figures, children, state, empty, refused, ...page }: DashboardPageProps) => (
  <PageFrame {...page} density="table" width="full" isBlank={state === 'loading'}>
    <StatefulContent state={state} empty={empty} refused={refused}>
      {figures}
      <PanelGrid>{children}</PanelGrid>
    </StatefulContent>
  </PageFrame>
)

/** Panels beside one another as far as there is room. */
export const PanelGrid = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.panels}>{children}</div>
)

interface DashboardPanelProps extends ScreenStates {
  readonly title: string
  /** Beside the title: the range, an export. */
  readonly action?: ReactNode
  /** `wide`: as wide as the page. */
  readonly size?: 'usual' | 'wide'
  readonly children: ReactNode
}

/** One panel of a dashboard, which loads and fails by itself. */
export function DashboardPanel({ title, action, size = 'usual', children, ...states }: DashboardPanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} data-size={size} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action ?? null}
      </header>
      <StatefulContent {...states}>{children}</StatefulContent>
    </section>
  )
}
