import type { ReactNode } from 'react'
import { mainServer } from '../../../../shared/engine/ids.ts'
import { type Roster, type RosterEntry, roster } from '../../../../shared/features/roster/roster.ts'
import { useDocument } from '../../../connection/useDocument.ts'
import type { View } from '../../../map/view.ts'
import { Button } from '../../../ui/Button.tsx'
import { lengthOf } from '../../../ui/durations.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useNow } from '../../../ui/Time.tsx'
import { useIsGameLost } from '../../server/LinkStatus.tsx'
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
  const isLost = useIsGameLost()
  if (state === 'refused')
    return (
      <EmptyState picture="gate" title="No access.">
        <p>You need "see all positions" to read this list.</p>
      </EmptyState>
    )
  if (!value || value.readAt === null)
    return (
      <EmptyState picture="lantern" title={isLost ? 'No players yet.' : 'Loading players…'}>
        <p>{isLost ? 'Players appear when the game link is up.' : 'Waiting for the first reading from the server.'}</p>
      </EmptyState>
    )
  return (
    <RosterPanel
      players={value.players}
      view={view}
      age={<ReadingAge readAt={value.readAt} />}
      isLost={isLost}
      filter={filter}
      change={change}
      footer={footer}
    />
  )
}

/** Readings come every few seconds: a count of them would only flicker. */
const justNowMs = 10_000

/** The age of a reading, which turns to seconds when readings fail to come. Null before the first. */
export function ReadingAge({ readAt }: { readonly readAt: number | null }) {
  const now = useNow()
  if (readAt === null) return 'No data yet'
  return now - readAt < justNowMs ? 'Read just now' : `Read ${lengthOf(now - readAt)} ago`
}

interface RosterPanelProps extends RosterFilterState {
  readonly players: Roster['players']
  /** The map that centres on or follows a chosen player. */
  readonly view: View
  /** The age of the reading. */
  readonly age: ReactNode
  /** Whether the reading is the last one before hub or link was lost. */
  readonly isLost?: boolean
  readonly footer?: ReactNode
}

const placedIn = (entries: readonly RosterEntry[]) => entries.filter(({ animal }) => animal?.isPlaced).length

/**
 * How many players there are, in the words of the top bar: `120 online, 117 on the map`; filtered `12 of 117 on the map`.
 * @param isLost whether no one knows who is online now: `120 last seen online, 117 on the map`
 */
export const countLabel = (
  entries: readonly RosterEntry[],
  passing: readonly RosterEntry[],
  { isNarrowed, isLost }: { readonly isNarrowed: boolean; readonly isLost: boolean },
) =>
  isNarrowed
    ? `${placedIn(passing)} of ${placedIn(entries)} on the map`
    : `${entries.length} ${isLost ? 'last seen online' : 'online'}, ${placedIn(entries)} on the map`

/** A reading as a list, live or from the past, with the filters that apply to map and list. */
export function RosterPanel({ players, view, age, isLost = false, filter, change, footer }: RosterPanelProps) {
  const entries = Object.values(players)
  const passing = entries.filter((entry) => passes(entry, filter))
  const { rows, order, sortBy, hold } = useRosterOrder(passing, filter)
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 data-testid="roster-count">{countLabel(entries, passing, { isNarrowed: isFiltering(filter), isLost })}</h2>
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
        <EmptyState picture="tracks" title="No players online.">
          <p>Players appear here when they join.</p>
        </EmptyState>
      ) : (
        <EmptyState picture="tracks" title="No matches.">
          <p>No player matches these filters.</p>
          <Button tone="quiet" onClick={onClear}>
            Clear filters
          </Button>
        </EmptyState>
      )}
    </div>
  )
}
