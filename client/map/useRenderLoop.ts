import type { Layer } from 'konva/lib/Layer.js'
import { useCallback, useEffect, useRef } from 'react'
import type { LayerRefs } from './MapLayers.tsx'
import type { MarkerLayer } from './markerLayer.ts'
import { createClockRate, createRenderLoop, msUntilNextFrame, type RenderLoop } from './renderLoop.ts'
import { tagFont } from './spriteCache.ts'
import type { View } from './view.ts'
import { pxPerUnit } from './viewport.ts'

export interface RenderLoopUse {
  readonly layers: LayerRefs
  /** Draw everything. */
  readonly repaint: () => void
}

/** While the view goes after an animal, every frame is drawn. */
const soonMs = 0

const leastOf = (waits: readonly (number | null)[]): number | null => {
  const told = waits.filter((wait) => wait !== null)
  return told.length === 0 ? null : Math.min(...told)
}

/** How the animation moves the view and when it next has to: goes after the animal that is followed. */
const createChase = (view: View, markerLayer: MarkerLayer) => {
  let isBehind = false
  return {
    beforeFrame() {
      const id = view.followed()
      const marker = id === null ? undefined : markerLayer.find(id)
      const place = marker && markerLayer.at(marker, markerLayer.now())
      isBehind = place ? view.stepFollow(place, performance.now()) : false
    },
    restMs: () => (isBehind ? soonMs : null),
  }
}

interface RenderLoopOptions {
  readonly view: View
  readonly markerLayer: MarkerLayer
  /** Whether the layers are mounted. */
  readonly ready: boolean
  /** Called after each drawing. */
  afterFrame(): void
  /** How long until something else than an animal has to be drawn anew, ms. */
  nextFrameInMs(): number | null
}

/** The map's animation while the map is there. */
export function useRenderLoop({ view, markerLayer, ready, ...told }: RenderLoopOptions): RenderLoopUse {
  const ground = useRef<Layer>(null)
  const regions = useRef<Layer>(null)
  const animals = useRef<Layer>(null)
  const painter = useRef<RenderLoop | null>(null)
  const latest = useRef(told)
  latest.current = told

  useEffect(() => {
    if (!ready || !ground.current || !regions.current || !animals.current) return
    const layers = { ground: ground.current, regions: regions.current, markerLayer: animals.current }
    const rate = createClockRate(markerLayer.now)
    const chase = createChase(view, markerLayer)
    const markersDueInMs = () => msUntilNextFrame(markerLayer.tracks, pxPerUnit(view.get()), markerLayer.now(), rate())
    const made = createRenderLoop({
      layers,
      beforeFrame: chase.beforeFrame,
      nextFrameInMs: () => leastOf([markersDueInMs(), chase.restMs(), latest.current.nextFrameInMs()]),
      afterFrame: () => latest.current.afterFrame(),
    })
    painter.current = made
    const stops = [view.subscribe(made.redrawAll), markerLayer.subscribe(made.redrawMarkers)]
    made.redrawAll()
    // A canvas does not know when a face of type arrives.
    void document.fonts?.load(tagFont).then(made.redrawAll, () => {})
    void document.fonts?.ready.then(made.redrawAll)
    return () => {
      for (const stop of stops) stop()
      made.stop()
      painter.current = null
    }
  }, [view, markerLayer, ready])

  const repaint = useCallback(() => painter.current?.redrawAll(), [])
  return { layers: useRef({ ground, regions, markerLayer: animals }).current, repaint }
}
