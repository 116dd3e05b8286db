import { useLayoutEffect } from 'react'

/** What lies beside, over or below the page, and makes other parts leave room: `data-has-drawer` and so on at the root element. */
export type RootMark = 'hasDrawer' | 'hasEvents' | 'hasFullSheet' | 'hasSheet' | 'hasTray'

const counts = new Map<RootMark, number>()

/**
 * Marks the root element while the component is shown and `isOn`. Styles use this instead of `:has()` at the root: with that, each element
 * that comes or goes anywhere makes the browser style the whole page again, which took 13 ms with 300 players in the list.
 */
export function useRootMark(mark: RootMark, isOn = true) {
  useLayoutEffect(() => {
    if (!isOn) return
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, isOn])
}

function count(mark: RootMark, by: number) {
  const many = (counts.get(mark) ?? 0) + by
  counts.set(mark, many)
  if (many > 0) document.documentElement.dataset[mark] = ''
  else delete document.documentElement.dataset[mark]
}
