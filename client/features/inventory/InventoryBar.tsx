import { useEffect, useState } from 'react'
import type { ParsedSearch } from '../../../shared/engine/search/parseSearch.ts'
import type { KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import { dinosaurSearch } from '../../../shared/features/inventory/search.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { QueryField } from '../../ui/QueryField.tsx'
import { SearchHelp } from '../../ui/SearchHelp.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
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
  useHelpKey(() => openHelp(true))
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
        <IconButton label="How to search" keys="?" onPress={() => openHelp(true)}>
          <Stroke>
            <path d="M7 7.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M10 15.500h.01" />
          </Stroke>
        </IconButton>
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

/** A question mark opens the help, except where text is typed. */
function useHelpKey(open: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isText = target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]')
      if (event.key !== '?' || isText || event.defaultPrevented) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}
