import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { filterIn, noFilter, type RosterFilter, withFilter } from './rosterFilter.ts'

export interface FilterUse {
  readonly filter: RosterFilter
  change(part: Partial<RosterFilter>): void
}

/** Only what belongs to the filter, always in the same words. */
export const filterQuery = (query: URLSearchParams) => withFilter(new URLSearchParams(), filterIn(query)).toString()

/**
 * The filter that the page's address holds; the same object until it changes, whatever else changes in the address.
 * Changing it writes no history: going back leaves the page.
 */
export function useRosterFilter(): FilterUse {
  const [query, setQuery] = useSearchParams()
  const words = filterQuery(query)
  const filter = useMemo(() => (words === '' ? noFilter : filterIn(new URLSearchParams(words))), [words])
  const change = (part: Partial<RosterFilter>) =>
    setQuery((last) => withFilter(last, { ...filterIn(last), ...part }), { replace: true })
  return { filter, change }
}
