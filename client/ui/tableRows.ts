// Which row of a table Tab reaches, and to which one a key moves.
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WindowVirtualizerHandle } from 'virtua'

/** The rows as one stop of the Tab key: which of them it reaches, and how arrows move on. */
export function useRows(length: number) {
  const table = useRef<HTMLTableElement>(null)
  const virtual = useRef<WindowVirtualizerHandle>(null)
  const [active, setActive] = useState(0)
  /** The row to which a key moves, until it has the focus; otherwise -1. Not by `at`: the effects of the render before may come late. */
  const wanted = useRef(-1)
  const last = Math.max(0, length - 1)
  const at = Math.min(active, last)
  const scrollTo = (index: number) => virtual.current?.scrollToIndex(index - 1, { align: 'nearest' })
  const rowAt = (index: number) => table.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  /** The row that Tab reaches is always one that is drawn. */
  const reachSeen = () => {
    const { current } = virtual
    if (!current) return
    const seen = current.findItemIndex(current.scrollOffset) + 1
    setActive(rowAt(seen) ? seen : 0)
  }
  return {
    table,
    virtual,
    active: at,
    setActive,
    /** Scrolls to a row that is out of view. */
    show(index: number) {
      if (rowAt(index)) rowAt(index)?.scrollIntoView({ block: 'nearest' })
      else if (index > 0) scrollTo(index)
    },
    /** Whether the key moves to another row. */
    step(key: string): boolean {
      const next = rowStep(key, at, last)
      if (next === null) return false
      wanted.current = next === at ? -1 : next
      setActive(next)
      if (!rowAt(next)) scrollTo(next)
      return true
    },
    onDrawn(index: number) {
      if (wanted.current !== index) return
      const row = rowAt(index)
      row?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
      // The virtual list hides a row until it has measured it: a hidden one takes no focus.
      if (document.activeElement === row) wanted.current = -1
    },
    onScrollEnd() {
      if (rowAt(at)) return
      // A slow machine scrolls in steps, as rows are measured: the row that a key moves to is not drawn yet.
      if (wanted.current > 0) scrollTo(at)
      else reachSeen()
    },
    /** Not only once the list has scrolled: Tab scrolls to what is below a table, and Shift+Tab may follow at once. */
    onGone(index: number) {
      if (index !== at || wanted.current >= 0) return
      // The row is still there while React removes it, and so is one that is only drawn again.
      queueMicrotask(() => {
        if (!rowAt(index)) flushSync(reachSeen)
      })
    },
  }
}

const pageRows = 10

/** The row that a key moves to; null if it moves to none. @param last the index of the last row */
export function rowStep(key: string, at: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
    Home: 0,
    End: last,
  }
  const wanted = steps[key]
  return wanted === undefined ? null : Math.max(0, Math.min(wanted, last))
}
