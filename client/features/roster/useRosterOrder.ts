import { useRef, useState } from 'react'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { type Column, heldOrder, inOrder, isMatch, type Order, orderAfter } from './rosterOrder.ts'

/** Which entries the list shows, in which order, and whether a hand in it holds that order. */
export function useRosterOrder(entries: readonly RosterEntry[]) {
  const [order, setOrder] = useState<Order>({ column: 'name', direction: 'ascending' })
  const [search, setSearch] = useState('')
  const shown = useRef<readonly string[]>([])
  const hands = useRef(new Set<'pointer' | 'focus'>())

  const sorted = inOrder(entries, order).filter((entry) => isMatch(entry, search.trim()))
  const rows = hands.current.size > 0 ? heldOrder(shown.current, sorted) : sorted
  shown.current = rows.map(({ id }) => id)

  const letGo = () => {
    shown.current = []
  }
  return {
    rows,
    order,
    search,
    sortBy(column: Column) {
      letGo()
      setOrder((last) => orderAfter(last, column))
    },
    seek(words: string) {
      letGo()
      setSearch(words)
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
