import { useSetAtom, useStore } from 'jotai'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { mapSize, type Point } from '../../shared/features/world/frame.ts'
import { regionAt } from '../../shared/features/world/regions.ts'
import { attachGestures } from './gestures.ts'
import type { Marker } from './markerLayer.ts'
import {
  clusterHolding,
  kindsInWords,
  type PlacedCluster,
  type PlacedMarker,
  placedAround,
  reachPx,
  type Under,
  underPixel,
} from './placeMarkers.ts'
import type { Scene } from './scene.ts'
import { choiceAtom, chosenAtom, hoveredAtom, isActive, isSame, type MapTarget, type ToolUse } from './selection.ts'
import { opening, toMap, toScreen, type Viewport, viewAfterKey } from './viewport.ts'

interface MapInputOptions {
  readonly surface: RefObject<HTMLElement | null>
  readonly scene: Scene
  /** Whether regions can be selected where there is no animal. */
  readonly byRegion: boolean
  readonly toolUse: ToolUse
  /** Draws the map again after the pointed cluster has changed. */
  readonly repaint: () => void
}

const zoomKeys = '+=-_'

/** The place at a pixel, clamped to the map. */
const placeAt = (view: Viewport, pixel: Point): Point => {
  const { x, y } = toMap(view, pixel)
  return { x: Math.min(mapSize, Math.max(0, x)), y: Math.min(mapSize, Math.max(0, y)) }
}

const middleOf = ({ width, height }: Viewport): Point => ({ x: width / 2, y: height / 2 })

const regionUnder = ({ view }: Scene, pixel: Point): MapTarget | null => {
  const place = toMap(view.get(), pixel)
  const region = regionAt(place.x, place.y)
  return region && { kind: 'region', id: region.id }
}

const clusterOf = (under: Under | null) => (under?.kind === 'cluster' ? under.cluster : null)

