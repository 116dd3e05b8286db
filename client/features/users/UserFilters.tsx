import type { SearchDefinition } from '../../../shared/engine/search/fields.ts'
import { type ParsedSearch, parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { exportUsers, type User, type UserFilter } from '../../../shared/features/users/users.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { useNow } from '../../ui/Time.tsx'
import { useMay } from '../roles/Gated.tsx'
import { SearchBar } from '../searches/SearchBar.tsx'
import styles from './Users.module.css'

interface UserFiltersProps {
  readonly accountId: string
  readonly definition: SearchDefinition<User>
  /** Of the page that is shown: their texts are suggested. */
  readonly rows: readonly User[]
  readonly text: string
  /** The filter with the last search that was understood. */
  readonly readable: UserFilter
  readonly parsed: ParsedSearch
  readonly found: string
  readonly isFiltered: boolean
  readonly onText: (text: string) => void
  readonly onClear: () => void
}

const usual: readonly (readonly [name: string, text: string])[] = [
  ['Everyone', ''],
  ['Banned', 'status:banned'],
  ['Patrons', 'not tier:none'],
  ['Away for a month', 'away>30d'],
]

/** The search of the table, with saved searches, usual ones, help, and the same as a file. */
export function UserFilters(props: UserFiltersProps) {
  const { accountId, definition, rows, text, readable, parsed, found, isFiltered, onText, onClear } = props
  const mayExport = useMay(exportUsers)
  const isKnown = (search: string) => parseSearch(definition, search).ok
  return (
    <SearchBar
      list="users"
      accountId={accountId}
      label="Users"
      definition={definition}
      rows={rows}
      text={text}
      onText={onText}
      parsed={parsed}
      hint={`${isKnown('status:banned') ? 'status:banned ' : ''}tier:gold playtime>10h`}
      now={useNow(60_000)}
      found={found}
      isFiltered={isFiltered}
      onClear={onClear}
      actions={
        mayExport ? (
          <a className={styles.file} href={fileAddress(readable)} download>
            Export CSV
          </a>
        ) : null
      }
    >
      <ChipSet legend="Usual searches" place="unseen">
        {usual
          .filter(([, search]) => isKnown(search))
          .map(([name, search]) => (
            <Chip key={name} aria-pressed={text.trim() === search} onClick={() => onText(search)}>
              {name}
            </Chip>
          ))}
      </ChipSet>
    </SearchBar>
  )
}

const fileAddress = ({ text }: UserFilter) =>
  `/api/owner/users.csv${text === '' ? '' : `?${new URLSearchParams({ text }).toString()}`}`
