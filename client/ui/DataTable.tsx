import {
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { type CustomItemComponent, WindowVirtualizer } from 'virtua'
import checkbox from './Checkbox.module.css'
import styles from './DataTable.module.css'
import { type Column, type DataTableProps, RowKeys, TableHead, TableTools } from './DataTableHead.tsx'
import { choicePx, tracksOf, useLatest, useRoom } from './tableRoom.ts'
import { useRows } from './tableRows.ts'

/** A longer list draws only the rows near the window. */
const virtualFrom = 80
const rowPx = 36

/**
 * Rows in columns that can be compared: 36 px each, sorted by their headings, chosen, and opened. Arrows go from row to row, Enter
 * opens one, Space chooses it. Where there is no room for columns each row is a block of labelled lines. When the room changes, the row that is
 * open stays in view.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, keyOf, nameOf, chosen, onChosen, onOpen, opened = null } = props
  const body = useRows(rows.length)
  const frame = useRef<HTMLDivElement>(null)
  const keys = useId()
  const columns = useRoom(
    frame,
    props,
    () => opened !== null && body.show(rows.findIndex((row) => keyOf(row) === opened)),
  )
  const tracks = tracksOf(columns)
  const isLong = rows.length >= virtualFrom
  const isGrid = onOpen !== undefined || onChosen !== undefined
  const toggle = (row: Row) => onChosen?.(toggled(chosen, String(keyOf(row))))
  const onToggle = useLatest(toggle as (row: unknown) => void)
  const rowStates: RowStates = {
    active: isGrid ? body.active : null,
    keyAt: (index) => String(rows[index] && keyOf(rows[index])),
    isOpened: (index) => opened !== null && rows[index] !== undefined && keyOf(rows[index]) === opened,
    isChosen: (index) => rows[index] !== undefined && chosen?.has(String(keyOf(rows[index]))) === true,
    opens: onOpen !== undefined,
    onFocus: body.setActive,
    onDrawn: body.onDrawn,
    onGone: body.onGone,
    onPress: (index) => rows[index] && onOpen?.(rows[index]),
    onKey: (event, index) => {
      const row = rows[index]
      if (!row || event.target !== event.currentTarget) return
      if (event.key === 'Enter' && onOpen) onOpen(row)
      else if (event.key === ' ' && onChosen) toggle(row)
      else if (!body.step(event.key)) return
      event.preventDefault()
    },
  }
  const cellsOf = (row: Row) => (
    <Cells
      key={keyOf(row)}
      row={row}
      columns={columns as readonly Column<unknown>[]}
      name={nameOf ? nameOf(row) : String(keyOf(row))}
      isChosen={onChosen ? chosen?.has(String(keyOf(row))) === true : null}
      onToggle={onToggle}
    />
  )
  return (
    <div ref={frame} className={styles.frame}>
      <TableTools {...props} />
      <table
        ref={body.table}
        className={styles.table}
        role={isGrid ? 'grid' : undefined}
        aria-describedby={isGrid ? keys : undefined}
        aria-rowcount={rows.length + 1}
        style={{ '--columns': onChosen ? `${choicePx}px ${tracks}` : tracks } as CSSProperties}
      >
        <caption className="unseen">{caption}</caption>
        <TableHead {...props} columns={columns} />
        <RowContext value={rowStates}>
          {/* The first row is always drawn, so that Tab reaches a table that is out of sight. */}
          <tbody>
            {rows.slice(0, isLong ? 1 : rows.length).map((row, index) => (
              <RowFrame key={keyOf(row)} index={index}>
                {cellsOf(row)}
              </RowFrame>
            ))}
          </tbody>
          {isLong ? (
            <RowsInView body={body} rows={rows.slice(1)}>
              {cellsOf}
            </RowsInView>
          ) : null}
        </RowContext>
      </table>
      {isGrid ? <RowKeys id={keys} opens={onOpen !== undefined} chooses={onChosen !== undefined} /> : null}
    </div>
  )
}

