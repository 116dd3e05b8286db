import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether the row inside a place has no room in it. What the row needs is measured while it is shown, and kept while it
 * is folded: give the part that asks another key when other things stand in the row.
 */
export function useFolded() {
  const place = useRef<HTMLElement>(null)
  const [isFolded, fold] = useState(false)

  useLayoutEffect(() => {
    let neededPx = 0
    let isOpen = true
    const look = () => {
      if (!place.current || !isOpen) return
      const row = place.current.firstElementChild
      if (row?.tagName === 'UL') neededPx = row.scrollWidth
      fold(neededPx > place.current.clientWidth)
    }
    look()
    const watcher = new ResizeObserver(look)
    if (place.current) watcher.observe(place.current)
    // Until its face has come the row is set in another one.
    void document.fonts.ready.then(look)
    return () => {
      isOpen = false
      watcher.disconnect()
    }
  }, [])
  return { place, isFolded }
}
