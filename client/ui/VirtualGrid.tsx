import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import styles from './VirtualGrid.module.css'

interface VirtualGridProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Its heading has the button that arrows move between. */
  readonly card: (row: Row) => ReactNode
  /** Width of a card at least, CSS px; null for one below the other. */
  readonly cardPx: number | null
  /** A key that was pressed on the heading of a card. @returns whether it did anything */
  readonly onKey?: (row: Row, key: string) => boolean
}

const gapPx = 24
/** A longer list draws only the lines near the window. */
const virtualFrom = 60

/** A list of cards of any length, in as many columns as there is room for. Arrows, Home and End go from card to card. */
export function VirtualGrid<Row>({ label, rows, keyOf, card, cardPx, onKey }: VirtualGridProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useRef<WindowVirtualizerHandle>(null)
  const columns = useColumns(frame, cardPx)
  const lines = Array.from({ length: Math.ceil(rows.length / columns) }, (_, line) =>
    rows.slice(line * columns, (line + 1) * columns),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(event)
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextAt(event.key, { at, columns, count: rows.length })
    const row = rows[at]
    if (next !== null) {
      event.preventDefault()
      virtual.current?.scrollToIndex(Math.floor(next / columns), { align: 'nearest' })
      focusAt(frame.current, next)
    } else if (row !== undefined && onKey?.(row, event.key)) event.preventDefault()
  }
  const lineAt = (line: readonly Row[], index: number) => (
    <div key={line[0] === undefined ? index : keyOf(line[0])} className={styles.line} role="presentation">
      {line.map((row, column) => (
        // biome-ignore lint/a11y/useSemanticElements: a line is between the list and its cards
        <div
          key={keyOf(row)}
          className={styles.cell}
          role="listitem"
          aria-setsize={rows.length}
          aria-posinset={index * columns + column + 1}
          data-index={index * columns + column}
        >
          {card(row)}
        </div>
      ))}
    </div>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: lines are between the list and its cards
    <div
      ref={frame}
      className={styles.grid}
      role="list"
      aria-label={label}
      data-list={cardPx === null || undefined}
      style={{ '--columns': columns } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {rows.length < virtualFrom ? (
        lines.map(lineAt)
      ) : (
        <WindowVirtualizer ref={virtual} data={lines} bufferSize={600}>
          {lineAt}
        </WindowVirtualizer>
      )}
    </div>
  )
}

/** As many as fit. */
function useColumns(frame: { readonly current: HTMLElement | null }, cardPx: number | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [frame])
  return cardPx === null ? 1 : Math.max(1, Math.floor((width + gapPx) / (cardPx + gapPx)))
}

/** Of the card whose heading has the focus; null for other controls. */
function indexOf({ target }: KeyboardEvent): number | null {
  if (!(target instanceof HTMLElement) || !target.closest('h2, h3')) return null
  const cell = target.closest<HTMLElement>('[data-index]')
  return cell ? Number(cell.dataset.index) : null
}

interface Place {
  readonly at: number
  readonly columns: number
  readonly count: number
}

/** The card to which a key moves; null if it moves nowhere. */
export function nextAt(key: string, { at, columns, count }: Place): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const next = at + step
  // Down from the last full line to the end of a shorter one.
  if (key === 'ArrowDown' && next >= count && Math.floor(at / columns) < Math.floor((count - 1) / columns))
    return count - 1
  return next < 0 || next >= count ? at : next
}

/** Frames for a card to be drawn after the window has scrolled to it. */
const mostFrames = 20

function focusAt(frame: HTMLElement | null, index: number, frames = mostFrames) {
  const button = frame?.querySelector<HTMLElement>(`[data-index="${index}"] :is(h2, h3) button`)
  // A line that is not measured yet is hidden, and takes no focus.
  button?.focus()
  if (frames > 0 && document.activeElement !== button) requestAnimationFrame(() => focusAt(frame, index, frames - 1))
}
