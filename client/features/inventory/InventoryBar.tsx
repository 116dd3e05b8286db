import { useState } from 'react'
import type { ParsedSearch } from '../../../shared/engine/search/parseSearch.ts'
import type { KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import { dinosaurSearch } from '../../../shared/features/inventory/search.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { QueryField } from '../../ui/QueryField.tsx'
import { HelpButton, SearchHelp } from '../../ui/SearchHelp.tsx'
import { Select } from '../../ui/Select.tsx'
import { SavedSearches, useRecentSearches, useSavedSearches } from '../searches/SavedSearches.tsx'
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
  const [isHelpOpen, openHelp] = useState(false)
  const saved = useSavedSearches(accountId, 'inventory')
  const { recent, remember } = useRecentSearches('inventory')
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <QueryField
          label="Search dinosaurs"
          definition={dinosaurSearch}
          rows={all}
          text={q}
          onText={(next) => onChange({ q: next })}
          parsed={parsed}
          saved={saved}
          recent={recent}
          onUsed={remember}
          now={now}
          hint="species:tri growth>0.5 source:shop"
        />
        <HelpButton onPress={() => openHelp(true)} />
        <SavedSearches
          list="inventory"
          saved={saved}
          text={parsed.ok ? q.trim() : ''}
          onPick={(text) => onChange({ q: text })}
        />
      </div>
      <FilterBar label="Dinosaurs" found={found} isFiltered={q !== '' || show !== 'all'} onClear={onClear}>
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
      </FilterBar>
      {isHelpOpen ? (
        <SearchHelp
          definition={dinosaurSearch}
          keys={cardKeyWords}
          onPick={(text) => {
            onChange({ q: text })
            openHelp(false)
          }}
          onClose={() => openHelp(false)}
        />
      ) : null}
    </div>
  )
}
