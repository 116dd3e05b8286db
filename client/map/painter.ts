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

/**
 * The one animation of the map. Draws when asked, and goes on by itself for as long as an animal walks; then it rests.
 * @param isMoving whether the next frame would differ from this one @param onFrame called after each drawing
 */
export function createPainter(layers: Layers, isMoving: () => boolean, onFrame: () => void): Painter {
  let frame = 0
  let isGroundOld = false

  const paint = () => {
    frame = 0
    if (isGroundOld) {
      isGroundOld = false
      layers.ground.draw()
      layers.regions.draw()
    }
    layers.herd.draw()
    onFrame()
    if (isMoving()) wake()
  }
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  return {
    all() {
      isGroundOld = true
      wake()
    },
    herd: wake,
    stop() {
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}
