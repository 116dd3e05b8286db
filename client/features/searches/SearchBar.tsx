import { type ReactNode, useState } from 'react'
import type { SearchDefinition } from '../../../shared/engine/search/fields.ts'
import type { ParsedSearch } from '../../../shared/engine/search/parseSearch.ts'
import type { SearchedList } from '../../../shared/features/searches/searches.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { QueryField } from '../../ui/QueryField.tsx'
import { HelpButton, SearchHelp, type SearchHelpProps } from '../../ui/SearchHelp.tsx'
import { SavedSearches, useRecentSearches, useSavedSearches } from './SavedSearches.tsx'
import styles from './SearchBar.module.css'

interface SearchBarProps<Row> {
  readonly list: SearchedList
  /** Whose searches are kept; null for a guest, who saves none. */
  readonly accountId: string | null
  /** Names what is searched: `Dinosaurs`. */
  readonly label: string
  readonly definition: SearchDefinition<Row>
  /** Their texts are suggested. */
  readonly rows: readonly Row[]
  readonly text: string
  readonly onText: (text: string) => void
  /** What `parseSearch` says of the text. */
  readonly parsed: ParsedSearch
  /** What one may type: `species:tri growth>0.5`. */
  readonly hint: string
  /** Server time, epoch ms. */
  readonly now: number
  readonly keys?: SearchHelpProps<Row>['keys']
  /** How many are found. */
  readonly found: string
  readonly isFiltered: boolean
  readonly onClear: () => void
  /** Actions on what is found. */
  readonly actions?: ReactNode
  /** The filters that are pressed rather than typed, and the order. */
  readonly children: ReactNode
}

/** Above a list that is searched with fields: the search with its suggestions, its help and the saved ones, and the filters. */
export function SearchBar<Row>(props: SearchBarProps<Row>) {
  const { list, accountId, label, definition, rows, text, onText, parsed, hint, now, keys } = props
  const { found, isFiltered, onClear, actions, children } = props
  const [isHelpOpen, openHelp] = useState(false)
  const saved = useSavedSearches(accountId ?? '', list)
  const { recent, remember } = useRecentSearches(list)
  const pick = (example: string) => {
    onText(example)
    openHelp(false)
  }
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <QueryField
          label={`Search ${label.toLowerCase()}`}
          definition={definition}
          rows={rows}
          text={text}
          onText={onText}
          parsed={parsed}
          saved={saved}
          recent={recent}
          onUsed={remember}
          now={now}
          hint={hint}
        />
        <HelpButton onPress={() => openHelp(true)} />
        {accountId === null ? null : (
          <SavedSearches list={list} saved={saved} text={parsed.ok ? text.trim() : ''} onPick={onText} />
        )}
      </div>
      <FilterBar label={label} found={found} isFiltered={isFiltered} onClear={onClear} actions={actions}>
        {children}
      </FilterBar>
      {isHelpOpen ? (
        <SearchHelp definition={definition} {...(keys && { keys })} onPick={pick} onClose={() => openHelp(false)} />
      ) : null}
    </div>
  )
}
