import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { AuditLine } from '../../../shared/features/audit/queries.ts'
import { longestAuditText } from '../../../shared/features/audit/queries.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LivePage, LivePageFoot } from '../../ui/LivePage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { TablePage } from '../../ui/templates/TablePage.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { openPlayerAtom } from '../players/openPlayer.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { StateMark } from '../staff/StateMark.tsx'
import styles from './Audit.module.css'
import { AuditDetails, AuditSentence } from './AuditEntry.tsx'
import { AuditFilters, AuditSearch, fileAddress, filterOf } from './AuditFilters.tsx'
import { auditKindLabels, countLabel, momentLabel, outcomeLabel } from './auditLabels.ts'
import { useAuditPage } from './useAuditPage.ts'

const pauseMs = 300

/** The audit: who did what. Live, searched, read page by page, and exported as a file. */
export const AuditScreen = () => (
  <PermissionGate title="Audit" needs="runConsole">
    {() => <Audit />}
  </PermissionGate>
)

function Audit() {
  const { filters: search, isFiltered, setFilters, clearFilters } = useAddressFilters(AuditSearch)
  const wanted = JSON.stringify(filterOf(search))
  const asked = useDebounced(wanted, pauseMs)
  const { query, paging, rows: lines, newRows, showNew } = useAuditPage(JSON.parse(asked))
  const [opened, setOpened] = useState<string | null>(null)
  const player = useAtomValue(openPlayerAtom)
  const openedLine = player === null ? lines.find(({ key }) => key === opened) : undefined
  const { value } = query
  const next = value?.next ?? null
  // A search that is still being typed counts as running, so that no page of the one before is turned.
  const isSearching = query.state === 'loading' || asked !== wanted
  return (
    <TablePage
      title="Audit"
      lead="Who did what, to whom, and how it ended. Secrets are hidden."
      actions={<Files search={search} />}
      filters={
        <FilterBar
          label="Audit"
          search={{
            value: search.text,
            onChange: (text) => setFilters({ text }),
            hint: 'Name, ID or word',
            longest: longestAuditText,
          }}
          isFiltered={isFiltered}
          onClear={clearFilters}
        >
          <AuditFilters search={search} onSearch={setFilters} />
        </FilterBar>
      }
      pager={
        <LivePageFoot
          paging={paging}
          next={next}
          isSearching={isSearching}
          found={value ? countLabel(lines.length) : ''}
          searchedTo={value?.searchedTo ?? null}
        />
      }
      drawer={openedLine ? <AuditDetails line={openedLine} onClose={() => setOpened(null)} /> : null}
      {...statesOf(
        query,
        () => lines.length === 0 && newRows.count === 0,
        emptyText({ isFiltered, isMore: next !== null }),
      )}
    >
      <LivePage isSearching={isSearching} newRows={newRows} onShow={showNew}>
        <DataTable
          caption="What was done, newest first"
          columns={columns}
          rows={lines}
          keyOf={({ key }) => key}
          onOpen={({ key }) => setOpened(key)}
          opened={openedLine?.key ?? null}
        />
      </LivePage>
    </TablePage>
  )
}

const Files = ({ search }: { readonly search: AuditSearch }) => (
  <>
    <a className={styles.file} href={fileAddress('csv', search)} download>
      Export CSV
    </a>
    <a className={styles.file} href={fileAddress('jsonl', search)} download>
      Export JSON Lines
    </a>
  </>
)

const columns: readonly Column<AuditLine>[] = [
  {
    name: 'Time',
    width: '152px',
    cell: ({ at }) => (
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {momentLabel(at)}
      </time>
    ),
  },
  {
    name: 'What happened',
    isPlain: true,
    width: 'minmax(240px, 1fr)',
    cell: (line) => (
      <span className={styles.sentence}>
        <AuditSentence line={line} />
      </span>
    ),
  },
  { name: 'Kind', isPlain: true, width: '136px', cell: ({ kind }) => auditKindLabels[kind] },
  {
    name: 'Outcome',
    isPlain: true,
    width: '136px',
    isEmpty: (line) => outcomeLabel(line) === '',
    cell: (line) =>
      line.outcome ? (
        <span title={outcomeLabel(line)}>
          <StateMark small state={line.outcome.state} />
        </span>
      ) : (
        outcomeLabel(line) || '–'
      ),
  },
]

interface EmptyReason {
  readonly isFiltered: boolean
  readonly isMore: boolean
}

function emptyText({ isFiltered, isMore }: EmptyReason) {
  if (isMore) return { title: 'Nothing found so far', children: <p>“Older” searches further back.</p> }
  return { title: isFiltered ? 'No history entries found matching your filters.' : 'No entries yet' }
}
