import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { searchAudit } from '../../../shared/features/audit/queries.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager, usePaging } from '../../ui/Pager.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On } from '../../ui/Time.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { GatedPage } from '../roles/Gated.tsx'
import styles from './Audit.module.css'
import { AuditFilters, type AuditSearch, fileAddress, filterOf, isFiltered, wholeAudit } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { countLabel } from './auditLabels.ts'

const pauseMs = 300

/** The audit: who did what. Searched, read page by page, and exported as a file. */
export function AuditScreen() {
  return (
    <GatedPage
      wide
      title="Audit"
      lead="Who did what, with whose rights, to whom, and what became of it. Secrets are hidden. The newest first."
      needs="runConsole"
    >
      {() => <Audit />}
    </GatedPage>
  )
}

function Audit() {
  const [search, setSearch] = useState(wholeAudit)
  const debounced = useDebounced(search, pauseMs)
  return (
    <>
      <AuditFilters search={search} onSearch={setSearch} />
      <Found search={debounced} />
    </>
  )
}

function Found({ search }: { readonly search: AuditSearch }) {
  const paging = usePaging<string>(search)
  const { state, value, refusal, reload } = useQuery(searchAudit, { ...filterOf(search), before: paging.before })
  const next = value?.next ?? null
  const isLoading = state === 'loading'
  return (
    <section className={styles.found} aria-label="Lines" aria-busy={isLoading}>
      <div className={styles.bar}>
        <p className={styles.note} role="status">
          {isLoading ? <Searching /> : value ? countLabel(value.lines.length, paging.page) : ''}
        </p>
        <div className={styles.actions}>
          <Button disabled={isLoading} onClick={reload}>
            Ask again
          </Button>
          <a className={styles.file} href={fileAddress('csv', search)} download>
            Export CSV
          </a>
          <a className={styles.file} href={fileAddress('jsonl', search)} download>
            Export JSON Lines
          </a>
        </div>
      </div>
      {refusal && state === 'refused' ? <Problem>{refusal.message}</Problem> : null}
      {value && value.lines.length > 0 ? <AuditTable lines={value.lines} /> : null}
      {value && value.lines.length === 0 && !isLoading ? <Nothing isMore={next !== null} search={search} /> : null}
      {value?.searchedTo && next !== null ? (
        <p className={styles.note}>
          Searched back to <On at={value.searchedTo} />.
        </p>
      ) : null}
      <Pager paging={paging} next={next} isLoading={isLoading} />
    </section>
  )
}

const Searching = () =>
  useAtomValue(connectionAtom).name === 'live'
    ? 'Searching the journal.'
    : 'The hub does not answer. The search goes on when it does.'

function Nothing({ isMore, search }: { readonly isMore: boolean; readonly search: AuditSearch }) {
  if (isMore)
    return (
      <EmptyState picture="tracks" title="Nothing found so far">
        <p>“Older” searches on.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      picture="tracks"
      title={isFiltered(search) ? 'No history entries found matching your filters.' : 'Nothing was done yet'}
    />
  )
}
