import type { Point } from '../../shared/features/world/frame.ts'
import { prefersReducedMotion } from './reducedMotion.ts'
import {
  centredOn,
  fittedTo,
  type MapFit,
  pxPerUnit,
  startPlace,
  type Viewport,
  viewBetween,
  zoomedTo,
} from './viewport.ts'

const glideMs = 220

const easeOut = (part: number) => 1 - (1 - part) ** 3

/** The visible part of the map, outside React; drawing reads it and components may subscribe. */
export interface View {
  get(): Viewport
  /** The end of the current glide, or the view: steps add to this, so that three quick presses are three steps. */
  target(): Viewport
  /** Sets the view at once. Ends a glide but not following. */
  set(viewport: Viewport): void
  /** The window or the controls have another size. A glide goes on to its end, and following goes on. */
  fitTo(size: Pick<Viewport, 'width' | 'height'>, fit: MapFit): void
  /** Animates to a viewport; at once with reduced motion. Ends following. */
  glideTo(viewport: Viewport): void
  /** Animates to a zoom around the middle; a followed animal stays in the middle. */
  zoomTo(zoom: number): void
  /** Keeps the animal with this marker id in the middle; null ends it, as does any move of the view. */
  follow(id: string | null): void
  followed(): string | null
  /** Moves the view a step towards the followed animal, once per frame. @returns whether it has not arrived yet */
  stepFollow(place: Point, now: number): boolean
  subscribe(listener: () => void): () => void
}

/** Longest time that one step of following may cover. */
const longestStepMs = 100

/** The shown viewport and its subscribers. */
function createShown(first: Viewport) {
  let shown = first
  const listeners = new Set<() => void>()
  return {
    get: () => shown,
    show(viewport: Viewport) {
      shown = viewport
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One animation at a time; calls `draw` in each frame with the eased progress, up to 1. */
function createGlide() {
  let frame = 0
  const stop = () => cancelAnimationFrame(frame)
  return {
    stop,
    start(draw: (part: number) => void) {
      stop()
      const startAt = performance.now()
      const step = (now: number) => {
        const part = Math.min(1, Math.max(0, (now - startAt) / glideMs))
        if (part < 1) frame = requestAnimationFrame(step)
        draw(easeOut(part))
      }
      frame = requestAnimationFrame(step)
    },
  }
}

export function createView(): View {
  const { get, show, subscribe } = createShown({ ...startPlace, zoom: 1, width: 1, height: 1 })
  const glide = createGlide()
  let target = get()
  /** The start of the last glide. */
  let from = target
  let followed: string | null = null
  let keptUpAt = 0

  const set = (viewport: Viewport) => {
    glide.stop()
    target = viewport
    show(viewport)
  }
  const glideOn = (viewport: Viewport) => {
    if (prefersReducedMotion()) return set(viewport)
    target = viewport
    from = get()
    glide.start((part) => {
      const { x, y } = get()
      // A followed animal is kept in the middle by `stepFollow`; the glide then only zooms.
      show({ ...viewBetween(from, target, part), ...(followed === null ? {} : { x, y }) })
    })
    // Notifies at once: controls show the target of the glide.
    show(from)
  }
  return {
    get,
    set,
    fitTo(size, fit) {
      from = fittedTo(from, size, fit)
      target = fittedTo(target, size, fit)
      show(fittedTo(get(), size, fit))
    },
    subscribe,
    target: () => target,
    followed: () => followed,
    glideTo(viewport) {
      followed = null
      glideOn(viewport)
    },
    zoomTo: (zoom) => glideOn(zoomedTo(target, zoom)),
    follow(id) {
      if (id === followed) return
      if (id === null) glide.stop()
      followed = id
      keptUpAt = 0
      target = { ...get(), zoom: id === null ? get().zoom : target.zoom }
      show(get())
    },
    stepFollow(place, now) {
      const elapsedMs = keptUpAt === 0 ? 0 : Math.min(longestStepMs, now - keptUpAt)
      keptUpAt = now
      const next = followStep(get(), place, prefersReducedMotion() ? Number.POSITIVE_INFINITY : elapsedMs)
      target = { ...target, x: next.view.x, y: next.view.y }
      if (next.view !== get()) show(next.view)
      return next.isBehind
    },
  }
}

/** Time constant of following: after it two thirds of the distance are done. */
const easeMs = 160
/** Distance below which the view has arrived. */
const nearPx = 0.5

interface FollowStep {
  readonly view: Viewport
  /** Whether the place is not in the middle yet. */
  readonly isBehind: boolean
}

/** The view one step closer to centring a place, slowing down as it gets close. */
export function followStep(view: Viewport, place: Point, elapsedMs: number): FollowStep {
  const goal = centredOn(view, place)
  const away = Math.hypot(goal.x - view.x, goal.y - view.y)
  if (away === 0) return { view, isBehind: false }
  if (away * pxPerUnit(view) < nearPx) return { view: goal, isBehind: false }
  const part = 1 - Math.exp(-elapsedMs / easeMs)
  if (part === 1) return { view: goal, isBehind: false }
  return {
    view: { ...view, x: view.x + (goal.x - view.x) * part, y: view.y + (goal.y - view.y) * part },
    isBehind: true,
  }
}