/** Connects pointer, wheel and keyboard to view and selection. `pointed` announces the cluster picked by keyboard. */
export function useMapInput({ surface, scene, byRegion, toolUse, repaint }: MapInputOptions) {
  const { view, placement } = scene
  const choose = useSetAtom(chosenAtom)
  const hover = useSetAtom(hoveredAtom)
  const tools = useRef(toolUse)
  tools.current = toolUse
  const { point, press } = usePress({ surface, scene, repaint })
  const keys = useMarkerKeys({ scene, point, press })
  const openContext = useOpenContext({ surface, scene, tools })

  useEffect(() => {
    const { current: element } = surface
    if (!element) return
    const under = (pixel: Point, reach: number) => underPixel(placement.current(), pixel, reach)
    return attachGestures(element, view, {
      onHover(pixel) {
        const isPicking = pixel !== null && !isActive(tools.current)
        const found = isPicking ? under(pixel, reachPx.mouse) : null
        const region = isPicking && byRegion && !found ? regionUnder(scene, pixel) : null
        const target: MapTarget | null = found?.kind === 'marker' ? { kind: 'animal', id: found.marker.id } : region
        hover((last) => (isSame(last, target) ? last : target))
        point(clusterOf(found))
        element.style.cursor = found || target ? 'pointer' : ''
      },
      // A press means what was drawn under it when it began: until it ends the animals and the map may have moved on.
      onPress(pixel, isTouch) {
        const place = placeAt(view.get(), pixel)
        const found = under(pixel, isTouch ? reachPx.touch : reachPx.mouse)
        const region = byRegion && !found ? regionUnder(scene, pixel) : null
        return () => {
          if (isActive(tools.current)) tools.current.onPlace?.(place)
          else if (found) press(found, pixel)
          else choose(region && { ...region, by: 'map' })
        }
      },
      onContext: (pixel) => openContext(pixel),
    })
  }, [surface, scene, view, placement, byRegion, hover, choose, point, press, openContext])

  const enter = () =>
    isActive(tools.current) ? tools.current.onPlace?.(placeAt(view.get(), middleOf(view.get()))) : keys.enter()
  const leave = () => {
    if (isActive(tools.current)) return tools.current.onLeaveTool?.()
    keys.leave()
    choose(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      return openContext(null)
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const viewport = viewAfterKey(view.target(), event.key, event.shiftKey)
    const key = event.key.toLowerCase()
    if (viewport && zoomKeys.includes(key)) view.zoomTo(viewport.zoom)
    else if (viewport) view.glideTo(viewport)
    else if (key === 'enter') enter()
    else if (key === 'escape') leave()
    else if (key === 'n') keys.step(1)
    else if (key === 'p') keys.step(-1)
    else return
    event.preventDefault()
  }
  return { onKeyDown, pointed: keys.pointed }
}

/** What a press does: chooses an animal, opens a cluster, or asks which of several animals is meant. */
function usePress({ surface, scene, repaint }: Pick<MapInputOptions, 'surface' | 'scene' | 'repaint'>) {
  const choose = useSetAtom(chosenAtom)
  const ask = useSetAtom(choiceAtom)
  const point = useCallback(
    (cluster: PlacedCluster | null) => {
      const key = cluster?.key ?? null
      if (scene.pointedCluster === key) return
      scene.pointedCluster = key
      repaint()
    },
    [scene, repaint],
  )
  const press = useCallback(
    (under: Under, pixel: Point) => {
      const { view, markerLayer } = scene
      const askWhich = (markers: readonly Marker[]) => {
        const { left = 0, top = 0 } = surface.current?.getBoundingClientRect() ?? {}
        ask({ at: { x: left + pixel.x, y: top + pixel.y }, markers })
      }
      if (under.kind === 'marker') return choose({ kind: 'animal', id: under.marker.id, by: 'map' })
      if (under.kind === 'several') return askWhich(under.markers)
      const { markers, isBadge } = under.cluster
      const [only] = markers
      if (only && markers.length === 1) return choose({ kind: 'animal', id: only.id, by: 'map' })
      const places = markers.flatMap((marker) => markerLayer.at(marker, markerLayer.now()) ?? [])
      const opened = isBadge ? null : opening(view.target(), places)
      if (!opened) return askWhich(markers)
      point(null)
      view.glideTo(opened)
    },
    [surface, scene, choose, ask, point],
  )
  return { point, press }
}

type Press = ReturnType<typeof usePress>

interface MarkerKeysOptions extends Press {
  readonly scene: Scene
}

const keyOf = (placed: PlacedMarker | PlacedCluster) => ('marker' in placed ? placed.marker.id : placed.key)

/** Goes through the animals and clusters in sight, from the middle outwards. */
function useMarkerKeys({ scene, point, press }: MarkerKeysOptions) {
  const hover = useSetAtom(hoveredAtom)
  const choose = useSetAtom(chosenAtom)
  const [pointed, say] = useState('')
  const last = useRef<string | number | null>(null)
  /** Ids of the animals of the cluster that was announced. */
  const announced = useRef<readonly string[]>([])
  const pick = (placed: PlacedMarker | PlacedCluster | undefined) => {
    hover(null)
    last.current = placed ? keyOf(placed) : null
    const isCluster = placed !== undefined && !('marker' in placed)
    announced.current = isCluster ? placed.markers.map(({ id }) => id) : []
    point(isCluster ? placed : null)
    say(isCluster ? `${placed.markers.length} dinosaurs: ${kindsInWords(placed.markers)}. Enter opens them.` : '')
    choose(placed && !isCluster ? { kind: 'animal', id: placed.marker.id, by: 'keys' } : null)
  }
  const step = (by: 1 | -1) => {
    const around = placedAround(scene.placement.current(), scene.view.get())
    const at = around.findIndex((placed) => keyOf(placed) === last.current)
    const first = by === 1 ? 0 : around.length - 1
    pick(around[at === -1 ? first : (at + by + around.length) % around.length])
  }
  return {
    pointed,
    step,
    /** Opens the picked cluster, even where a later reading has grouped its animals otherwise; otherwise goes on. */
    enter() {
      const { clusters } = scene.placement.current()
      const ids = announced.current
      const cluster = clusters.find(({ key }) => key === scene.pointedCluster) ?? clusterHolding(clusters, ids)
      announced.current = []
      if (!cluster && ids.length === 0) return step(1)
      say(cluster ? '' : 'They moved apart. N and P choose the next and the previous one.')
      if (!cluster) return point(null)
      press({ kind: 'cluster', cluster }, cluster)
    },
    leave() {
      last.current = null
      announced.current = []
      point(null)
      say('')
    },
  }
}

interface ContextOptions extends Pick<MapInputOptions, 'surface' | 'scene'> {
  readonly tools: RefObject<ToolUse>
}

/** Returns a function that opens the context menu at a pixel of the surface; null: at the chosen animal, otherwise in the middle. */
function useOpenContext({ surface, scene, tools }: ContextOptions) {
  const store = useStore()
  return useCallback(
    (pixel: Point | null) => {
      const { view, markerLayer, placement } = scene
      const chosen = store.get(chosenAtom)
      const marker = pixel === null && chosen?.kind === 'animal' ? markerLayer.find(chosen.id) : undefined
      const place = marker && markerLayer.at(marker, markerLayer.now())
      const spot = pixel ?? (place ? toScreen(view.get(), place) : middleOf(view.get()))
      const found = underPixel(placement.current(), spot, reachPx.mouse)
      const under = found?.kind === 'marker' ? found.marker.id : null
      const { left = 0, top = 0 } = surface.current?.getBoundingClientRect() ?? {}
      tools.current.onContext?.({
        place: placeAt(view.get(), spot),
        at: { x: left + spot.x, y: top + spot.y },
        animal: marker && place ? marker.id : under,
      })
    },
    [surface, scene, tools, store],
  )
}
