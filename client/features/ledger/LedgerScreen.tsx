import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { type LedgerLine, searchLedger } from '../../../shared/features/ledger/queries.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LivePage, LivePageFoot } from '../../ui/LivePage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { TablePage } from '../../ui/templates/TablePage.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useLivePage } from '../../ui/useLivePage.ts'
import { GiftButton } from '../gifts/GiftButton.tsx'
import { openPlayerAtom } from '../players/openPlayer.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { Balances, BalancesProblem } from '../wallet/Balances.tsx'
import styles from './Ledger.module.css'
import { filterOf, LedgerFilters, LedgerSearch, ledgerFileAddress, SearchField } from './LedgerFilters.tsx'
import { ledgerColumns } from './ledgerRows.tsx'
import { Receipt } from './Receipt.tsx'

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
  const { query, latest, paging, rows: lines, newRows, showNew } = useLedgerPage(JSON.parse(asked), account)
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
      title={isOwn ? 'Ledger' : `Ledger of ${latest?.name || 'a player'}`}
      lead={isOwn ? 'Everything that came in and went out, with your balance after it.' : <Back />}
      actions={isOwn && isOn ? <Actions search={search} /> : null}
      filters={
        <>
          <IfOn feature="realCurrency">
            <div className={styles.balances}>
              <WalletOf account={account} />
            </div>
            {isOwn ? <BalancesProblem account={account} /> : null}
          </IfOn>
          <SearchField search={search} lines={lines} onText={(text) => setFilters({ text })} />
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
          caption="What moved the currency, newest first"
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

/** @param account whose ledger; its wallet changes with each operation */
function useLedgerPage(filter: ReturnType<typeof filterOf>, account: string) {
  const own = useDocument(wallet, account).value
  return useLivePage({
    query: searchLedger,
    filter,
    mark: own && JSON.stringify(own),
    rowsOf: ({ lines }): readonly LedgerLine[] => lines,
    keyOf: ({ key }) => key,
    orderOf: ({ key }) => Number(key),
  })
}

const Back = () => (
  <>
    You see this because you may give currency or settle trades. <Link href="/ledger">Your own ledger</Link>
  </>
)

const WalletOf = ({ account }: { readonly account: string }) => (
  <Balances wallet={useDocument(wallet, account).value} compact />
)

const Actions = ({ search }: { readonly search: LedgerSearch }) => (
  <>
    <GiftButton name="Send a gift" />
    <a className={styles.file} href={ledgerFileAddress(search)} download>
      Export CSV
    </a>
  </>
)

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
