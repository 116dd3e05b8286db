import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useImperativeHandle, useRef } from 'react'
import styles from './IslandMap.module.css'
import type { MarkerLayer } from './markerLayer.ts'
import { chosenAtom, pointedAtom } from './selection.ts'
import type { View } from './view.ts'
import { toScreen } from './viewport.ts'

export interface MarkerPopupHandle {
  /** Moves the popup next to its animal as drawn at this moment. */
  move(): void
}

interface MarkerPopupProps {
  readonly markerLayer: MarkerLayer
  readonly view: View
  readonly mover: RefObject<MarkerPopupHandle | null>
  readonly children: ReactNode
}

const marginPx = 16
const besidePx = 24

/**
 * A popup next to the hovered animal, else next to the chosen one. Its position is written to the DOM directly, without
 * React.
 */
export function MarkerPopup({ markerLayer, view, mover, children }: MarkerPopupProps) {
  const pointed = useAtomValue(pointedAtom)
  const chosen = useAtomValue(chosenAtom)
  const spot = useRef<HTMLDivElement>(null)
  const meant = pointed?.kind === 'animal' ? pointed : chosen?.kind === 'animal' ? chosen : null

  useImperativeHandle(mover, () => ({
    move() {
      const { current } = spot
      if (!current) return
      const marker = meant && markerLayer.find(meant.id)
      const place = marker && markerLayer.at(marker, markerLayer.now())
      const { width, height } = view.get()
      const drawn = place && toScreen(view.get(), place)
      const isSeen = drawn && drawn.x > 0 && drawn.y > 0 && drawn.x < width && drawn.y < height
      current.style.visibility = isSeen ? 'visible' : 'hidden'
      if (!isSeen) return
      const { offsetWidth, offsetHeight } = current
      const right = drawn.x + besidePx + offsetWidth + marginPx < width
      const left = right ? drawn.x + besidePx : drawn.x - besidePx - offsetWidth
      const top = Math.min(Math.max(marginPx, drawn.y - offsetHeight / 2), height - offsetHeight - marginPx)
      current.style.translate = `${Math.round(Math.max(marginPx, left))}px ${Math.round(top)}px`
    },
  }))

  return (
    <div ref={spot} className={styles.spot} style={{ visibility: 'hidden' }}>
      {meant ? children : null}
    </div>
  )
}
