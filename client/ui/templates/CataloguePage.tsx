import type { ReactNode } from 'react'
import { PageFrame, type PageProps } from './PageFrame.tsx'
import { type ScreenStates, StatefulContent } from './screenStates.tsx'

interface CataloguePageProps extends PageProps, ScreenStates {
  /** Figures above the filters: a row of `Stat`. */
  readonly figures?: ReactNode
  /** A `FilterBar`. It stays in every state, so that a search without a result can be changed. */
  readonly filters?: ReactNode
  /** A `Drawer` with the chosen thing, while there is one. */
  readonly detail?: ReactNode
  /** A `CardGrid`. */
  readonly children: ReactNode
}

/** Things to look through: filters, a grid of cards, and the detail of one. For players. */
export const CataloguePage = ({
  figures,
  filters,
  detail,
  children,
  state,
  empty,
  refused,
  ...page
}: CataloguePageProps) => (
  <>
    <PageFrame {...page} density="card" width="full" isBlank={state === 'loading'}>
      {figures ?? null}
      {filters ?? null}
      <StatefulContent state={state} empty={empty} refused={refused}>
        {children}
      </StatefulContent>
    </PageFrame>
    {detail ?? null}
  </>
)
