import type { LogLine } from '../../../shared/features/gameLog/lines.ts'
import { longestLogSearch } from '../../../shared/features/gameLog/queries.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LivePage, LivePageFoot } from '../../ui/LivePage.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { filterOf, LogFilters, LogSearch, type LogTabKey } from './LogFilters.tsx'
import { NotConnectedNote, notConnected } from './LogLinkNote.tsx'
import { type FoundRow, type LogQuery, useLogPage } from './useLogPage.ts'

interface TabWords {
  /** Names the table for screen readers. */
  readonly caption: string
  readonly one: string
  readonly many: string
  readonly empty: string
  /** What one may search for. */
  readonly hint: string
}

interface LogTabProps<Q extends LogQuery> {
  readonly tab: LogTabKey
  readonly query: Q
  /** The lines that the query finds. */
  readonly kinds: readonly LogLine['kind'][]
  readonly columns: readonly Column<FoundRow<Q>>[]
  readonly words: TabWords
  /** No log is connected. */
  readonly isOff: boolean
}

const pauseMs = 300

/** The panel of one tab: filters, table, pages. Give it a key, because each tab asks its own query. */
export function LogTab<Q extends LogQuery>({ tab, query, kinds, columns, words, isOff }: LogTabProps<Q>) {
  const { filters: search, isFiltered, setFilters, clearFilters } = useAddressFilters(LogSearch)
  const wanted = JSON.stringify(filterOf(search, tab))
  const asked = useDebounced(wanted, pauseMs)
  const { query: source, paging, rows, newRows, showNew } = useLogPage(query, JSON.parse(asked), kinds)
  const { value } = source
  const next = value?.next ?? null
  // A search that is still being typed counts as running, so that no page of the one before is turned.
  const isSearching = source.state === 'loading' || asked !== wanted
  const isBlank = rows.length === 0 && !isFiltered
  return (
    <>
      {isOff && !isBlank ? <NotConnectedNote /> : null}
      <FilterBar
        label="Game log"
        search={{
          value: search.text,
          onChange: (text) => setFilters({ text }),
          hint: words.hint,
          longest: longestLogSearch,
        }}
        isFiltered={isFiltered}
        onClear={clearFilters}
      >
        <LogFilters tab={tab} search={search} onSearch={setFilters} />
      </FilterBar>
      <StatefulContent
        {...statesOf(source, () => rows.length === 0, emptyText({ words, isOff, isFiltered, isMore: next !== null }))}
      >
        <LivePage isSearching={isSearching} newRows={newRows} onShow={showNew}>
          <DataTable caption={words.caption} columns={columns} rows={rows} keyOf={({ key }) => key} />
        </LivePage>
      </StatefulContent>
      <LivePageFoot
        paging={paging}
        next={next}
        isSearching={isSearching}
        found={rows.length > 0 ? `${rows.length} ${rows.length === 1 ? words.one : words.many}` : ''}
        searchedTo={value?.searchedTo ?? null}
      />
    </>
  )
}

interface EmptyReason {
  readonly words: TabWords
  readonly isOff: boolean
  readonly isFiltered: boolean
  readonly isMore: boolean
}

function emptyText({ words, isOff, isFiltered, isMore }: EmptyReason) {
  if (isMore) return { title: 'Nothing found so far', children: <p>“Older” searches further back.</p> }
  if (isFiltered) return { title: `No ${words.many} match your filters.` }
  if (isOff) return { picture: 'mast', title: notConnected.title, children: <p>{notConnected.text}</p> } as const
  return { title: words.empty, children: <p>New ones appear here as the game writes them.</p> }
}