interface RowsInViewProps<Row> {
  readonly body: Pick<ReturnType<typeof useRows>, 'virtual' | 'onScrollEnd'>
  readonly rows: readonly Row[]
  readonly children: (row: Row) => ReactElement
}

const RowsInView = <Row,>({ body, rows, children }: RowsInViewProps<Row>) => (
  <WindowVirtualizer
    ref={body.virtual}
    as="tbody"
    item={VirtualRow as CustomItemComponent}
    data={rows}
    itemSize={rowPx}
    onScrollEnd={body.onScrollEnd}
  >
    {children}
  </WindowVirtualizer>
)

const toggled = (chosen: ReadonlySet<string> | undefined, key: string): ReadonlySet<string> => {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** What a row needs to know of the table around it. */
interface RowStates {
  /** The row that Tab reaches; null where rows are only read. */
  readonly active: number | null
  readonly opens: boolean
  readonly keyAt: (index: number) => string
  readonly isOpened: (index: number) => boolean
  readonly isChosen: (index: number) => boolean
  readonly onFocus: (index: number) => void
  readonly onDrawn: (index: number) => void
  readonly onGone: (index: number) => void
  readonly onPress: (index: number) => void
  readonly onKey: (event: KeyboardEvent, index: number) => void
}

const RowContext = createContext<RowStates | null>(null)

interface RowFrameProps {
  readonly index: number
  readonly style?: CSSProperties
  readonly ref?: Ref<HTMLTableRowElement>
  readonly children: ReactNode
}

/** Its own component, so that the virtual list can give it a place. */
function RowFrame({ index, style, ref, children }: RowFrameProps) {
  const states = useContext(RowContext)
  // A row far away is drawn only after the list has scrolled to it.
  useEffect(() => states?.onDrawn(index))
  useLayoutEffect(() => () => states?.onGone(index))
  if (!states) return null
  const { active } = states
  return (
    <tr
      ref={ref}
      style={style}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-selected={states.isChosen(index) || undefined}
      data-row={index}
      data-key={states.keyAt(index)}
      data-opened={states.isOpened(index) || undefined}
      data-opens={states.opens || undefined}
      tabIndex={active === null ? undefined : active === index ? 0 : -1}
      onFocus={() => active !== null && states.onFocus(index)}
      onKeyDown={(event) => states.onKey(event, index)}
      onClick={({ target }) => {
        // A control in a cell acts for itself, and a text that is being marked is not a press.
        const isControl = target instanceof Element && target.closest('a, button, input, select, label, summary')
        if (!isControl && getSelection()?.isCollapsed !== false) states.onPress(index)
      }}
    >
      {children}
    </tr>
  )
}

/** The virtual list begins with the second row. */
const VirtualRow = ({ index, ...row }: RowFrameProps) => <RowFrame {...row} index={index + 1} />

interface CellsProps {
  readonly row: unknown
  readonly columns: readonly Column<unknown>[]
  readonly name: string
  /** Null where rows cannot be chosen. */
  readonly isChosen: boolean | null
  readonly onToggle: (row: unknown) => void
}

/** Drawn again only when its row changes: choosing one of 300 rows draws one. */
const Cells = memo(({ row, columns, name, isChosen, onToggle }: CellsProps) => (
  <>
    {isChosen === null ? null : (
      <td className={styles.choice}>
        <label>
          <span className="unseen">Select {name}</span>
          <input
            type="checkbox"
            className={checkbox.box}
            tabIndex={-1}
            checked={isChosen}
            onChange={() => onToggle(row)}
          />
        </label>
      </td>
    )}
    {columns.map(({ name: label, cell, isEmpty, isPlain, figures = false }, at) => (
      <td
        key={label}
        className={styles.cell}
        data-label={label}
        data-first={at === 0 || undefined}
        data-empty={isEmpty?.(row) || undefined}
        data-plain={isPlain || undefined}
        data-figures={figures || undefined}
      >
        {cell(row)}
      </td>
    ))}
  </>
))
