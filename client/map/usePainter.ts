import type { Layer } from 'konva/lib/Layer.js'
import { useCallback, useEffect, useRef } from 'react'
import { createClockRate } from './clockRate.ts'
import type { View } from './createView.ts'
import type { Herd } from './herd.ts'
import type { LayerRefs } from './MapSheets.tsx'
import { createPainter, type Painter } from './painter.ts'
import { restMs } from './restMs.ts'
import { tagFont } from './sprites.ts'
import { pxPerUnit } from './viewport.ts'

export interface PainterUse {
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
const createChase = (view: View, herd: Herd) => {
  let isBehind = false
  return {
    beforeFrame() {
      const id = view.followed()
      const marker = id === null ? undefined : herd.find(id)
      const place = marker && herd.at(marker, herd.now())
      isBehind = place ? view.keepUp(place, performance.now()) : false
    },
    restMs: () => (isBehind ? soonMs : null),
  }
}

interface PainterOptions {
  readonly view: View
  readonly herd: Herd
  /** Whether the layers are mounted. */
  readonly ready: boolean
  /** Called after each drawing. */
  onFrame(): void
  /** How long until something else than an animal has to be drawn anew, ms. */
  restMs(): number | null
}

/** The map's animation while the map is there. */
export function usePainter({ view, herd, ready, ...told }: PainterOptions): PainterUse {
  const ground = useRef<Layer>(null)
  const regions = useRef<Layer>(null)
  const animals = useRef<Layer>(null)
  const painter = useRef<Painter | null>(null)
  const latest = useRef(told)
  latest.current = told

  useEffect(() => {
    if (!ready || !ground.current || !regions.current || !animals.current) return
    const layers = { ground: ground.current, regions: regions.current, herd: animals.current }
    const rate = createClockRate(herd.now)
    const chase = createChase(view, herd)
    const herdRest = () => restMs(herd.tracks, pxPerUnit(view.get()), herd.now(), rate())
    const made = createPainter({
      layers,
      beforeFrame: chase.beforeFrame,
      restMs: () => leastOf([herdRest(), chase.restMs(), latest.current.restMs()]),
      onFrame: () => latest.current.onFrame(),
    })
    painter.current = made
    const stops = [view.subscribe(made.all), herd.subscribe(made.herd)]
    made.all()
    // A canvas does not know when a face of type arrives.
    void document.fonts?.load(tagFont).then(made.all, () => {})
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
