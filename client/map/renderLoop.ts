import type { Layer } from 'konva/lib/Layer.js'
import { stepDegrees } from './sprite.ts'
import type { Tracks } from './tracks.ts'

export interface Layers {
  readonly ground: Layer
  readonly regions: Layer
  readonly markers: Layer
}

export interface RenderLoop {
  /** The view or the scene has changed: draw everything in the next frame. */
  redrawAll(): void
  /** Only the animals. */
  redrawMarkers(): void
  stop(): void
}

interface RenderLoopDeps {
  readonly layers: Layers
  /** Called before each drawing: what it changes of the view is drawn in the same frame. */
  beforeFrame(): void
  /** How long the drawing made now stays true to the eye, ms; null if until somebody asks. */
  nextFrameInMs(): number | null
  /** Called after each drawing. */
  afterFrame(): void
}

/**
 * The one animation of the map. Draws in the next frame when asked, and goes on by itself for as long as an animal walks,
 * only as often as that can be seen; then it rests.
 */
export function createRenderLoop({
  layers,
  beforeFrame,
  nextFrameInMs,
  afterFrame,
}: RenderLoopDeps): RenderLoop {
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  let isGroundDirty = false

  const draw = () => {
    beforeFrame()
    // Only now: what was asked for meanwhile is drawn here.
    frame = 0
    if (isGroundDirty) {
      isGroundDirty = false
      layers.ground.draw()
      layers.regions.draw()
    }
    layers.markers.draw()
    afterFrame()
    const wait = nextFrameInMs()
    if (wait !== null) rest = setTimeout(wake, wait)
  }
  const wake = () => {
    clearTimeout(rest)
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  return {
    redrawAll() {
      isGroundDirty = true
      wake()
    },
    redrawMarkers: wake,
    stop() {
      clearTimeout(rest)
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}

/** Animals walk a few px a second: more pictures than this cannot be told apart. */
const leastMs = 50
/** Nobody waits longer for a drawing, however slowly all walk. */
const mostMs = 500
/** A way that can be seen. */
const seenPx = 0.5

/**
 * How long a drawing of `now` stays true to the eye: until the quickest animal has gone half a px or turned by a step.
 * Null when all have arrived. @param scale px per map unit
 * @param rate how fast the clock of the tracks runs: a replay's runs at up to sixty times the speed, or stands
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
 * How fast a clock runs against another, from one asking to the next; 1 at the first. 0 is a clock that stands.
 * Of no use to measure by: one look, right enough to know how long to wait for the next.
 */
export function createClockRate(clock: () => number, real: () => number = () => performance.now()): () => number {
  let last: { told: number; real: number } | null = null
  let rate = 1
  return () => {
    const now = { told: clock(), real: real() }
    if (last && now.real > last.real) rate = (now.told - last.told) / (now.real - last.real)
    last = now
    return rate
  }
}
