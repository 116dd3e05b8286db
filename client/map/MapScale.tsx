import type { View } from './createView.ts'
import styles from './IslandMap.module.css'
import { useZoom } from './MapControls.tsx'
import { scaleLength } from './scaleLength.ts'
import type { Size } from './useSize.ts'
import { pxPerUnit } from './viewport.ts'

const mostPx = 128

interface MapScaleProps {
  readonly view: View
  readonly size: Size
  readonly metresPerUnit: number
}

/** How long a way on the map is on the ground, and where north is. */
export function MapScale({ view, size, metresPerUnit }: MapScaleProps) {
  const zoom = useZoom(view)
  const pxPerMetre = pxPerUnit({ ...view.get(), ...size, zoom }) / metresPerUnit
  const { px, words } = scaleLength(pxPerMetre, mostPx)
  return (
    <div className={styles.scale} data-keep-clear>
      <svg width="24" height="32" viewBox="0 0 24 32" aria-label="North is up" role="img">
        <path d="M12 11 5 29l7-4.5 7 4.5z" />
        <path className={styles.northLeft} d="M12 11 5 29l7-4.5z" />
        <text x="12" y="8.5">
          N
        </text>
      </svg>
      <p>
        <span className={styles.bar} style={{ width: px }} />
        <span>{words}</span>
      </p>
    </div>
  )
}
