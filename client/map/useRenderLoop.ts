import type { Layer } from 'konva/lib/Layer.js'
import { useCallback, useEffect, useRef } from 'react'
import { hasLabels, hasUnderlay, type LayerRefs } from './MapLayers.tsx'
import type { MarkerLayer } from './markerLayer.ts'
import type { MarkerPainter } from './markerPainter.ts'
import { createClockRate, createRenderLoop, drawnWhile, msUntilNextFrame, type RenderLoop } from './renderLoop.ts'
import type { Scene } from './scene.ts'
import { spriteFonts } from './spriteCache.ts'
import type { View } from './view.ts'
import { pxPerUnit } from './viewport.ts'

interface RenderLoopUse {
  readonly layers: LayerRefs
  /** Redraws everything. */
  readonly repaint: () => void
}

/** While the view follows an animal every frame is drawn. */
const nowMs = 0

const shortest = (waits: readonly (number | null)[]): number | null => {
  const known = waits.filter((wait) => wait !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Moves the view towards the followed animal before each frame. */
const createFollowing = (view: View, markerLayer: MarkerLayer) => {
  let isBehind = false
  return {
    beforeFrame() {
      const id = view.followed()
      const marker = id === null ? undefined : markerLayer.find(id)
      const place = marker && markerLayer.at(marker, markerLayer.now())
      isBehind = place ? view.stepFollow(place, performance.now()) : false
    },
    nextFrameInMs: () => (isBehind ? nowMs : null),
  }
}

interface RenderLoopOptions {
  readonly view: View
  readonly markerLayer: MarkerLayer
  readonly painter: MarkerPainter
  /** Whether the layers are mounted. */
  readonly ready: boolean
  scene(): Scene
  /** Called before each drawing, once the view is where it will be. @returns whether more than the animals has to be drawn */
  beforeFrame(): boolean
  /** Called after each drawing. */
  afterFrame(): void
  /** Time until overlays must be redrawn, ms. */
  nextFrameInMs(): number | null
}

/** Runs the render loop while the map is mounted. */
export function useRenderLoop({ view, markerLayer, painter, ready, ...callbacks }: RenderLoopOptions): RenderLoopUse {
  const ground = useRef<Layer>(null)
  const regions = useRef<Layer>(null)
  const markers = useRef<Layer>(null)
  const labels = useRef<Layer>(null)
  const renderLoop = useRef<RenderLoop | null>(null)
  const latest = useRef(callbacks)
  latest.current = callbacks

  useEffect(() => {
    if (!ready || !ground.current || !regions.current || !markers.current || !labels.current) return
    const fast = drawnWhile(markers.current, () => painter.isOnPage() || hasUnderlay(latest.current.scene()))
    const above = drawnWhile(labels.current, () => hasLabels(latest.current.scene()))
    const layers = {
      ground: ground.current,
      regions: regions.current,
      markers: {
        draw() {
          fast.draw()
          above.draw()
        },
      },
    }
    const rate = createClockRate(markerLayer.now)
    const following = createFollowing(view, markerLayer)
    const markersDueInMs = () => msUntilNextFrame(markerLayer.tracks, pxPerUnit(view.get()), markerLayer.now(), rate())
    const loop = createRenderLoop({
      layers,
      beforeFrame() {
        following.beforeFrame()
        return latest.current.beforeFrame()
      },
      nextFrameInMs: () =>
        shortest([
          markersDueInMs(),
          following.nextFrameInMs(),
          painter.nextFrameInMs(),
          latest.current.nextFrameInMs(),
        ]),
      isOffPage: () => !painter.isOnPage(),
      afterFrame: () => latest.current.afterFrame(),
    })
    renderLoop.current = loop
    painter.attach(markers.current.getNativeCanvasElement(), loop.redrawMarkers)
    const stops = [painter.detach, view.subscribe(loop.redrawAll), markerLayer.subscribe(loop.redrawMarkers)]
    loop.redrawAll()
    // Canvas text must be redrawn when a font has loaded.
    for (const font of spriteFonts) void document.fonts?.load(font).then(loop.redrawAll, () => {})
    void document.fonts?.ready.then(loop.redrawAll)
    return () => {
      for (const stop of stops) stop()
      loop.stop()
      renderLoop.current = null
    }
  }, [view, markerLayer, painter, ready])

  const repaint = useCallback(() => renderLoop.current?.redrawAll(), [])
  return { layers: useRef({ ground, regions, markers, labels }).current, repaint }
}
