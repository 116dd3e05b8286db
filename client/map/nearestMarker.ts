import type { Point } from '../../shared/features/world/frame.ts'
import type { Herd, Marker } from './herd.ts'
import { toScreen, type Viewport } from './viewport.ts'

/** The animal drawn nearest to a pixel, if it is no further than `reach` px. The layer itself does not listen. */
export function nearestMarker(herd: Herd, view: Viewport, pixel: Point, now: number, reach: number): Marker | null {
  let nearest: Marker | null = null
  let least = reach
  for (const marker of herd.markers()) {
    const place = herd.at(marker, now)
    if (!place) continue
    const drawn = toScreen(view, place)
    const away = Math.hypot(drawn.x - pixel.x, drawn.y - pixel.y)
    if (away > least) continue
    least = away
    nearest = marker
  }
  return nearest
}

/** All animals in sight, the nearest to a pixel first: the order in which keys go through them. */
export function markersAround(herd: Herd, view: Viewport, pixel: Point, now: number): Marker[] {
  return herd
    .markers()
    .flatMap((marker) => {
      const place = herd.at(marker, now)
      const { x, y } = place ? toScreen(view, place) : { x: -1, y: -1 }
      const isSeen = x >= 0 && y >= 0 && x <= view.width && y <= view.height
      return isSeen ? [{ marker, away: Math.hypot(x - pixel.x, y - pixel.y) }] : []
    })
    .sort((a, b) => a.away - b.away)
    .map(({ marker }) => marker)
}
