import { useAtomValue } from 'jotai'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { account } from '../../../shared/features/account/account.ts'
import { marketSearch } from '../../../shared/features/market/search.ts'
import { accessAtom, helloAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { type AddressFilters, useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { SignInWays } from '../account/SignInMenu.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { ListingCard } from './ListingCard.tsx'
import { ListingDetail } from './ListingDetail.tsx'
import styles from './Market.module.css'
import { MarketBar } from './MarketBar.tsx'
import { MyListings } from './MyListings.tsx'
import { MarketAddress, soldEntryOf, type Trader } from './marketList.ts'
import { NoticeList } from './NoticeList.tsx'
import { SellDialog } from './SellDialog.tsx'
import { useMarket, useTrader } from './useMarket.ts'
import { WatchDialog } from './Watches.tsx'

/** The market: what players sell to one another. Guests see all of it. */
export function MarketScreen() {
  const { principal } = useAtomValue(accessAtom)
  const isOpen = [useFeature('realCurrency'), useFeature('realInventory')].every(Boolean)
  return principal && isOpen ? (
    <OwnMarket key={principal.id} account={principal.id} />
  ) : (
    <Market trader={null} isOpen={isOpen} />
  )
}

const OwnMarket = ({ account }: { readonly account: string }) => <Market trader={useTrader(account)} isOpen />

const tabs = [
  { key: 'dinosaurs', name: 'Dinosaurs' },
  { key: 'skins', name: 'Skins' },
  { key: 'mine', name: 'My Listings' },
] as const

interface MarketProps {
  /** Null for a guest. */
  readonly trader: Trader | null
  /** Neither currency nor the inventory is switched off. */
  readonly isOpen: boolean
}

function Market({ trader, isOpen }: MarketProps) {
  const address = useAddressFilters(MarketAddress)
  const { filters, setFilters } = address
  const [isWatching, watch] = useState(false)
  const { tab } = filters
  const sell = () => setFilters({ sell: 'choose' })
  return (
    <>
      <BoardPage
        title="Market"
        lead="Dinosaurs and skins that players sell. Carnivores cost Razor Talons, all others Sylvan Shards."
        width="full"
        actions={<MarketActions trader={trader} isOpen={isOpen} onSell={sell} onWatch={() => watch(true)} />}
        top={trader ? <NoticeList account={trader.account} /> : null}
        tabs={tabs}
        chosen={tab}
        onChoose={(key) => setFilters({ tab: key, listing: '' })}
        {...alwaysReady}
      >
        <IfBothOn>
          {tab === 'mine' ? (
            trader ? (
              <MyListings
                account={trader.account}
                part={filters.mine}
                onPart={(mine) => setFilters({ mine })}
                onSell={sell}
              />
            ) : (
              <EmptyState picture="gate" title="Sign in to see your listings.">
                <SignInWays />
              </EmptyState>
            )
          ) : (
            <Listed key={tab} kind={tab === 'skins' ? 'skin' : 'dinosaur'} trader={trader} address={address} />
          )}
        </IfBothOn>
      </BoardPage>
      {trader && isWatching ? <WatchDialog account={trader.account} onClose={() => watch(false)} /> : null}
      {trader && filters.sell !== '' ? (
        <SellDialog
          account={trader.account}
          entry={soldEntryOf(filters.sell)}
          onChoose={({ kind, id }) => setFilters({ sell: `${kind}:${id}` })}
          onListed={() => setFilters({ tab: 'mine', mine: 'open' })}
          onClose={() => setFilters({ sell: '' })}
        />
      ) : null}
    </>
  )
}

const IfBothOn = ({ children }: { readonly children: ReactNode }) => (
  <IfOn feature="realCurrency">
    <IfOn feature="realInventory">{children}</IfOn>
  </IfOn>
)

interface MarketActionsProps extends MarketProps {
  readonly onSell: () => void
  readonly onWatch: () => void
}

function MarketActions({ trader, isOpen, onSell, onWatch }: MarketActionsProps) {
  if (!isOpen) return null
  if (trader === null) return <ActionLink href="/">Sign in to trade</ActionLink>
  return (
    <>
      <Button onClick={onWatch}>Watch species</Button>
      <Button tone="main" onClick={onSell}>
        Sell
      </Button>
    </>
  )
}

const pauseMs = 300
const cardPx = 248

interface ListedProps {
  readonly kind: 'dinosaur' | 'skin'
  /** Null for a guest. */
  readonly trader: Trader | null
  readonly address: AddressFilters<MarketAddress>
}

/** What is for sale in a tab. */
function Listed({ kind, trader, address: { filters, setFilters } }: ListedProps) {
  const text = useDebounced(filters.q, pauseMs)
  const [understood, understand] = useState('')
  if (text !== understood && parseSearch(marketSearch, text).ok) understand(text)
  const found = useMarket({ filter: filters.filter, sort: filters.sort, q: understood }, kind)
  const { query, cards, total, isSearching, isChanged, showChanges, more } = found
  const isFiltered = filters.q !== '' || filters.filter !== 'all'
  const clear = () => setFilters({ q: '', filter: 'all' })
  const open = useCallback(
    (listing: string) => setFilters({ listing: listing === filters.listing ? '' : listing }),
    [setFilters, filters.listing],
  )
  const opened = cards.find(({ id }) => id === filters.listing)
  const rows = useMemo(
    () =>
      cards.map(({ item, price, listedAt, endsAt, seller }) => ({
        item,
        price,
        listedAt,
        endsAt,
        sellerName: seller.name,
      })),
    [cards],
  )
  return (
    <>
      <MarketBar
        kind={kind}
        account={trader?.account ?? null}
        rows={rows}
        filters={filters}
        found={query.value ? (total === 1 ? '1 listing' : `${total} listings`) : ''}
        isFiltered={isFiltered}
        onChange={setFilters}
        onClear={clear}
      />
      <StatefulContent {...statesOf(query, () => cards.length === 0, emptyText({ kind, trader }, isFiltered, clear))}>
        <div>
          <div className={styles.changed} role="status">
            {isChanged ? <Button onClick={showChanges}>Show what has changed</Button> : null}
          </div>
          <div aria-busy={isSearching}>
            <VirtualGrid
              label="Listings"
              rows={cards}
              keyOf={({ id }) => id}
              cardPx={cardPx}
              card={(card) => <ListingCard card={card} trader={trader} isOpen={card === opened} onOpen={open} />}
            />
          </div>
        </div>
        {more ? (
          <Actions>
            <Button busyLabel={isSearching ? 'Loading…' : null} onClick={more}>
              Show more
            </Button>
          </Actions>
        ) : null}
      </StatefulContent>
      {opened ? <ListingDetail card={opened} trader={trader} onClose={() => setFilters({ listing: '' })} /> : null}
    </>
  )
}

const emptyText = ({ kind, trader }: Omit<ListedProps, 'address'>, isFiltered: boolean, onClear: () => void) =>
  isFiltered
    ? { title: 'No listings match your filters.', children: <Button onClick={onClear}>Clear filters</Button> }
    : {
        title: `No ${kind}s are for sale right now.`,
        children: (
          <>
            {trader ? <DemoHint own={trader.account} /> : null}
            <p>New listings appear here at once.</p>
          </>
        ),
      }

/** In a demo a guest sees what the demo's players sell, and a user with an account of their own does not. */
function DemoHint({ own }: { readonly own: string }) {
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  const { value } = useDocument(account, own)
  return isDemo && value?.demo === false ? <p>What demo accounts sell is for demo accounts only.</p> : null
}
