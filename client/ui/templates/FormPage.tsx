import type { ReactNode } from 'react'
import styles from './FormPage.module.css'
import { PageFrame, type PageProps } from './PageFrame.tsx'
import { type ScreenStates, StatefulContent } from './screenStates.tsx'

interface FormPageProps extends PageProps, ScreenStates {
  /** `table`: compact, for staff. */
  readonly density?: 'card' | 'table'
  /** `wide`: for rows of entries below the form. */
  readonly width?: 'column' | 'wide'
  /** Beside the form where there is room, below it elsewhere: what helps to fill it in, or what was done before. */
  readonly aside?: ReactNode
  /** A `Form`: one column of fields, one main action. */
  readonly children: ReactNode
}

/** A form: one column of fields and one main action. */
export const FormPage = ({
  density = 'card',
  width = 'column',
  aside,
  children,
  state,
  empty,
  refused,
  ...page
}: FormPageProps) => (
  <PageFrame {...page} density={density} width={aside ? 'wide' : width} isBlank={state === 'loading'}>
    <StatefulContent state={state} empty={empty} refused={refused}>
      <div className={styles.room}>
        <div className={styles.columns} data-split={aside ? '' : undefined}>
          <div className={styles.column}>{children}</div>
          {aside ? <aside className={styles.column}>{aside}</aside> : null}
        </div>
      </div>
    </StatefulContent>
  </PageFrame>
)
