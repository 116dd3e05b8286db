import { type ReactNode, useEffect, useRef } from 'react'
import checkbox from './Checkbox.module.css'
import styles from './DataTable.module.css'

export interface Column<Row> {
  /** The heading, and the label beside each cell where there is no room for columns. */
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Set where the table can be sorted by it: its name in `sort`. */
  readonly sortKey?: string
  /** A track of a CSS grid: `96px`, `2fr`. One equal share if left out. */
  readonly width?: string
  /** Whether the cells hold figures that are compared: aligned at their end. */
  readonly figures?: boolean
  /** Whether its values say by themselves what they are: then a block shows them without the label. */
  readonly isPlain?: boolean
  /**
   * Whether the drawer of a row has it, too. Where a drawer takes the room of columns, such ones are left out, the last first, but the one that
   * the rows are sorted by at the end.
   */
  readonly isSpare?: boolean
  /** Whether the cell holds nothing, and is left out where there is no room for columns. */
  readonly isEmpty?: (row: Row) => boolean
}

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly caption: string
  /** A constant, or memoised: other columns draw every row again. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** What a row is called in the label of its checkbox: `Rex`. */
  readonly nameOf?: (row: Row) => string
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** The keys of the chosen rows, as texts. */
  readonly chosen?: ReadonlySet<string>
  readonly onChosen?: (chosen: ReadonlySet<string>) => void
  /** A click on a row, or Enter on it. */
  readonly onOpen?: (row: Row) => void
  /** The key of the row that is open beside the table. */
  readonly opened?: string | number | null
}

/** The headings: they sort, and the first one selects all rows. */
export function TableHead<Row>({ columns, sort, onSort, ...choice }: DataTableProps<Row>) {
  return (
    <thead className={styles.head}>
      <tr className={styles.row}>
        {choice.onChosen ? (
          <th scope="col" className={styles.choice}>
            <ChooseAll {...choice} />
          </th>
        ) : null}
        {columns.map(({ name, sortKey, figures = false }) => (
          <th
            key={name}
            scope="col"
            data-figures={figures || undefined}
            aria-sort={sortKey !== undefined && sort?.key === sortKey ? orderOf(sort) : undefined}
          >
            {sortKey !== undefined && onSort ? (
              <button
                type="button"
                className={styles.sort}
                data-sorted={sort?.key === sortKey ? orderOf(sort) : undefined}
                onClick={() => onSort(nextSort(sort, sortKey, figures))}
              >
                {name}
              </button>
            ) : (
              name
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Sorting and choosing where there are no headings. Hidden where there are. */
export function TableTools<Row>({ columns, sort, onSort, ...choice }: DataTableProps<Row>) {
  const sortable = columns.filter(({ sortKey }) => sortKey !== undefined)
  const canSort = onSort !== undefined && sortable.length > 0
  if (!canSort && !choice.onChosen) return null
  return (
    <div className={styles.tools}>
      {choice.onChosen ? <ChooseAll {...choice} hasText /> : null}
      {canSort ? (
        <label className={styles.sortBy}>
          <span>Sort by</span>
          <select
            value={sort ? `${sort.key} ${orderOf(sort)}` : ''}
            onChange={({ target }) => {
              const [key = '', order] = target.value.split(' ')
              onSort({ key, descending: order === 'descending' })
            }}
          >
            {sort ? null : <option value="">–</option>}
            {sortable.flatMap(({ name, sortKey }) =>
              (['ascending', 'descending'] as const).map((order) => (
                <option key={`${sortKey} ${order}`} value={`${sortKey} ${order}`}>
                  {name}, {order}
                </option>
              )),
            )}
          </select>
        </label>
      ) : null}
    </div>
  )
}

interface RowKeysProps {
  readonly id: string
  readonly opens: boolean
  readonly chooses: boolean
}

/** The keys of the rows, which are one stop of Tab: shown while a row has the focus by keyboard, and read to it by a screen reader. */
export const RowKeys = ({ id, opens, chooses }: RowKeysProps) => (
  <div className={styles.keys}>
    <p id={id}>
      Arrow keys: other rows.{opens ? ' Enter: open.' : ''}
      {chooses ? ' Space: select.' : ''}
    </p>
  </div>
)

type Choice<Row> = Pick<DataTableProps<Row>, 'rows' | 'keyOf' | 'chosen' | 'onChosen'>

function ChooseAll<Row>({
  rows,
  keyOf,
  chosen,
  onChosen,
  hasText = false,
}: Choice<Row> & { readonly hasText?: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  const keys = rows.map((row) => String(keyOf(row)))
  const some = keys.some((key) => chosen?.has(key))
  const every = keys.length > 0 && keys.every((key) => chosen?.has(key))
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !every
  })
  const onChange = () => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (every) next.delete(key)
      else next.add(key)
    }
    onChosen?.(next)
  }
  return (
    <label className={styles.all}>
      <input ref={box} type="checkbox" className={checkbox.box} checked={every} onChange={onChange} />
      <span className={hasText ? undefined : 'unseen'}>Select all {keys.length}</span>
    </label>
  )
}

const orderOf = ({ descending }: Sort) => (descending ? 'descending' : 'ascending')

/** The order after a press on a heading: figures begin with the largest. */
export const nextSort = (sort: Sort | undefined, key: string, figures: boolean): Sort => ({
  key,
  descending: sort?.key === key ? !sort.descending : figures,
})
