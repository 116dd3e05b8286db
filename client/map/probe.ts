import { courseOf, courseWords } from './course.ts'
import type { ShownSign } from './EdgeSigns.tsx'
import type { Relation } from './herd.ts'
import { ringPart } from './pingRing.ts'
import type { Scene } from './scene.ts'
import type { Viewport } from './viewport.ts'

/** What the map shows, for whoever examines it from outside. Nothing can be changed through it. */
export interface MapProbe {
  /** Every animal that has a place, as drawn at this moment: map units, and degrees clockwise from north. */
  markers(): readonly {
    readonly id: string
    readonly name: string
    readonly label: string
    readonly relation: Relation
    readonly leads: boolean
    readonly slot: number
    readonly x: number
    readonly y: number
    readonly heading: number
  }[]
  view(): Viewport
  /** The marker's id of whoever is followed. */
  following(): string | null
  /** The signs at the edge of the view, px. */
  edgeSigns(): readonly ShownSign[]
  pings(): readonly { readonly by: string; readonly x: number; readonly y: number; readonly hasRing: boolean }[]
  waypoint(): { readonly x: number; readonly y: number } | null
  /** How many places each trail has, by marker's id. */
  trails(): Readonly<Record<string, number>>
  /** What is written beside the way that is measured. */
  measured(): string | null
  dangerAt(): { readonly x: number; readonly y: number } | null
}

declare global {
  interface Window {
    /** Only there when the page was opened with `?probe`. */
    __waterholeMap?: MapProbe
  }
}

const markersOf = ({ herd }: Scene) => {
  const now = herd.now()
  return herd.markers().flatMap((marker) => {
    const place = herd.at(marker, now)
    const { id, name, label, relation, leads, slot } = marker
    return place ? [{ id, name, label, relation, leads, slot, ...place }] : []
  })
}

const probeOf = (scene: Scene, edgeSigns: MapProbe['edgeSigns']): MapProbe => ({
  markers: () => markersOf(scene),
  view: () => ({ ...scene.view.get() }),
  following: scene.view.followed,
  edgeSigns,
  pings: () =>
    scene.overlays.pings.map((ping) => ({
      by: ping.by,
      x: ping.x,
      y: ping.y,
      hasRing: ringPart(ping, scene.serverNow()) !== null,
    })),
  waypoint: () => scene.overlays.waypoint,
  trails: () => Object.fromEntries(scene.overlays.trails.map(({ id, pieces }) => [id, pieces.flat().length])),
  measured() {
    const { measure } = scene.overlays
    return measure?.to ? courseWords(courseOf(measure.from, measure.to, scene.metresPerUnit)) : null
  },
  dangerAt: () => scene.overlays.dangerAt,
})

/** Lets the map be examined if the page was opened with `?probe`. Returns the way to take it back. */
export function offerProbe(scene: Scene, edgeSigns: MapProbe['edgeSigns']): () => void {
  if (!new URLSearchParams(location.search).has('probe')) return () => {}
  window.__waterholeMap = probeOf(scene, edgeSigns)
  return () => {
    delete window.__waterholeMap
  }
}
