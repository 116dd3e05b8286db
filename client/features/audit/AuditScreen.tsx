import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { searchAudit } from '../../../shared/features/audit/queries.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Acts } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { GatedPage } from '../roles/GatedPage.tsx'
import styles from './Audit.module.css'
import { AuditFilters, allOfIt, fileAddress, filterOf, isNarrowed } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { countWords } from './auditLabels.ts'

const pauseMs = 300

/** Who did what, from the journal: searched, turned page by page, and taken along as a file. */
export function AuditScreen() {
  return (
    <GatedPage
      wide
      title="Audit"
      lead="Who did what, with whose rights, to whom, and what became of it. Secrets are hidden. The newest first."
      needs="runConsole"
    >
      {() => <Search />}
    </GatedPage>
  )
}

function Search() {
  const [wish, setWish] = useState(allOfIt)
  const asked = useDebounced(wish, pauseMs)
  return (
    <>
      <AuditFilters wish={wish} onWish={setWish} />
      <Found wish={asked} />
    </>
  )
}

/** Where each page begins that was turned to, the newest last; another search begins at its first page. */
function useTurned(wish: typeof allOfIt) {
  const search = JSON.stringify(wish)
  const [turned, setTurned] = useState<{ readonly search: string; readonly places: readonly string[] }>()
  const places = turned?.search === search ? turned.places : []
  return [places, (next: readonly string[]) => setTurned({ search, places: next })] as const
}

function Found({ wish }: { readonly wish: typeof allOfIt }) {
  const [turned, setTurned] = useTurned(wish)
  const { state, value, refusal, reload } = useQuery(searchAudit, { ...filterOf(wish), before: turned.at(-1) ?? null })
  const next = value?.next ?? null
  const isLoading = state === 'loading'
  return (
    <section className={styles.found} aria-label="Lines" aria-busy={isLoading}>
      <div className={styles.bar}>
        <p className={styles.told} role="status">
          {isLoading ? <Searching /> : value ? countWords(value.lines.length, turned.length + 1) : ''}
        </p>
        <div className={styles.acts}>
          <Button disabled={isLoading} onClick={reload}>
            Ask again
          </Button>
          <a className={styles.file} href={fileAddress('csv', wish)} download>
            Export CSV
          </a>
          <a className={styles.file} href={fileAddress('jsonl', wish)} download>
            Export JSON Lines
          </a>
        </div>
      </div>
      {refusal && state === 'refused' ? <Problem>{refusal.message}</Problem> : null}
      {value && value.lines.length > 0 ? <AuditTable lines={value.lines} /> : null}
      {value && value.lines.length === 0 && !isLoading ? <Nothing isMore={next !== null} wish={wish} /> : null}
      {value?.searchedTo && next !== null ? (
        <p className={styles.told}>
          Searched back to <On at={value.searchedTo} />.
        </p>
      ) : null}
      {turned.length > 0 || next !== null ? (
        <Acts>
          <Button disabled={turned.length === 0} onClick={() => setTurned(turned.slice(0, -1))}>
            Newer
          </Button>
          <Button disabled={next === null || isLoading} onClick={() => next && setTurned([...turned, next])}>
            Older
          </Button>
        </Acts>
      ) : null}
    </section>
  )
}

const Searching = () =>
  useAtomValue(connectionAtom).name === 'live'
    ? 'Searching the journal.'
    : 'The hub does not answer. The search goes on when it does.'

function Nothing({ isMore, wish }: { readonly isMore: boolean; readonly wish: typeof allOfIt }) {
  if (isMore)
    return (
      <Blank picture="tracks" title="Nothing found so far">
        <p>“Older” searches on.</p>
      </Blank>
    )
  return (
    <Blank
      picture="tracks"
      title={isNarrowed(wish) ? 'No history entries found matching your filters.' : 'Nothing was done yet'}
    />
  )
}
