import { type RefObject, useEffect } from 'react'
import type { EdgeMover } from './EdgeSigns.tsx'
import { offerProbe } from './probe.ts'
import type { Scene } from './scene.ts'

/** Whoever examines the page finds these on the map, at most once a second. */
const tellEveryMs = 1_000

/** Writes what can be told of the map onto its element. */
export function useTelling(scene: Scene, surface: RefObject<HTMLElement | null>, edge: RefObject<EdgeMover | null>) {
  useEffect(() => {
    const { view, herd } = scene
    const tellZoom = () => {
      if (surface.current) surface.current.dataset.zoom = String(view.target().zoom)
    }
    const tellMarkers = () => {
      const count = String(herd.count())
      if (surface.current && surface.current.dataset.markers !== count) surface.current.dataset.markers = count
    }
    tellZoom()
    tellMarkers()
    const timer = setInterval(tellMarkers, tellEveryMs)
    const silence = view.subscribe(tellZoom)
    const takeBack = offerProbe(scene, () => edge.current?.shown() ?? [])
    return () => {
      clearInterval(timer)
      silence()
      takeBack()
    }
  }, [scene, surface, edge])
}
