import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './FilterBar.module.css'
import { Notes } from './Labelled.tsx'
import { SearchInput } from './SearchInput.tsx'
import { useSearchText } from './useSearchText.ts'

interface SearchField {
  readonly value: string
  readonly onChange: (text: string) => void
  /** What one may type: `Name or Steam ID`. */
  readonly hint: string
  readonly longest?: number
}

interface FilterBarProps {
  /** Names the group of filters: `Players`. */
  readonly label: string
  /** The search field; left out where the list cannot be searched. */
  readonly search?: SearchField
  /** How many are found: `42 players`. Announced when it changes. */
  readonly found?: ReactNode
  readonly isFiltered: boolean
  readonly onClear: () => void
  /** Actions on what is found: export, refresh. */
  readonly actions?: ReactNode
  /** Selects, chips, toggles. */
  readonly children?: ReactNode
}

/** The filters above a list. On a telephone they are behind a button, and the search field stays. */
export function FilterBar({ label, search, found, isFiltered, onClear, actions, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <search className={styles.bar} aria-label={label} data-open={isOpen || undefined}>
      {search ? <Search {...search} label={`Search ${label.toLowerCase()}`} /> : null}
      {children ? (
        <>
          <div className={styles.more}>
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Filters
            </Button>
          </div>
          <div className={styles.filters}>{children}</div>
        </>
      ) : null}
      {isFiltered ? (
        <Button tone="quiet" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
      <p className={styles.found} role="status">
        {found}
      </p>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </search>
  )
}

function Search({ label, hint, longest = 80, ...searched }: SearchField & { readonly label: string }) {
  const id = useId()
  const { text, problem, change } = useSearchText({ name: label, longest, ...searched })
  return (
    <div className={styles.search}>
      <SearchInput
        label={label}
        value={text}
        placeholder={hint}
        problemId={problem === null ? null : `${id}-problem`}
        onChange={({ target }) => change(target.value)}
      />
      <Notes id={id} hint={null} problem={problem} />
    </div>
  )
}
