import { useRef, useState } from 'react'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { regionName } from '../../../../shared/features/world/regions.ts'
import type { RosterFilter } from './rosterFilter.ts'

export const columns = ['name', 'species', 'growth', 'health', 'region'] as const
export type Column = (typeof columns)[number]

export interface Order {
  readonly column: Column
  readonly direction: 'ascending' | 'descending'
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const worth = ({ name, animal }: RosterEntry, column: Column): string | number | null => {
  if (column === 'name') return name.trim()
  if (!animal) return null
  if (column === 'species') return animal.species
  if (column === 'region') return regionName(animal.region) || null
  return animal[column]
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** What has no worth in a column stands last, whichever way it is ordered; equals are ordered by name, then by id. */
export const inOrder = (entries: readonly RosterEntry[], { column, direction }: Order): RosterEntry[] => {
  const sign = direction === 'ascending' ? 1 : -1
  return [...entries].sort((a, b) => {
    const [left, right] = [worth(a, column), worth(b, column)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * compare(left, right) || byName(a, b)
  })
}

const byName = (a: RosterEntry, b: RosterEntry) =>
  collator.compare(a.name.trim(), b.name.trim()) || (a.id < b.id ? -1 : 1)

/** The order after a press on a column's head: that column, and the other way round if it is that column already. */
export const orderAfter = (order: Order, column: Column): Order => ({
  column,
  direction: order.column === column && order.direction === 'ascending' ? 'descending' : 'ascending',
})

/**
 * The order that is kept while somebody's hand is in the list: whoever was there stays where they were, newcomers come
 * last, in their order. So that the row one reaches for is still there.
 */
export const heldOrder = (held: readonly string[], sorted: readonly RosterEntry[]): RosterEntry[] => {
  const byId = new Map(sorted.map((entry) => [entry.id, entry]))
  const stayed = held.flatMap((id) => byId.get(id) ?? [])
  const known = new Set(held)
  return [...stayed, ...sorted.filter(({ id }) => !known.has(id))]
}

/**
 * In which order the list shows its entries, and whether a hand in it holds that order.
 * @param filter by which they were chosen: with another one nothing is held
 */
export function useRosterOrder(entries: readonly RosterEntry[], filter: RosterFilter) {
  const [order, setOrder] = useState<Order>({ column: 'name', direction: 'ascending' })
  const shown = useRef<readonly string[]>([])
  const heldFor = useRef(filter)
  const hands = useRef(new Set<'pointer' | 'focus'>())

  if (heldFor.current !== filter) shown.current = []
  heldFor.current = filter
  const sorted = inOrder(entries, order)
  const rows = hands.current.size > 0 ? heldOrder(shown.current, sorted) : sorted
  shown.current = rows.map(({ id }) => id)

  return {
    rows,
    order,
    sortBy(column: Column) {
      shown.current = []
      setOrder((last) => orderAfter(last, column))
    },
    /** Put on the rows: a pointer or the focus among them holds the order. */
    hold: {
      onPointerEnter: () => void hands.current.add('pointer'),
      onPointerLeave: () => void hands.current.delete('pointer'),
      onFocus: () => void hands.current.add('focus'),
      onBlur: () => void hands.current.delete('focus'),
    },
  }
}
