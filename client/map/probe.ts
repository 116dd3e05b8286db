import { type RefObject, useEffect } from 'react'
import type { PingKind } from '../../shared/features/packs/packLife.ts'
import { mapSize } from '../../shared/features/world/frame.ts'
import { courseLabel, courseOf } from './distances.ts'
import { ringPart } from './drawPackPlaces.ts'
import type { EdgeSignsHandle, ShownSign } from './EdgeSigns.tsx'
import type { Drawing } from './mapDrawing.ts'
import { isBlurred } from './mapImage.ts'
import type { Relation } from './markerLayer.ts'
import type { Painting } from './markerPainter.ts'
import type { LabelBox } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, type Viewport } from './viewport.ts'

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Read-only access to what the map shows, for browser tests. */
interface MapProbe {
  /** Every animal with a position, as drawn at this moment: map units, and degrees clockwise from north. */
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
  /** Everything that stands for animals, and all labels, in px of the map's element as in the last frame. */
  drawn(): {
    readonly markers: readonly (Disc & { readonly id: string })[]
    readonly clusters: readonly (Disc & { readonly ids: readonly string[]; readonly isBadge: boolean })[]
    readonly names: readonly (LabelBox & { readonly id: string })[]
    readonly regions: readonly (LabelBox & { readonly id: string })[]
    /** Controls, cards and the signs at the edge. */
    readonly controls: readonly LabelBox[]
    /** The rectangle of the card beside the hovered animal. */
    readonly card: LabelBox | null
  }
  /** Who shows the animals; whether it has painted all it was given; whether every picture of the last frame is final, and the ground too. */
  painting(): Painting & { readonly arePicturesFinal: boolean; readonly isComplete: boolean }
  /** The marker id of the chosen animal. */
  chosen(): string | null
  /** The marker id of the followed animal. */
  following(): string | null
  /** The signs at the edge of the view, px. */
  edgeSigns(): readonly ShownSign[]
  pings(): readonly {
    readonly by: string
    readonly kind: PingKind
    readonly x: number
    readonly y: number
    readonly hasRing: boolean
    readonly ageMs: number
  }[]
  waypoint(): { readonly x: number; readonly y: number } | null
  /** Number of places of each trail, by marker id. */
  trails(): Readonly<Record<string, number>>
  /** The label of the measured line. */
  measured(): string | null
  dangerAt(): { readonly x: number; readonly y: number } | null
}

declare global {
  interface Window {
    /** Defined only if the page was opened with `?probe`. */
    __waterholeMap?: MapProbe
  }
}

const markersOf = ({ markerLayer }: Scene) => {
  const now = markerLayer.now()
  return markerLayer.markers().flatMap((marker) => {
    const place = markerLayer.at(marker, now)
    const { id, name, label, relation, isLeader, slot } = marker
    return place ? [{ id, name, label, relation, leads: isLeader, slot, ...place }] : []
  })
}

const drawnOf = ({ placement, labels, clearBoxes, signBoxes, cardBox }: Scene) => {
  const { markers, clusters } = placement.current()
  return {
    markers: markers.map(({ marker, x, y, radius }) => ({ id: marker.id, x, y, radius })),
    clusters: clusters.map(({ markers: counted, x, y, radius, isBadge }) => ({
      ids: counted.map(({ id }) => id),
      x,
      y,
      radius,
      isBadge,
    })),
    names: labels.names().map(({ id, x, y, width, height }) => ({ id, x, y, width, height })),
    regions: labels.regions().map(({ region, x, y, width, height }) => ({ id: region.id, x, y, width, height })),
    controls: [...clearBoxes(), ...signBoxes],
    card: cardBox,
  }
}

/** What the probe shows beside the scene. */
type Beside = Pick<MapProbe, 'edgeSigns' | 'painting'>

const probeOf = (scene: Scene, beside: Beside): MapProbe => ({
  ...beside,
  markers: () => markersOf(scene),
  view: () => ({ ...scene.view.get() }),
  drawn: () => drawnOf(scene),
  chosen: () => (scene.chosen?.kind === 'animal' ? scene.chosen.id : null),
  following: scene.view.followed,
  pings: () =>
    scene.overlays.pings.map((ping) => ({
      by: ping.by,
      kind: ping.kind,
      x: ping.x,
      y: ping.y,
      hasRing: ringPart(ping, scene.serverNow()) !== null,
      ageMs: scene.serverNow() - ping.at,
    })),
  waypoint: () => scene.overlays.waypoint,
  trails: () => Object.fromEntries(scene.overlays.trails.map(({ id, segments }) => [id, segments.flat().length])),
  measured() {
    const { measure } = scene.overlays
    return measure?.to ? courseLabel(courseOf(measure.from, measure.to, scene.metresPerUnit)) : null
  },
  dangerAt: () => scene.overlays.dangerAt,
})

/** Exposes the probe if the page was opened with `?probe`. Returns a function that removes it. */
function exposeProbe(scene: Scene, beside: Beside): () => void {
  if (!new URLSearchParams(location.search).has('probe')) return () => {}
  window.__waterholeMap = probeOf(scene, beside)
  return () => {
    delete window.__waterholeMap
  }
}

/** How often the number of markers is written to the element, ms. */
const writeEveryMs = 1_000

const isGroundSharp = ({ mapImage, view }: Scene) =>
  mapImage !== null && !isBlurred(mapImage, mapSize * pxPerUnit(view.get()) * devicePixelRatio)

/** Writes zoom and number of markers to the map's element, for tests, and exposes the probe. */
export function useMapProbe(
  scene: Scene,
  drawing: Drawing,
  surface: RefObject<HTMLElement | null>,
  edge: RefObject<EdgeSignsHandle | null>,
) {
  useEffect(() => {
    const { view, markerLayer } = scene
    const writeZoom = () => {
      if (surface.current) surface.current.dataset.zoom = String(view.target().zoom)
    }
    const writeMarkers = () => {
      const count = String(markerLayer.count())
      if (surface.current && surface.current.dataset.markers !== count) surface.current.dataset.markers = count
    }
    writeZoom()
    writeMarkers()
    const timer = setInterval(writeMarkers, writeEveryMs)
    const unsubscribe = view.subscribe(writeZoom)
    const removeProbe = exposeProbe(scene, {
      painting: () => ({
        ...drawing.painter.painting(),
        arePicturesFinal: drawing.pictures.isComplete,
        isComplete: isGroundSharp(scene) && drawing.pictures.isComplete,
      }),
      edgeSigns: () => edge.current?.shown() ?? [],
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
      removeProbe()
    }
  }, [scene, drawing, surface, edge])
}
