import type { Layer } from 'konva/lib/Layer.js'
import { useCallback, useEffect, useRef } from 'react'
import type { View } from './createView.ts'
import type { Herd } from './herd.ts'
import type { LayerRefs } from './MapSheets.tsx'
import { createPainter, type Painter } from './painter.ts'
import { restMs } from './restMs.ts'
import { pxPerUnit } from './viewport.ts'

export interface PainterUse {
  readonly layers: LayerRefs
  /** Draw everything. */
  readonly repaint: () => void
}

/** The map's animation while the map is there. @param ready whether the layers are mounted @param onFrame after each drawing */
export function usePainter(view: View, herd: Herd, ready: boolean, onFrame: () => void): PainterUse {
  const ground = useRef<Layer>(null)
  const regions = useRef<Layer>(null)
  const animals = useRef<Layer>(null)
  const painter = useRef<Painter | null>(null)
  const told = useRef(onFrame)
  told.current = onFrame

  useEffect(() => {
    if (!ready || !ground.current || !regions.current || !animals.current) return
    const layers = { ground: ground.current, regions: regions.current, herd: animals.current }
    const made = createPainter(
      layers,
      () => restMs(herd.tracks, pxPerUnit(view.get()), performance.now()),
      () => told.current(),
    )
    painter.current = made
    const stops = [view.subscribe(made.all), herd.subscribe(made.herd)]
    made.all()
    // A canvas does not know when a face of type arrives.
    void document.fonts?.ready.then(made.all)
    return () => {
      for (const stop of stops) stop()
      made.stop()
      painter.current = null
    }
  }, [view, herd, ready])

  const repaint = useCallback(() => painter.current?.all(), [])
  return { layers: useRef({ ground, regions, herd: animals }).current, repaint }
}
