import { stepDegrees } from './sprite.ts'
import type { Tracks } from './tracks.ts'

interface Drawn {
  draw(): unknown
}

export interface Layers {
  readonly ground: Drawn
  readonly regions: Drawn
  /** What is drawn in every frame. */
  readonly markers: Drawn
}

/** A canvas that is drawn while it has content, and once more to clear it; an empty one costs no painting. */
export function drawnWhile(layer: Drawn, hasContent: () => boolean): Drawn {
  let isEmpty = false
  return {
    draw() {
      const has = hasContent()
      if (has || !isEmpty) layer.draw()
      isEmpty = !has
    },
  }
}

export interface RenderLoop {
  /** The view or the scene has changed: draws everything in the next frame. */
  redrawAll(): void
  /** Draws the animals in the next frame. */
  redrawMarkers(): void
  /** Afterwards nothing is drawn any more, not even for a font that arrives late. */
  stop(): void
}

interface RenderLoopDeps {
  readonly layers: Layers
  /**
   * Called before each drawing; its changes of the view are drawn in the same frame.
   * @returns whether more than the animals has to be drawn
   */
  beforeFrame(): boolean
  /** Time until the next frame is needed, ms; null if only a request needs one. */
  nextFrameInMs(): number | null
  /**
   * Whether a worker paints the animals. Then the page draws them without asking for a frame of its own, which costs more than all
   * else that is left to do.
   */
  isOffPage(): boolean
  /** Called after each drawing. */
  afterFrame(): void
}

/**
 * The map's animation. Draws in the next frame on request, then continues while animals move, only as often as a change
 * is visible.
 */
export function createRenderLoop(deps: RenderLoopDeps): RenderLoop {
  const { layers, beforeFrame, nextFrameInMs, isOffPage, afterFrame } = deps
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  let isGroundDirty = false
  let isStopped = false

  const draw = () => {
    const isMoreDue = beforeFrame()
    // Reset only now: what beforeFrame requests is drawn in this frame.
    cancelAnimationFrame(frame)
    clearTimeout(rest)
    frame = 0
    if (isGroundDirty || isMoreDue) {
      isGroundDirty = false
      layers.ground.draw()
      layers.regions.draw()
    }
    layers.markers.draw()
    afterFrame()
    const wait = nextFrameInMs()
    if (wait !== null) rest = setTimeout(drawMarkers, wait)
  }
  const wake = () => {
    clearTimeout(rest)
    if (frame === 0 && !isStopped) frame = requestAnimationFrame(draw)
  }
  const canDrawNow = () => frame === 0 && !isStopped && isOffPage() && !document.hidden
  const drawMarkers = () => (canDrawNow() ? draw() : wake())
  return {
    redrawAll() {
      isGroundDirty = true
      wake()
    },
    redrawMarkers() {
      if (!canDrawNow()) return wake()
      clearTimeout(rest)
      rest = setTimeout(drawMarkers, 0)
    },
    stop() {
      isStopped = true
      clearTimeout(rest)
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}

/** Animals move a few px a second: a higher frame rate makes no visible difference. */
const leastMs = 50
/** Maximum wait between frames while an animal moves. */
const mostMs = 500
/** Smallest visible movement. */
const seenPx = 0.5

/**
 * Time until a drawing of `now` is visibly outdated, ms: until the fastest animal has moved by half a px or turned by a
 * step. Null when all have arrived.
 * @param scale px per map unit
 * @param rate rate of the tracks' clock: up to 60 in a replay, 0 while paused
 */
export function msUntilNextFrame(
  tracks: Pick<Tracks, 'isMoving' | 'topSpeed'>,
  scale: number,
  now: number,
  rate = 1,
): number | null {
  if (!tracks.isMoving(now)) return null
  const { units, degrees } = tracks.topSpeed(now)
  const speed = Math.abs(rate)
  const wait = Math.min(seenPx / (units * scale * speed), stepDegrees / (degrees * speed), mostMs)
  return Math.max(leastMs, wait)
}

/**
 * Estimates the rate of a clock against real time between two calls; 1 at the first call, 0 for a stopped clock.
 * Precise enough to choose the next frame time only.
 */
export function createClockRate(clock: () => number, real: () => number = () => performance.now()): () => number {
  let last: { clock: number; real: number } | null = null
  let rate = 1
  return () => {
    const now = { clock: clock(), real: real() }
    if (last && now.real > last.real) rate = (now.clock - last.clock) / (now.real - last.real)
    last = now
    return rate
  }
}
