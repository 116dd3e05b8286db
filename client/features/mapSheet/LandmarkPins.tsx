import { useSyncExternalStore } from 'react'
import type { Point } from '../../../shared/features/world/frame.ts'
import type { View } from '../../map/createView.ts'
import { toScreen } from '../../map/viewport.ts'
import styles from './MapSettingsScreen.module.css'

interface LandmarkPinsProps {
  readonly view: View
  readonly places: readonly (Point | null)[]
}

/** The landmarks on the map, by their numbers. */
export function LandmarkPins({ view, places }: LandmarkPinsProps) {
  const viewport = useSyncExternalStore(view.subscribe, view.get)
  return places.map((place, index) => {
    if (!place) return null
    const { x, y } = toScreen(viewport, place)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the first stays the first
        key={index}
        className={styles.pin}
        style={{ translate: `${Math.round(x)}px ${Math.round(y)}px` }}
        role="img"
        aria-label={`Landmark ${index + 1}`}
      >
        {index + 1}
      </span>
    )
  })
}
