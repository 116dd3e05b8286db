// Which columns of a table have room.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Column, DataTableProps } from './DataTableHead.tsx'

/** Width of the column of checkboxes. */
export const choicePx = 40
/** What a column needs that does not say so. */
const columnPx = 160

/** Of the root in `global.css`, where the browser shows texts in its usual size. */
const usualTextPx = 15
/** How many times as large as usual the browser shows texts. */
const textScale = () =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualTextPx) / usualTextPx

/** The tracks of a grid. They grow with the browser's size of texts. */
export const tracksOf = (columns: readonly Pick<Column<never>, 'width'>[]): string =>
  columns
    .map(({ width = 'minmax(0, 1fr)' }) => width.replace(/(\d+)px/g, (_, px) => `${Number(px) / usualTextPx}rem`))
    .join(' ')

/** The least width, in px, at which all columns have room: the sum of their fixed or least widths. */
export const leastWidth = (columns: readonly Pick<Column<never>, 'width'>[]): number =>
  columns.reduce((sum, { width = '' }) => sum + Number(/(\d+)px/.exec(width)?.[1] ?? columnPx), 0)

/** The columns that are shown beside a drawer, as far as they fit into the room; all of them if too few are spare. @param roomPx in px */
export function columnsBeside<One extends Pick<Column<never>, 'width' | 'isSpare' | 'sortKey'>>(
  columns: readonly One[],
  roomPx: number,
  sortKey?: string,
): readonly One[] {
  const isSorted = (one: One) => sortKey !== undefined && one.sortKey === sortKey
  const spare = columns.filter(({ isSpare }) => isSpare).toReversed()
  let shown = columns
  for (const one of [...spare.filter((each) => !isSorted(each)), ...spare.filter(isSorted)])
    if (leastWidth(shown) > roomPx) shown = shown.filter((each) => each !== one)
  return leastWidth(shown) > roomPx ? columns : shown
}

/**
 * The columns that have room, even where a drawer takes it. Marks the table while they have none.
 * @param onChange called when the table has become wider or narrower
 */
export function useRoom<Row>(
  frame: { readonly current: HTMLElement | null },
  { columns, onChosen, sort }: DataTableProps<Row>,
  onChange: () => void,
) {
  const asidePx = onChosen ? choicePx : 0
  const sortKey = sort?.key
  /** In px for texts of the usual size, while a drawer is open beside the table; otherwise null. */
  const [besidePx, setBesidePx] = useState<number | null>(null)
  const shown = useMemo(
    () => (besidePx === null ? columns : columnsBeside(columns, besidePx - asidePx, sortKey)),
    [columns, besidePx, asidePx, sortKey],
  )
  const leastPx = leastWidth(shown) + asidePx
  const onChanged = useLatest(onChange)
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => {
      const { clientWidth } = current
      const roomPx = clientWidth / textScale()
      setBesidePx(roomPx > 0 && hasDrawer() ? roomPx : null)
      current.toggleAttribute('data-narrow', roomPx > 0 && roomPx < leastPx)
      return clientWidth
    }
    let lastPx = measure()
    const resized = new ResizeObserver(() => {
      const px = flushSync(measure)
      if (px !== lastPx) onChanged(undefined)
      lastPx = px
    })
    resized.observe(current)
    return () => resized.disconnect()
  }, [frame, leastPx, onChanged])
  return shown
}

const hasDrawer = () => document.documentElement.hasAttribute('data-has-drawer')

/** A function that stays the same and calls the latest one. */
export function useLatest<Given>(act: (given: Given) => void): (given: Given) => void {
  const latest = useRef(act)
  latest.current = act
  return useCallback((given) => latest.current(given), [])
}
