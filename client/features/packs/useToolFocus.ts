import { useEffect, useRef } from 'react'
import type { Tool } from '../../map/selection.ts'

const mapElement = '[aria-roledescription="map"]'

/**
 * While a tool is active the map has the focus, since Enter places the tool there, and Escape leaves it from anywhere on the page. The focus
 * then returns to the control that took the tool, unless the user has pointed at the map or moved on.
 */
export function useToolFocus(tool: Tool, onLeave: () => void) {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (tool === 'none') return
    const from = document.activeElement
    const map = document.querySelector<HTMLElement>(mapElement)
    let hasPointed = false
    const onPointer = () => {
      hasPointed = true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog over the map has its own Escape.
      const isOver = event.target instanceof Element && event.target.closest('dialog')
      if (event.key !== 'Escape' || event.defaultPrevented || isOver) return
      event.preventDefault()
      leave.current()
    }
    map?.focus({ preventScroll: true })
    map?.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      map?.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKeyDown)
      if (map && document.activeElement === map && !hasPointed && from instanceof HTMLElement)
        from.focus({ preventScroll: true })
    }
  }, [tool])
}
