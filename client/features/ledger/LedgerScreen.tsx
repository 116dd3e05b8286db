import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { ledgerSearch } from '../../../shared/features/ledger/ledgerSearch.ts'
import type { LedgerLine } from '../../../shared/features/ledger/queries.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LivePage, LivePageFoot } from '../../ui/LivePage.tsx'
import { QueryField } from '../../ui/QueryField.tsx'
import { SearchHelp } from '../../ui/SearchHelp.tsx'
import { useNow } from '../../ui/Time.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { TablePage } from '../../ui/templates/TablePage.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { openPlayerAtom } from '../players/openPlayer.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { Balances, BalancesProblem } from '../wallet/Balances.tsx'
import styles from './Ledger.module.css'
import { filterOf, LedgerFilters, LedgerSearch, ledgerFileAddress } from './LedgerFilters.tsx'
import { ledgerColumns } from './ledgerRows.tsx'
import { Receipt } from './Receipt.tsx'
import { useLedgerPage } from './useLedgerPage.ts'

const pauseMs = 300

/** Every operation that moved the user's currency: live, searched, read page by page, exported. Staff read a player's with `?of=`. */
export const LedgerScreen = () => (
  <PermissionGate title="Ledger" needs="play">
    {(principal) => <Ledger principal={principal} />}
  </PermissionGate>
)

function Ledger({ principal }: { readonly principal: Principal }) {
  const { filters: search, isFiltered, setFilters, clearFilters } = useAddressFilters(LedgerSearch)
  const account = search.of === '' ? principal.id : search.of
  const isOwn = account === principal.id
  const wanted = JSON.stringify(filterOf(search))
  const asked = useDebounced(wanted, pauseMs)
  const { query, name, paging, lines, newRows, showNew } = useLedgerPage(JSON.parse(asked), account)
  const [opened, setOpened] = useState<string | null>(null)
  const player = useAtomValue(openPlayerAtom)
  const isOn = useFeature('realCurrency')
  const openedLine = player === null ? lines.find(({ key }) => key === opened) : undefined
  const next = query.value?.next ?? null
  // A search that is still being typed counts as running, so that no page of the one before is turned.
  const isSearching = query.state === 'loading' || asked !== wanted
  const isNarrowed = isFiltered && Object.entries(search).some(([field, value]) => field !== 'of' && value.length > 0)
  return (
    <TablePage
      title={isOwn ? 'Ledger' : `Ledger of ${name || 'a player'}`}
      lead={isOwn ? 'Everything that came in and went out, with your balance after it.' : <Back />}
      actions={isOwn && isOn ? <File search={search} /> : null}
      filters={
        <>
          <IfOn feature="realCurrency">
            <div className={styles.balances}>
              <WalletOf account={account} />
            </div>
            {isOwn ? <BalancesProblem account={account} /> : null}
          </IfOn>
          <Search search={search} lines={lines} onText={(text) => setFilters({ text })} />
          <FilterBar
            label="Ledger"
            isFiltered={isNarrowed}
            onClear={() => (isOwn ? clearFilters() : setFilters({ ...LedgerSearch.parse({}), of: search.of }))}
          >
            <LedgerFilters search={search} onSearch={setFilters} />
          </FilterBar>
        </>
      }
      pager={
        <LivePageFoot
          paging={paging}
          next={next}
          isSearching={isSearching}
          found={query.value ? `${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}` : ''}
          searchedTo={query.value?.searchedTo ?? null}
        />
      }
      drawer={
        openedLine ? (
          <Receipt
            key={openedLine.key}
            line={openedLine}
            player={isOwn ? null : account}
            onClose={() => setOpened(null)}
          />
        ) : null
      }
      {...statesOf(
        query,
        () => lines.length === 0 && newRows.count === 0,
        emptyText({ isNarrowed, isMore: next !== null, isOwn }),
      )}
    >
      <LivePage isSearching={isSearching} newRows={newRows} onShow={showNew}>
        <DataTable
          caption="What moved the currency, the newest first"
          columns={ledgerColumns}
          rows={lines}
          keyOf={({ key }) => key}
          onOpen={({ key }) => setOpened(key)}
          opened={openedLine?.key ?? null}
        />
      </LivePage>
    </TablePage>
  )
}

const Back = () => (
  <>
    You see this because you may give currency. <Link href="/ledger">Your own ledger</Link>
  </>
)

const WalletOf = ({ account }: { readonly account: string }) => (
  <Balances wallet={useDocument(wallet, account).value} compact />
)

const File = ({ search }: { readonly search: LedgerSearch }) => (
  <a className={styles.file} href={ledgerFileAddress(search)} download>
    Export CSV
  </a>
)

interface SearchProps {
  readonly search: LedgerSearch
  readonly lines: readonly LedgerLine[]
  readonly onText: (text: string) => void
}

/** The search with its suggestions, and a sheet of all that can be searched for. */
function Search({ search: { text }, lines, onText }: SearchProps) {
  const [isHelping, setHelping] = useState(false)
  return (
    <div className={styles.search}>
      <QueryField
        label="Search ledger"
        definition={ledgerSearch}
        rows={lines}
        text={text}
        onText={onText}
        parsed={parseSearch(ledgerSearch, text)}
        saved={[]}
        recent={[]}
        onUsed={() => {}}
        now={useNow(60_000)}
        hint="Word, or amount>500 is:out"
      />
      <Button tone="quiet" onClick={() => setHelping(true)}>
        How to search
      </Button>
      {isHelping ? (
        <SearchHelp
          definition={ledgerSearch}
          onPick={(example) => {
            onText(`${text} ${example}`.trim())
            setHelping(false)
          }}
          onClose={() => setHelping(false)}
        />
      ) : null}
    </div>
  )
}

interface EmptyReason {
  readonly isNarrowed: boolean
  readonly isMore: boolean
  readonly isOwn: boolean
}

function emptyText({ isNarrowed, isMore, isOwn }: EmptyReason) {
  if (isMore) return { title: 'Nothing found so far', children: <p>“Older” searches further back.</p> }
  if (isNarrowed) return { title: 'No entries match your filters.' }
  return {
    title: 'No entries yet',
    children: isOwn ? <p>Your first Void Pearls come with the daily bonus. Each change appears here at once.</p> : null,
  }
}
