import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useImperativeHandle, useRef } from 'react'
import { chosenAtom, pointedAtom } from './attention.ts'
import type { View } from './createView.ts'
import type { Herd } from './herd.ts'
import styles from './IslandMap.module.css'
import { toScreen } from './viewport.ts'

export interface SpotMover {
  /** Puts the card beside its animal, where that is drawn now. */
  move(): void
}

interface SpotProps {
  readonly herd: Herd
  readonly view: View
  readonly mover: RefObject<SpotMover | null>
  readonly children: ReactNode
}

const marginPx = 16
const besidePx = 24

/** Carries a card along with the animal that is meant: the one pointed at, else the one chosen. Moved past React. */
export function Spot({ herd, view, mover, children }: SpotProps) {
  const pointed = useAtomValue(pointedAtom)
  const chosen = useAtomValue(chosenAtom)
  const spot = useRef<HTMLDivElement>(null)
  const meant = pointed?.kind === 'animal' ? pointed : chosen?.kind === 'animal' ? chosen : null

  useImperativeHandle(mover, () => ({
    move() {
      const { current } = spot
      if (!current) return
      const marker = meant && herd.find(meant.id)
      const place = marker && herd.at(marker, herd.now())
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
