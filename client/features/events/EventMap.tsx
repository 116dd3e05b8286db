import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Point } from '../../../shared/features/world/frame.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { type EventShape, noOverlays } from '../../map/overlays.ts'
import type { ToolUse } from '../../map/selection.ts'
import type { View } from '../../map/view.ts'
import { fitting, showingAll, toScreen } from '../../map/viewport.ts'
import { useIslandMap } from '../map/useIslandMap.ts'
import styles from './Events.module.css'

interface EventMapProps extends ToolUse {
  readonly shapes: readonly EventShape[]
  /** Whether the view moves to the shapes when they become others; not while they are drawn by hand. */
  readonly follows?: boolean
  /** Numbered places, for a path that is being drawn. */
  readonly pins?: readonly Point[]
}

const marginPx = 120
const mostZoom = 1.6

const noPins: readonly Point[] = []

/** The island with the places of events, without animals. */
export function EventMap({ shapes, follows = true, pins = noPins, ...toolUse }: EventMapProps) {
  const island = useIslandMap()
  const { view } = island
  const key = JSON.stringify(shapes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object causes a redraw, so it is kept while nothing changes
  const overlays = useMemo(() => ({ ...noOverlays, events: shapes }), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const places = shapes.flatMap(({ points, radius }) =>
      points.flatMap(({ x, y }) => [
        { x: x - radius, y: y - radius },
        { x: x + radius, y: y + radius },
      ]),
    )
    const move = () => {
      const target = view.target()
      view.set(places.length === 0 || !follows ? showingAll(target) : fitting(target, places, marginPx, mostZoom))
    }
    move()
    // Until its first layout a map has no size.
    if (view.get().width > 1) return
    const stop = view.subscribe(() => {
      if (view.get().width <= 1) return
      stop()
      move()
    })
    return stop
  }, [follows ? key : '', follows, view])
  return (
    <div className={styles.map}>
      <IslandMap {...island} {...toolUse} overlays={overlays} counts={null} withMarkers={false} card={null}>
        <Pins view={view} places={pins} />
      </IslandMap>
    </div>
  )
}

/** Numbers at the points of a path. The list beside the map says the same in words. */
function Pins({ view, places }: { readonly view: View; readonly places: readonly Point[] }) {
  const viewport = useSyncExternalStore(view.subscribe, view.get)
  return places.map((place, at) => {
    const { x, y } = toScreen(viewport, place)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a path may pass the same place twice
        key={`${at} ${place.x} ${place.y}`}
        className={styles.pin}
        style={{ translate: `${Math.round(x)}px ${Math.round(y)}px` }}
        aria-hidden="true"
      >
        {at + 1}
      </span>
    )
  })
}
