import type { Point } from '../../shared/features/world/frame.ts'
import { prefersReducedMotion } from './reducedMotion.ts'
import { centredOn, pxPerUnit, startPlace, type Viewport, viewBetween, zoomedTo } from './viewport.ts'

const glideMs = 220

const easeOut = (part: number) => 1 - (1 - part) ** 3

/** What the map shows, outside React: layers draw by it, and a few signs listen. */
export interface View {
  get(): Viewport
  /** Where a glide is going, or where the view is: steps add to this, so that three quick presses are three steps. */
  target(): Viewport
  /** At once. Ends a glide, but not following: a window may change its size meanwhile. */
  set(viewport: Viewport): void
  /** In a moment, so that the eye can follow; at once where stillness is wanted. Ends following. */
  glideTo(viewport: Viewport): void
  /** Glides to another zoom about the middle; whoever is followed stays there. */
  zoomTo(zoom: number): void
  /** Keeps an animal in the middle from now on, by its marker's id; null ends it, as does going anywhere else. */
  follow(id: string | null): void
  followed(): string | null
  /** For the animation: goes a part of the way to where the one followed is. @returns whether some of it is left */
  stepFollow(place: Point, now: number): boolean
  subscribe(listener: () => void): () => void
}

/** A pause longer than this is not made up for in one stride. */
const longestStepMs = 100

/** What is shown, and who is told when it changes. */
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

/** Tells in every frame what part of a glide is done, at last 1. One at a time. */
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
    const from = get()
    glide.start((part) => {
      const { x, y } = get()
      // Whoever is followed is kept in the middle by `keepUp`: the glide then only zooms.
      show({ ...viewBetween(from, target, part), ...(followed === null ? {} : { x, y }) })
    })
    // Signs show where it goes, at once.
    show(from)
  }
  return {
    ...{ get, set, subscribe, target: () => target, followed: () => followed },
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

/** After this long two thirds of the way are done. */
const easeMs = 160
/** Nearer than this nobody sees that it is not there yet. */
const nearPx = 0.5

interface FollowStep {
  readonly view: Viewport
  /** Whether the place is not in the middle yet. */
  readonly isBehind: boolean
}

/** The view on its way to have a place in its middle: fast while it is far, slower as it comes near. */
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
