import { useEffect, useRef } from 'react'
import { z } from 'zod'
import type { MarkerLayer } from '../../map/markerLayer.ts'
import type { View } from '../../map/view.ts'
import {
  centredOn,
  fitting,
  isShowingAll,
  leastZoom,
  mostZoom,
  packMargins,
  showingAll,
  type Viewport,
} from '../../map/viewport.ts'
import { readStored, writeStored } from './deviceStorage.ts'

const storageKey = 'waterhole.mapViews'
const LeftView = z.object({
  x: z.number(),
  y: z.number(),
  zoom: z.number().min(leastZoom).max(mostZoom),
  /** The zoom of the settings at that time: after a change of the setting it applies once more. */
  zoomLevel: z.number().nullable(),
})
/** By account: where each user of this device left the map. */
const Views = z.record(z.string(), LeftView)

interface OpeningOptions {
  readonly view: View
  readonly markerLayer: MarkerLayer
  /** The account of the viewing user, or another map's name; null for a guest. */
  readonly me: string | null
  /** Where the map opens for the first time: on the whole island, or on the user's animal and the pack. */
  readonly opensOn: 'island' | 'own'
  /** The largest zoom around the user's animal; null until the settings are loaded. */
  readonly zoomLevel?: number | null
}

/** Delay after the last move before it is stored, ms. */
const storeDelayMs = 400
/** For how long after the first animal is shown an untouched map makes room for pack members who arrive, ms. */
const gatheringMs = 5_000

/** Opens the map where the user left it; for the first time as their role needs it. A map that the user has moved stays. */
export function useOpeningView({ view, markerLayer, me, opensOn, zoomLevel = null }: OpeningOptions) {
  const owner = me ?? 'guest'
  /** The view that was set last by this hook. */
  const opened = useRef<Viewport | null>(null)
  const left = useRef<z.infer<typeof LeftView> | null>(null)
  const level = useRef(zoomLevel)
  level.current = zoomLevel
  const isUntouched = () => {
    return view.followed() === null && opened.current !== null && isSameView(opened.current, view.target())
  }
  const open = (viewport: Viewport) => {
    opened.current = viewport
    view.set(viewport)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each map
  useEffect(() => {
    left.current = readStored(storageKey, Views)?.[owner] ?? null
    const { current } = left
    open(current ? { ...view.get(), x: current.x, y: current.y, zoom: current.zoom } : showingAll(view.get()))
    const store = () => storeView(view, owner, level.current)
    return afterMoves(view, store, () => !isUntouched())
  }, [view, owner])

  // biome-ignore lint/correctness/useExhaustiveDependencies: until the user moves the map
  useEffect(() => {
    if (zoomLevel === null) return
    const last = left.current
    if (last && last.zoomLevel !== null && last.zoomLevel !== zoomLevel && isUntouched())
      open({ ...view.get(), zoom: zoomLevel })
    if (last || opensOn === 'island') return
    let [placed, firstPlacedAt] = [0, 0]
    const update = () => {
      const friendly = markerLayer.friendly()
      const places = friendly.flatMap((marker) => markerLayer.at(marker, markerLayer.now()) ?? [])
      const { width } = view.get()
      if (width <= 1 || places.length <= placed || !isUntouched()) return
      if (placed === 0) firstPlacedAt = performance.now()
      if (performance.now() - firstPlacedAt > gatheringMs) return
      placed = places.length
      open(aroundOwn(view.get(), places, zoomLevel))
    }
    update()
    return markerLayer.subscribe(update)
  }, [view, markerLayer, opensOn, zoomLevel])
}

/** All places, not nearer than the zoom of the settings. */
const aroundOwn = (
  view: Viewport,
  places: readonly { readonly x: number; readonly y: number }[],
  zoomLevel: number,
) => {
  const [only] = places
  if (only && places.length === 1) return centredOn({ ...view, zoom: zoomLevel }, only)
  const all = fitting(view, places, packMargins(view))
  return { ...all, zoom: Math.min(all.zoom, zoomLevel) }
}

/** Calls `store` some time after each move by the user, and when the map or the page is left. @returns a function that ends it */
function afterMoves(view: View, store: () => void, isMoved: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const storeNow = () => {
    clearTimeout(timer)
    if (isMoved()) store()
  }
  const unsubscribe = view.subscribe(() => {
    clearTimeout(timer)
    if (isMoved()) timer = setTimeout(store, storeDelayMs)
  })
  addEventListener('pagehide', storeNow)
  return () => {
    removeEventListener('pagehide', storeNow)
    unsubscribe()
    storeNow()
  }
}

/** Writes where a user leaves the map. */
function storeView(view: View, owner: string, zoomLevel: number | null) {
  const { x, y, zoom } = view.target()
  const place = { x: Math.round(x), y: Math.round(y), zoom, zoomLevel }
  writeStored(storageKey, { ...readStored(storageKey, Views), [owner]: place })
}

/** The whole island lies elsewhere in the window once the controls are measured. */
const isSameView = (one: Viewport, other: Viewport) =>
  (isShowingAll(one) && isShowingAll(other)) || (one.x === other.x && one.y === other.y && one.zoom === other.zoom)
