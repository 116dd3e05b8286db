import type { ReactNode } from 'react'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { type Roster, type RosterEntry, roster } from '../../../../shared/features/roster/roster.ts'
import { useDocument } from '../../../connection/useDocument.ts'
import type { View } from '../../../map/view.ts'
import { Button } from '../../../ui/Button.tsx'
import { lengthOf } from '../../../ui/durations.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useNow } from '../../../ui/Time.tsx'
import { RosterFilters } from './RosterFilters.tsx'
import styles from './RosterPanel.module.css'
import { RosterTable } from './RosterTable.tsx'
import { isFiltering, noFilter, passes, type RosterFilterState } from './rosterFilter.ts'
import { useRosterOrder } from './rosterOrder.ts'

interface RosterListProps extends RosterFilterState {
  readonly view: View
  /** Shown below the list. */
  readonly footer?: ReactNode
}

/** The live list of players on the server. */
export function RosterList({ view, filter, change, footer }: RosterListProps) {
  const { state, value } = useDocument(roster, mainServer)
  if (state === 'refused')
    return (
      <EmptyState picture="gate" title="Not open to you">
        <p>Only staff who may see all positions can read this list.</p>
      </EmptyState>
    )
  if (!value || value.readAt === null)
    return (
      <EmptyState picture="lantern" title="Taking the first count">
        <p>The hub reads the island while somebody watches. The first reading is on its way.</p>
      </EmptyState>
    )
  return (
    <RosterPanel
      players={value.players}
      view={view}
      age={<ReadingAge readAt={value.readAt} />}
      filter={filter}
      change={change}
      footer={footer}
    />
  )
}

function ReadingAge({ readAt }: { readonly readAt: number }) {
  const now = useNow()
  return <>read {lengthOf(now - readAt)} ago</>
}

interface RosterPanelProps extends RosterFilterState {
  readonly players: Roster['players']
  /** The map that centres on or follows a chosen player. */
  readonly view: View
  /** The age of the reading. */
  readonly age: ReactNode
  readonly footer?: ReactNode
}

const animalsIn = (entries: readonly RosterEntry[]) => entries.filter(({ animal }) => animal !== null).length

/** `12 of 40 dinosaurs` */
const countLabel = (shown: number, all: number, isNarrowed: boolean) =>
  `${isNarrowed ? `${shown} of ${all}` : all} ${all === 1 ? 'dinosaur' : 'dinosaurs'}`

/** A reading as a list, live or from the past, with the filters that apply to map and list. */
export function RosterPanel({ players, view, age, filter, change, footer }: RosterPanelProps) {
  const entries = Object.values(players)
  const passing = entries.filter((entry) => passes(entry, filter))
  const { rows, order, sortBy, hold } = useRosterOrder(passing, filter)
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 data-testid="roster-count">{countLabel(animalsIn(passing), animalsIn(entries), isFiltering(filter))}</h2>
        <p className={styles.age}>{age}</p>
      </header>
      <RosterFilters entries={entries} filter={filter} change={change} />
      {rows.length === 0 ? (
        <NoRows isEmpty={entries.length === 0} onClear={() => change(noFilter)} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        <section className={styles.rows} tabIndex={0} aria-label="Table of players">
          <RosterTable view={view} rows={rows} order={order} onSort={sortBy} hold={hold} />
        </section>
      )}
      {footer}
    </div>
  )
}

function NoRows({ isEmpty, onClear }: { readonly isEmpty: boolean; readonly onClear: () => void }) {
  return (
    <div className={styles.rows}>
      {isEmpty ? (
        <EmptyState picture="tracks" title="Nobody is on the island">
          <p>Only tracks. Whoever joins will appear here.</p>
        </EmptyState>
      ) : (
        <EmptyState picture="tracks" title="No trace of that">
          <p>Nobody on the server is left by these filters, and the map shows nobody.</p>
          <Button tone="quiet" onClick={onClear}>
            Clear filters
          </Button>
        </EmptyState>
      )}
    </div>
  )
}
