import { useRef, useState } from 'react'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { whereaboutsOf } from '../../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../../shared/features/world/species.ts'
import type { RosterFilter } from './rosterFilter.ts'

export const columns = ['name', 'species', 'growth', 'health', 'place'] as const
export type Column = (typeof columns)[number]

export interface SortOrder {
  readonly column: Column
  readonly direction: 'ascending' | 'descending'
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const columnValue = ({ name, animal }: RosterEntry, column: Column): string | number | null => {
  if (column === 'name') return name.trim()
  if (!animal) return null
  if (column === 'species') return speciesName(animal.species)
  if (column === 'place') return animal.isPlaced ? whereaboutsOf(animal) : null
  return animal[column]
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** Entries without a value in the column come last in both directions; equal ones are sorted by name, then by id. */
export const sortEntries = (entries: readonly RosterEntry[], { column, direction }: SortOrder): RosterEntry[] => {
  const sign = direction === 'ascending' ? 1 : -1
  return [...entries].sort((a, b) => {
    const [left, right] = [columnValue(a, column), columnValue(b, column)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * compare(left, right) || byName(a, b)
  })
}

const byName = (a: RosterEntry, b: RosterEntry) =>
  collator.compare(a.name.trim(), b.name.trim()) || (a.id < b.id ? -1 : 1)

/** The order after a press on a column head: by that column, or reversed if it is already the column. */
export const nextOrder = (order: SortOrder, column: Column): SortOrder => ({
  column,
  direction: order.column === column && order.direction === 'ascending' ? 'descending' : 'ascending',
})

/**
 * Keeps the previous order while the pointer or focus is in the list, so that rows do not move away; new entries are
 * appended in sorted order.
 */
export const heldOrder = (held: readonly string[], sorted: readonly RosterEntry[]): RosterEntry[] => {
  const byId = new Map(sorted.map((entry) => [entry.id, entry]))
  const stayed = held.flatMap((id) => byId.get(id) ?? [])
  const known = new Set(held)
  return [...stayed, ...sorted.filter(({ id }) => !known.has(id))]
}

/**
 * The sorted entries, and whether the order is currently held.
 * @param filter of the entries; after a change the order is not held
 */
export function useRosterOrder(entries: readonly RosterEntry[], filter: RosterFilter) {
  const [order, setOrder] = useState<SortOrder>({ column: 'name', direction: 'ascending' })
  const shown = useRef<readonly string[]>([])
  const heldFor = useRef(filter)
  const hands = useRef(new Set<'pointer' | 'focus'>())

  if (heldFor.current !== filter) shown.current = []
  heldFor.current = filter
  const sorted = sortEntries(entries, order)
  const rows = hands.current.size > 0 ? heldOrder(shown.current, sorted) : sorted
  shown.current = rows.map(({ id }) => id)

  return {
    rows,
    order,
    sortBy(column: Column) {
      shown.current = []
      setOrder((last) => nextOrder(last, column))
    },
    /** Handlers for the rows: pointer or focus inside holds the order. */
    hold: {
      onPointerEnter: () => void hands.current.add('pointer'),
      onPointerLeave: () => void hands.current.delete('pointer'),
      onFocus: () => void hands.current.add('focus'),
      onBlur: () => void hands.current.delete('focus'),
    },
  }
}
