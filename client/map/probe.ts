import type { View } from './createView.ts'
import type { Herd } from './herd.ts'
import type { Viewport } from './viewport.ts'

/** What the map shows, for whoever examines it from outside. Nothing can be changed through it. */
export interface MapProbe {
  /** Every animal that has a place, as drawn at this moment: map units, and degrees clockwise from north. */
  markers(): readonly { id: string; name: string; slot: number; x: number; y: number; heading: number }[]
  view(): Viewport
}

declare global {
  interface Window {
    /** Only there when the page was opened with `?probe`. */
    __waterholeMap?: MapProbe
  }
}

/** Lets the map be examined if the page was opened with `?probe`. Returns the way to take it back. */
export function offerProbe(herd: Herd, view: View): () => void {
  if (!new URLSearchParams(location.search).has('probe')) return () => {}
  const markers = () => {
    const now = performance.now()
    return herd.markers().flatMap((marker) => {
      const place = herd.at(marker, now)
      return place ? [{ id: marker.id, name: marker.name, slot: marker.slot, ...place }] : []
    })
  }
  window.__waterholeMap = { markers, view: () => ({ ...view.get() }) }
  return () => {
    delete window.__waterholeMap
  }
}
