import { useSetAtom } from 'jotai'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Point } from '../../shared/features/world/frame.ts'
import { regionAt } from '../../shared/features/world/regions.ts'
import { chosenAtom, isSame, pointedAtom, type Target } from './attention.ts'
import type { View } from './createView.ts'
import { attachGestures } from './gestures.ts'
import type { Herd } from './herd.ts'
import { viewAfterKey } from './mapKeys.ts'
import { markersAround, nearestMarker } from './nearestMarker.ts'
import { toMap } from './viewport.ts'

/** A finger or a pointer may miss an animal by this much, in px. */
const reachPx = 18

interface SurfaceParts {
  readonly surface: RefObject<HTMLElement | null>
  readonly view: View
  readonly herd: Herd
  /** Whether regions can be meant, because no animals are shown. */
  readonly byRegion: boolean
}

/** What is under a pixel: the nearest animal, or where none is shown the region. */
const targetAt = ({ view, herd, byRegion }: SurfaceParts, pixel: Point): Target | null => {
  const marker = nearestMarker(herd, view.get(), pixel, performance.now(), reachPx)
  if (marker) return { kind: 'animal', id: marker.id }
  const place = toMap(view.get(), pixel)
  const region = byRegion ? regionAt(place.x, place.y) : null
  return region && { kind: 'region', id: region.id }
}

/** Pointer, wheel and keys on the map. Returns what its element needs to hear. */
export function useMapSurface(parts: SurfaceParts) {
  const { surface, view, herd, byRegion } = parts
  const point = useSetAtom(pointedAtom)
  const choose = useSetAtom(chosenAtom)
  const picked = useRef<string | null>(null)

  useEffect(() => {
    if (!surface.current) return
    const found = (pixel: Point) => targetAt({ surface, view, herd, byRegion }, pixel)
    return attachGestures(surface.current, view, {
      onPoint(pixel) {
        const target = pixel && found(pixel)
        point((last) => (isSame(last, target) ? last : target))
        if (surface.current) surface.current.style.cursor = target ? 'pointer' : ''
      },
      onPick(pixel) {
        const target = found(pixel)
        choose(target && { ...target, by: 'map' })
      },
    })
  }, [surface, view, herd, byRegion, point, choose])

  /** Enter goes through the animals in sight, from the middle outwards; Escape lets go. */
  const pickNext = () => {
    const { width, height } = view.get()
    const around = markersAround(herd, view.get(), { x: width / 2, y: height / 2 }, performance.now())
    const last = around.findIndex(({ id }) => id === picked.current)
    const next = around[last + 1] ?? around[0]
    picked.current = next?.id ?? null
    point(null)
    choose(next ? { kind: 'animal', id: next.id, by: 'map' } : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const viewport = viewAfterKey(view.target(), event.key, event.shiftKey)
    if (viewport) view.glideTo(viewport)
    else if (event.key === 'Enter') pickNext()
    else if (event.key === 'Escape') choose(null)
    else return
    event.preventDefault()
  }
  return { onKeyDown }
}
