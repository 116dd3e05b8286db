import type { Layer } from 'konva/lib/Layer.js'

export interface Layers {
  readonly ground: Layer
  readonly regions: Layer
  readonly herd: Layer
}

export interface Painter {
  /** The view or the scene has changed: draw everything in the next frame. */
  all(): void
  /** Only the animals. */
  herd(): void
  stop(): void
}

export interface PainterParts {
  readonly layers: Layers
  /** Called before each drawing: what it changes of the view is drawn in the same frame. */
  beforeFrame(): void
  /** How long the drawing made now stays true to the eye, ms; null if until somebody asks. */
  restMs(): number | null
  /** Called after each drawing. */
  onFrame(): void
}

/**
 * The one animation of the map. Draws in the next frame when asked, and goes on by itself for as long as an animal walks,
 * only as often as that can be seen; then it rests.
 */
export function createPainter({ layers, beforeFrame, restMs, onFrame }: PainterParts): Painter {
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  let isGroundOld = false

  const paint = () => {
    beforeFrame()
    // Only now: what was asked for meanwhile is drawn here.
    frame = 0
    if (isGroundOld) {
      isGroundOld = false
      layers.ground.draw()
      layers.regions.draw()
    }
    layers.herd.draw()
    onFrame()
    const wait = restMs()
    if (wait !== null) rest = setTimeout(wake, wait)
  }
  const wake = () => {
    clearTimeout(rest)
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  return {
    all() {
      isGroundOld = true
      wake()
    },
    herd: wake,
    stop() {
      clearTimeout(rest)
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}
