import { useRef, useState } from 'react'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import type { RosterFilter } from './rosterFilter.ts'
import { type Column, heldOrder, inOrder, type Order, orderAfter } from './rosterOrder.ts'

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
