import { useSetAtom, useStore } from 'jotai'
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from 'react'
import { mapSize, type Point } from '../../shared/features/world/frame.ts'
import { regionAt } from '../../shared/features/world/regions.ts'
import { attachGestures } from './gestures.ts'
import styles from './IslandMap.module.css'
import { type MarkerLayer, markersAround, nearestMarker } from './markerLayer.ts'
import type { Scene } from './scene.ts'
import { chosenAtom, hoveredAtom, isActive, isSame, type MapTarget, type Tool, type ToolUse } from './selection.ts'
import type { View } from './view.ts'
import { toMap, toScreen, type Viewport, viewAfterKey } from './viewport.ts'

interface MapSurfaceProps {
  readonly surface: RefObject<HTMLDivElement | null>
  readonly scene: Scene
  readonly withMarkers: boolean
  /** Whether regions can be selected where there is no animal. */
  readonly byRegion: boolean
  readonly toolUse: ToolUse
  /** The map layers. */
  readonly children: ReactNode
}

const toolLabels: Readonly<Record<Exclude<Tool, 'none'>, string>> = {
  ping: 'Ping a place',
  waypoint: 'Set the waypoint',
  measure: 'Measure a distance',
  danger: 'Show the danger zones around a place',
}

/** The interactive map element, and the cross-hair at which Enter places the active tool. */
export function MapSurface({ surface, scene, withMarkers, byRegion, toolUse, children }: MapSurfaceProps) {
  const hint = useId()
  const { view, markerLayer } = scene
  const { onKeyDown } = useMapSurface({ surface, view, markerLayer, byRegion: byRegion || !withMarkers, toolUse })
  const { tool = 'none' } = toolUse
  return (
    <>
      <div
        ref={surface}
        className={styles.surface}
        data-testid="map"
        data-tool={tool === 'none' ? undefined : tool}
        role="application"
        aria-roledescription="map"
        aria-label="Island"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      {isActive(toolUse) ? (
        <svg className={styles.crossHair} width="48" height="48" viewBox="-24 -24 48 48" aria-hidden="true">
          <path d="M0-22V-6M0 6V22M-22 0H-6M6 0H22" />
          <circle r="1.5" />
        </svg>
      ) : null}
      <p id={hint} className="unseen">
        Arrows move the map, plus and minus zoom, 0 shows the whole island.
        {withMarkers
          ? ' Enter goes through the animals in sight, Escape deselects, Shift F10 opens the actions. The list beside the map shows the same animals.'
          : ''}
      </p>
      <p className="unseen" role="status">
        {tool === 'none'
          ? ''
          : `${toolLabels[tool]}: press a place on the map, or move the map until the place is in the middle and press Enter. Escape cancels.`}
      </p>
    </>
  )
}

/** Hit radius of an animal, px. */
const reachPx = 18

/** The items that can be selected on the map. */
interface Selectable {
  readonly view: View
  readonly markerLayer: MarkerLayer
  /** Whether regions can be selected, because no animals are shown. */
  readonly byRegion: boolean
}

interface SurfaceOptions extends Selectable {
  readonly surface: RefObject<HTMLElement | null>
  readonly toolUse: ToolUse
}

const zoomKeys = '+=-_'

/** The nearest animal at a pixel, else the region if regions can be selected. */
const targetAt = ({ view, markerLayer, byRegion }: Selectable, pixel: Point): MapTarget | null => {
  const marker = nearestMarker(markerLayer, view.get(), pixel, markerLayer.now(), reachPx)
  if (marker) return { kind: 'animal', id: marker.id }
  const place = toMap(view.get(), pixel)
  const region = byRegion ? regionAt(place.x, place.y) : null
  return region && { kind: 'region', id: region.id }
}

/** The place at a pixel, clamped to the map. */
const placeAt = (view: Viewport, pixel: Point): Point => {
  const { x, y } = toMap(view, pixel)
  return { x: Math.min(mapSize, Math.max(0, x)), y: Math.min(mapSize, Math.max(0, y)) }
}

