import { useAtom, useSetAtom } from 'jotai'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { chosenAtom, pointedAtom } from '../../map/attention.ts'
import styles from './RosterList.module.css'
import { RosterRow, rowOf } from './RosterRow.tsx'
import { type Column, columns, type Order } from './rosterOrder.ts'
import { rowAfterKey } from './rowAfterKey.ts'

const headings: Readonly<Record<Column, readonly [short: string, long: string]>> = {
  name: ['Name', 'Name'],
  species: ['Species', 'Species'],
  growth: ['Growth', 'Growth in percent'],
  health: ['Health', 'Health in percent'],
  region: ['Region', 'Region'],
}

interface RosterTableProps {
  readonly rows: readonly RosterEntry[]
  readonly order: Order
  readonly onSort: (column: Column) => void
  readonly hold: Readonly<Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur', () => void>>
}

const rowIdOf = ({ target }: { readonly target: EventTarget }) =>
  target instanceof Element ? (target.closest('tr')?.dataset.id ?? null) : null

/** The animals as a table. One row is reached by Tab, the others from it by arrows; what is reached is shown on the map. */
export function RosterTable({ rows, order, onSort, hold }: RosterTableProps) {
  const [chosen, choose] = useAtom(chosenAtom)
  const point = useSetAtom(pointedAtom)
  const [door, setDoor] = useState<string | null>(null)
  const doors = rows.filter(({ animal }) => animal !== null)
  const doorId = doors.some(({ id }) => id === door) ? door : doors[0]?.id

  const pointAt = (id: string | null) => point(id === null ? null : { kind: 'animal', id })
  const onClick = (event: MouseEvent) => {
    const id = rowIdOf(event)
    if (doors.some((entry) => entry.id === id) && id !== null) choose({ kind: 'animal', id, by: 'list' })
  }
  const onFocus = (event: FocusEvent) => {
    hold.onFocus()
    const id = rowIdOf(event)
    setDoor(id)
    pointAt(id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = rowAfterKey(
      doors.map(({ id }) => id),
      rowIdOf(event),
      event.key,
    )
    if (next === null) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(next)}"] button`)?.focus()
  }

  return (
    <table className={styles.table}>
      <caption className="unseen">Players on the server. Choosing a name centres the map on its dinosaur.</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column} column={column} order={order} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => {
          hold.onBlur()
          pointAt(null)
        }}
        onPointerEnter={hold.onPointerEnter}
        onPointerOver={(event: PointerEvent) => pointAt(rowIdOf(event))}
        onPointerLeave={() => {
          hold.onPointerLeave()
          pointAt(null)
        }}
      >
        {rows.map((entry) => (
          <RosterRow
            key={entry.id}
            {...rowOf(entry)}
            isDoor={entry.id === doorId}
            chosen={chosen?.kind === 'animal' && chosen.id === entry.id}
          />
        ))}
      </tbody>
    </table>
  )
}

function ColumnHead({
  column,
  order,
  onSort,
}: Pick<RosterTableProps, 'order' | 'onSort'> & { readonly column: Column }) {
  const [short, long] = headings[column]
  const direction = order.column === column ? order.direction : undefined
  return (
    <th scope="col" aria-sort={direction ?? 'none'} data-column={column}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(column)}
        aria-label={long}
        title={`Order by ${long.toLowerCase()}`}
      >
        {short}
        <span aria-hidden="true">{direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}</span>
      </button>
    </th>
  )
}
