import { useSetAtom } from 'jotai'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { mapSize, type Point } from '../../shared/features/world/frame.ts'
import { regionAt } from '../../shared/features/world/regions.ts'
import { chosenAtom, isSame, pointedAtom, type Target } from './attention.ts'
import type { View } from './createView.ts'
import { attachGestures } from './gestures.ts'
import type { Herd } from './herd.ts'
import { viewAfterKey } from './mapKeys.ts'
import { markersAround, nearestMarker } from './nearestMarker.ts'
import { isActive, type ToolUse } from './tool.ts'
import { toMap, type Viewport } from './viewport.ts'

/** A finger or a pointer may miss an animal by this much, in px. */
const reachPx = 18

interface SurfaceParts {
  readonly surface: RefObject<HTMLElement | null>
  readonly view: View
  readonly herd: Herd
  /** Whether regions can be meant, because no animals are shown. */
  readonly byRegion: boolean
  readonly toolUse: ToolUse
}

const zoomKeys = '+=-_'

/** What is under a pixel: the nearest animal, or where none is shown the region. */
const targetAt = ({ view, herd, byRegion }: Omit<SurfaceParts, 'surface' | 'toolUse'>, pixel: Point): Target | null => {
  const marker = nearestMarker(herd, view.get(), pixel, herd.now(), reachPx)
  if (marker) return { kind: 'animal', id: marker.id }
  const place = toMap(view.get(), pixel)
  const region = byRegion ? regionAt(place.x, place.y) : null
  return region && { kind: 'region', id: region.id }
}

/** The place under a pixel, never beyond the map's edge. */
const placeAt = (view: Viewport, pixel: Point): Point => {
  const { x, y } = toMap(view, pixel)
  return { x: Math.min(mapSize, Math.max(0, x)), y: Math.min(mapSize, Math.max(0, y)) }
}

const middleOf = ({ width, height }: Viewport): Point => ({ x: width / 2, y: height / 2 })

/** Pointer, wheel and keys on the map. Returns what its element needs to hear. */
export function useMapSurface(parts: SurfaceParts) {
  const { surface, view, herd, byRegion } = parts
  const choose = useSetAtom(chosenAtom)
  const point = useSetAtom(pointedAtom)
  const tools = useRef(parts.toolUse)
  tools.current = parts.toolUse
  const pickNext = usePickNext(view, herd)

  useEffect(() => {
    if (!surface.current) return
    const found = (pixel: Point) => targetAt({ view, herd, byRegion }, pixel)
    return attachGestures(surface.current, view, {
      onPoint(pixel) {
        const target = pixel && !isActive(tools.current) ? found(pixel) : null
        point((last) => (isSame(last, target) ? last : target))
        if (surface.current) surface.current.style.cursor = target ? 'pointer' : ''
      },
      onPick(pixel) {
        if (isActive(tools.current)) return tools.current.onPlace?.(placeAt(view.get(), pixel))
        const target = found(pixel)
        choose(target && { ...target, by: 'map' })
      },
      onContext: (pixel) => tools.current.onContext?.(placeAt(view.get(), pixel)),
    })
  }, [surface, view, herd, byRegion, point, choose])

  const enter = () =>
    isActive(tools.current) ? tools.current.onPlace?.(placeAt(view.get(), middleOf(view.get()))) : pickNext()
  const leave = () => (isActive(tools.current) ? tools.current.onLeaveTool?.() : choose(null))
  const onKeyDown = (event: KeyboardEvent) => {
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

/** Goes through the animals in sight, from the middle outwards. */
function usePickNext(view: View, herd: Herd) {
  const point = useSetAtom(pointedAtom)
  const choose = useSetAtom(chosenAtom)
  const picked = useRef<string | null>(null)
  return () => {
    const around = markersAround(herd, view.get(), middleOf(view.get()), herd.now())
    const last = around.findIndex(({ id }) => id === picked.current)
    const next = around[last + 1] ?? around[0]
    picked.current = next?.id ?? null
    point(null)
    choose(next ? { kind: 'animal', id: next.id, by: 'map' } : null)
  }
}
