import type { ParsedSearch } from '../../../shared/engine/search/parseSearch.ts'
import type { KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import { dinosaurSearch } from '../../../shared/features/inventory/search.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Select } from '../../ui/Select.tsx'
import { SearchBar } from '../searches/SearchBar.tsx'
import styles from './InventoryBar.module.css'
import { groupNames, groups, type InventoryFilter, orderNames, orders } from './inventoryList.ts'

interface InventoryBarProps {
  readonly accountId: string
  readonly all: readonly KnownDinosaur[]
  readonly filters: InventoryFilter
  readonly parsed: ParsedSearch
  /** How many are shown. */
  readonly found: string
  /** Epoch ms. */
  readonly now: number
  readonly onChange: (change: Partial<InventoryFilter>) => void
  readonly onClear: () => void
}

const cardKeyWords = [
  ['← ↑ → ↓', 'To the next one'],
  ['Enter', 'Open it'],
  ['n', 'Rename'],
  ['c', 'Compare'],
  ['l', 'Find more like this'],
] as const

/** The search, filters and order of an inventory. */
export function InventoryBar({ accountId, all, filters, parsed, found, now, onChange, onClear }: InventoryBarProps) {
  const { q, show, sort, view } = filters
  return (
    <SearchBar
      list="inventory"
      accountId={accountId}
      label="Dinosaurs"
      definition={dinosaurSearch}
      rows={all}
      text={q}
      onText={(next) => onChange({ q: next })}
      parsed={parsed}
      hint="species:tri growth>0.5 source:shop"
      now={now}
      keys={cardKeyWords}
      found={found}
      isFiltered={q !== '' || show !== 'all'}
      onClear={onClear}
    >
      <ChipSet legend="Show" place="unseen">
        {groups.map((group) => (
          <Chip key={group} aria-pressed={group === show} onClick={() => onChange({ show: group })}>
            {groupNames[group]}
          </Chip>
        ))}
      </ChipSet>
      <div className={styles.order}>
        <Select
          label="Sort by"
          hidesLabel
          value={sort}
          options={orders.map((key) => ({ key, name: orderNames[key] }))}
          onValue={(next) => onChange({ sort: next })}
        />
        <ChipSet legend="View" place="unseen">
          <Chip aria-pressed={view === 'grid'} onClick={() => onChange({ view: 'grid' })}>
            Grid
          </Chip>
          <Chip aria-pressed={view === 'list'} onClick={() => onChange({ view: 'list' })}>
            List
          </Chip>
        </ChipSet>
      </div>
    </SearchBar>
  )
}