const middleOf = ({ width, height }: Viewport): Point => ({ x: width / 2, y: height / 2 })

/** Connects pointer, wheel and keyboard to view and selection. Returns the key handler of the element. */
function useMapSurface({ surface, view, markerLayer, byRegion, toolUse }: SurfaceOptions) {
  const choose = useSetAtom(chosenAtom)
  const hover = useSetAtom(hoveredAtom)
  const tools = useRef(toolUse)
  tools.current = toolUse
  const pickNext = usePickNext(view, markerLayer)
  const openContext = useOpenContext({ surface, view, markerLayer, tools })

  useEffect(() => {
    if (!surface.current) return
    const found = (pixel: Point) => targetAt({ view, markerLayer, byRegion }, pixel)
    return attachGestures(surface.current, view, {
      onHover(pixel) {
        const target = pixel && !isActive(tools.current) ? found(pixel) : null
        hover((last) => (isSame(last, target) ? last : target))
        if (surface.current) surface.current.style.cursor = target ? 'pointer' : ''
      },
      onPick(pixel) {
        if (isActive(tools.current)) return tools.current.onPlace?.(placeAt(view.get(), pixel))
        const target = found(pixel)
        choose(target && { ...target, by: 'map' })
      },
      onContext: (pixel) => openContext(pixel),
    })
  }, [surface, view, markerLayer, byRegion, hover, choose, openContext])

  const enter = () =>
    isActive(tools.current) ? tools.current.onPlace?.(placeAt(view.get(), middleOf(view.get()))) : pickNext()
  const leave = () => (isActive(tools.current) ? tools.current.onLeaveTool?.() : choose(null))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      return openContext(null)
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const viewport = viewAfterKey(view.target(), event.key, event.shiftKey)
    if (viewport && zoomKeys.includes(event.key)) view.zoomTo(viewport.zoom)
    else if (viewport) view.glideTo(viewport)
    else if (event.key === 'Enter') enter()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  return { onKeyDown }
}

interface ContextOptions extends Pick<SurfaceOptions, 'surface' | 'view' | 'markerLayer'> {
  readonly tools: RefObject<ToolUse>
}

/** Returns a function that opens the context menu at a pixel of the surface; null: at the chosen animal, else in the middle. */
function useOpenContext({ surface, view, markerLayer, tools }: ContextOptions) {
  const store = useStore()
  return useCallback(
    (pixel: Point | null) => {
      const chosen = store.get(chosenAtom)
      const marker = pixel === null && chosen?.kind === 'animal' ? markerLayer.find(chosen.id) : undefined
      const place = marker && markerLayer.at(marker, markerLayer.now())
      const spot = pixel ?? (place ? toScreen(view.get(), place) : middleOf(view.get()))
      const target = marker && place ? chosen : targetAt({ view, markerLayer, byRegion: false }, spot)
      const { left = 0, top = 0 } = surface.current?.getBoundingClientRect() ?? {}
      tools.current.onContext?.({
        place: placeAt(view.get(), spot),
        at: { x: left + spot.x, y: top + spot.y },
        animal: target?.kind === 'animal' ? target.id : null,
      })
    },
    [surface, view, markerLayer, tools, store],
  )
}

/** Returns a function that selects the next visible animal, from the middle outwards. */
function usePickNext(view: View, markerLayer: MarkerLayer) {
  const hover = useSetAtom(hoveredAtom)
  const choose = useSetAtom(chosenAtom)
  const picked = useRef<string | null>(null)
  return () => {
    const around = markersAround(markerLayer, view.get(), middleOf(view.get()), markerLayer.now())
    const last = around.findIndex(({ id }) => id === picked.current)
    const next = around[last + 1] ?? around[0]
    picked.current = next?.id ?? null
    hover(null)
    choose(next ? { kind: 'animal', id: next.id, by: 'map' } : null)
  }
}
