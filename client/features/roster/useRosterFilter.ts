import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { filterIn, type RosterFilter, withFilter } from './rosterFilter.ts'

export interface FilterUse {
  readonly filter: RosterFilter
  change(part: Partial<RosterFilter>): void
}

/** The filter that the page's address holds. Changing it writes no history: going back leaves the page. */
export function useRosterFilter(): FilterUse {
  const [query, setQuery] = useSearchParams()
  const filter = useMemo(() => filterIn(query), [query])
  const change = (part: Partial<RosterFilter>) =>
    setQuery((last) => withFilter(last, { ...filterIn(last), ...part }), { replace: true })
  return { filter, change }
}
