import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import type { ListedKind } from '../../../shared/features/market/listing.ts'
import {
  type MarketFilter,
  type MarketSort,
  marketFilters,
  marketSorts,
} from '../../../shared/features/market/queries.ts'
import { type FoundListing, marketSearch } from '../../../shared/features/market/search.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { rarityNames } from '../../ui/RarityBadge.tsx'
import { Select } from '../../ui/Select.tsx'
import { useNow } from '../../ui/Time.tsx'
import { SearchBar } from '../searches/SearchBar.tsx'
import type { MarketAddress } from './marketList.ts'

interface MarketBarProps {
  readonly kind: ListedKind
  /** Null for a guest, who saves no searches. */
  readonly account: string | null
  /** What is found: its words are suggested. */
  readonly rows: readonly FoundListing[]
  readonly filters: MarketAddress
  /** How many are found. */
  readonly found: string
  readonly isFiltered: boolean
  readonly onChange: (change: Partial<MarketAddress>) => void
  readonly onClear: () => void
}

const filterNames: Readonly<Record<MarketFilter, string>> = {
  all: 'All',
  carnivore: 'Carnivore',
  herbivore: 'Herbivore',
  ...rarityNames,
}
const sortNames: Readonly<Record<MarketSort, string>> = {
  priceLow: 'Sort: price, low first',
  priceHigh: 'Sort: price, high first',
  rarity: 'Sort: rarity',
  recent: 'Sort: recent',
}

/** The search, filters and order of the market. */
export function MarketBar({ kind, account, rows, filters, found, isFiltered, onChange, onClear }: MarketBarProps) {
  const { q, filter, sort } = filters
  const parsed = parseSearch(marketSearch, q)
  return (
    <SearchBar
      list="market"
      accountId={account}
      label="Listings"
      definition={marketSearch}
      rows={rows}
      text={q}
      onText={(next) => onChange({ q: next })}
      parsed={parsed}
      hint={kind === 'skin' ? 'species:tri skin:albino price<900' : 'species:tri price<5000 growth>0.5'}
      now={useNow(60_000)}
      found={found}
      isFiltered={isFiltered}
      onClear={onClear}
    >
      <ChipSet legend="Show" place="unseen">
        {marketFilters.map((key) => (
          <Chip key={key} aria-pressed={key === filter} onClick={() => onChange({ filter: key })}>
            {filterNames[key]}
          </Chip>
        ))}
      </ChipSet>
      <Select
        label="Sort by"
        hidesLabel
        value={sort}
        options={marketSorts.map((key) => ({ key, name: sortNames[key] }))}
        onValue={(next) => onChange({ sort: next })}
      />
    </SearchBar>
  )
}
