import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { Roster, RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { whereaboutsOf } from '../../../../shared/features/world/placeInWords.ts'
import { regions } from '../../../../shared/features/world/regions.ts'
import { dietOf, speciesName } from '../../../../shared/features/world/species.ts'

export const diets = ['carnivore', 'herbivore', 'omnivore', 'unknown'] as const
/** The filter key of places outside all named regions. */
export const wild = 'wild'

/** Which players the map and the list show. An empty list does not filter. */
export interface RosterFilter {
  readonly species: readonly string[]
  readonly diets: readonly string[]
  readonly regions: readonly string[]
  /** Search text. */
  readonly search: string
}

export const noFilter: RosterFilter = { species: [], diets: [], regions: [], search: '' }

export const isFiltering = (filter: RosterFilter) =>
  filter.species.length + filter.diets.length + filter.regions.length > 0 || filter.search.trim() !== ''

const isAmong = (chosen: readonly string[], one: string) => chosen.length === 0 || chosen.includes(one)

/** A player without an animal has no species, diet or region. */
export const passes = (entry: RosterEntry, filter: RosterFilter): boolean => {
  if (!isMatch(entry, filter.search.trim())) return false
  const { animal } = entry
  if (!animal) return filter.species.length + filter.diets.length + filter.regions.length === 0
  return (
    isAmong(filter.species, animal.species) &&
    isAmong(filter.diets, dietOf(animal.species)) &&
    isAmong(filter.regions, animal.region ?? (animal.isPlaced ? wild : ''))
  )
}

/** Whether every search word occurs in the name, the species or the place. */
export const isMatch = ({ name, animal }: RosterEntry, search: string): boolean => {
  const text =
    `${name} ${animal ? `${animal.species} ${speciesName(animal.species)} ${whereaboutsOf(animal)}` : ''}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const places = [...regions.map(({ id }) => id), wild]
export const longestSearch = 80
const mostOfAKind = 40

const listOf = (query: URLSearchParams, name: string) => (query.get(name) ?? '').split(',').filter((one) => one !== '')

/** Parses the filter of an address. Unknown diets and regions are ignored; a species may be newer than this page. */
export const filterFromQuery = (query: URLSearchParams): RosterFilter => ({
  species: [...new Set(listOf(query, 'species'))]
    .filter((one) => /^[A-Za-z][\w ]{0,39}$/.test(one))
    .slice(0, mostOfAKind),
  diets: diets.filter((one) => listOf(query, 'diet').includes(one)),
  regions: places.filter((one) => listOf(query, 'region').includes(one)),
  search: (query.get('find') ?? '').slice(0, longestSearch),
})

/** Writes the filter into an address, keeping its other parameters. */
export const withFilter = (query: URLSearchParams, filter: RosterFilter): URLSearchParams => {
  const next = new URLSearchParams(query)
  for (const [name, value] of [
    ['species', filter.species.join(',')],
    ['diet', filter.diets.join(',')],
    ['region', filter.regions.join(',')],
    ['find', filter.search],
  ] as const) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Adds to or removes from a list. */
export const toggled = (chosen: readonly string[], one: string): readonly string[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one].sort()

/** The players that pass the filter. The same object if there is no filter. */
export const shownPlayers = (players: Roster['players'], filter: RosterFilter): Roster['players'] =>
  isFiltering(filter)
    ? Object.fromEntries(Object.entries(players).filter(([, entry]) => passes(entry, filter)))
    : players

export interface RosterFilterState {
  readonly filter: RosterFilter
  change(part: Partial<RosterFilter>): void
}

/** The filter's part of an address, in a canonical form. */
export const filterQuery = (query: URLSearchParams) =>
  withFilter(new URLSearchParams(), filterFromQuery(query)).toString()

/**
 * The filter in the page's address; the same object until the filter changes. A change replaces the history entry, so
 * that going back leaves the page.
 */
export function useRosterFilter(): RosterFilterState {
  const [query, setQuery] = useSearchParams()
  const queryText = filterQuery(query)
  const filter = useMemo(
    () => (queryText === '' ? noFilter : filterFromQuery(new URLSearchParams(queryText))),
    [queryText],
  )
  const change = (part: Partial<RosterFilter>) =>
    setQuery((last) => withFilter(last, { ...filterFromQuery(last), ...part }), { replace: true })
  return { filter, change }
}
