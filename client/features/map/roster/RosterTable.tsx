import { useAtomValue } from 'jotai'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { chosenAtom } from '../../../map/selection.ts'
import type { View } from '../../../map/view.ts'
import styles from './RosterPanel.module.css'
import { RosterRow, rosterRow } from './RosterRow.tsx'
import { type Hold, useFollow, useRowKeys } from './rosterKeys.ts'
import { type Column, columns, type SortOrder } from './rosterOrder.ts'

const headings: Readonly<Record<Column, readonly [short: string, long: string]>> = {
  name: ['Name', 'Name'],
  species: ['Species', 'Species'],
  growth: ['Growth', 'Growth in percent'],
  health: ['Health', 'Health in percent'],
  place: ['Place', 'Place'],
}

interface RosterTableProps {
  readonly view: View
  readonly rows: readonly RosterEntry[]
  readonly order: SortOrder
  readonly onSort: (column: Column) => void
  readonly hold: Hold
}

/**
 * The animals as a table. Tab reaches one row; arrow keys move between rows. Not a `DataTable`: its order is held, its rows have two
 * controls, and it scrolls inside a sheet.
 */
export function RosterTable({ view, rows, order, onSort, hold }: RosterTableProps) {
  const chosen = useAtomValue(chosenAtom)
  const ids = rows.flatMap(({ id, animal }) => (animal ? [id] : []))
  const { handlers, tabStop } = useRowKeys(ids, hold, useFollow(view))
  const followed = useSyncExternalStore(view.subscribe, view.followed)
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (chosen?.kind === 'animal' && chosen.by !== 'list') scrollToRow(table.current, chosen.id)
  }, [chosen])
  return (
    <table ref={table} className={styles.table}>
      <caption className="unseen">
        Players on the server. Choosing a name centres the map on the dinosaur; choosing it again opens the player. The
        eye beside a name makes the map follow.
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column} column={column} order={order} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody {...handlers}>
        {rows.map((entry) => (
          <RosterRow
            key={entry.id}
            {...rosterRow(entry)}
            followed={entry.id === followed}
            isTabStop={entry.id === tabStop}
            chosen={chosen?.kind === 'animal' && chosen.id === entry.id}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Room above a row that is scrolled to in a list without height, for the head of the table, px. */
const headPx = 64

/**
 * Brings the row of an animal chosen on the map into the middle of the list. Only the list scrolls, not the page. On a phone the lowered
 * sheet shows no row: the row is then at the top once the sheet is raised.
 */
function scrollToRow(table: HTMLTableElement | null, id: string) {
  const row = table?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
  const list = scrollingAround(table)
  if (!row || !list) return
  const [{ top, height }, frame] = [row.getBoundingClientRect(), list.getBoundingClientRect()]
  list.scrollTop += top - frame.top - Math.max(headPx, (list.clientHeight - height) / 2)
}

/** The element that scrolls a table: the one around it, or on a phone the sheet that holds it. */
function scrollingAround(table: HTMLElement | null): HTMLElement | null {
  let element = table?.parentElement ?? null
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement
  return element
}

interface ColumnHeadProps extends Pick<RosterTableProps, 'order' | 'onSort'> {
  readonly column: Column
}

const arrows = { ascending: '↑', descending: '↓', none: '' } as const

function ColumnHead({ column, order, onSort }: ColumnHeadProps) {
  const [short, long] = headings[column]
  const direction = order.column === column ? order.direction : 'none'
  return (
    <th scope="col" aria-sort={direction} data-column={column}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(column)}
        aria-label={long}
        title={`Order by ${long.toLowerCase()}`}
      >
        {short}
        <span aria-hidden="true">{arrows[direction]}</span>
      </button>
    </th>
  )
}
