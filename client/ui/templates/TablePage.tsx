import type { ReactNode } from 'react'
import { PageFrame, type PageProps } from './PageFrame.tsx'
import { type ScreenStates, StatefulContent } from './screenStates.tsx'

interface TablePageProps extends PageProps, ScreenStates {
  /** A `FilterBar`. It stays in every state, so that a search without a result can be changed. */
  readonly filters?: ReactNode
  /** A `Pager`, below the table. */
  readonly pager?: ReactNode
  /** A `Drawer` with the details of the opened row, while there is one. */
  readonly drawer?: ReactNode
  /** A `DataTable`. */
  readonly children: ReactNode
}

/** A table and the drawer beside it: filters, rows, pages. For staff. */
export const TablePage = ({ filters, pager, drawer, children, state, empty, refused, ...page }: TablePageProps) => (
  <>
    <PageFrame {...page} density="table" width="full" isBlank={state === 'loading'}>
      {filters ?? null}
      <StatefulContent state={state} empty={empty} refused={refused}>
        {children}
      </StatefulContent>
      {state === 'loading' ? null : pager}
    </PageFrame>
    {drawer ?? null}
  </>
)
