import type { ReactNode } from 'react'
import { type Tab, Tabs } from '../Tabs.tsx'
import styles from './BoardPage.module.css'
import { PageFrame, type PageProps } from './PageFrame.tsx'
import { type ScreenStates, StatefulContent } from './screenStates.tsx'

interface BoardPageProps<Key extends string> extends PageProps, ScreenStates {
  /** Above the tabs, whichever is chosen: what is live now. */
  readonly top?: ReactNode
  /** `table` for staff: compact. */
  readonly density?: 'card' | 'table'
  /** `full`: as wide as the window, for cards. */
  readonly width?: 'wide' | 'full'
  readonly tabs: readonly Tab<Key>[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
  /** The panel of the chosen tab. The states are those of this panel. */
  readonly children: ReactNode
}

/** Tabs with live parts. */
export const BoardPage = <Key extends string>({
  top,
  density = 'card',
  width = 'wide',
  tabs,
  chosen,
  onChoose,
  children,
  state,
  empty,
  refused,
  ...page
}: BoardPageProps<Key>) => (
  <PageFrame {...page} density={density} width={width} isBlank={state === 'loading'}>
    {top ?? null}
    <div className={styles.board}>
      <Tabs label={page.title} tabs={tabs} chosen={chosen} onChoose={onChoose}>
        <div className={styles.panel}>
          <StatefulContent state={state} empty={empty} refused={refused}>
            {children}
          </StatefulContent>
        </div>
      </Tabs>
    </div>
  </PageFrame>
)
