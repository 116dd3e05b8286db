import type { Point } from '../../shared/features/world/frame.ts'
import { followedBy } from './followedBy.ts'
import { wantsStillness } from './stillness.ts'
import { startPlace, type Viewport, viewBetween, zoomedTo } from './viewport.ts'

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
  keepUp(place: Point, now: number): boolean
  subscribe(listener: () => void): () => void
}

/** A pause longer than this is not made up for in one stride. */
const longestStepMs = 100

export function createView(): View {
  let shown: Viewport = { ...startPlace, zoom: 1, width: 1, height: 1 }
  let target = shown
  let frame = 0
  let followed: string | null = null
  let keptUpAt = 0
  const listeners = new Set<() => void>()

  const show = (viewport: Viewport) => {
    shown = viewport
    for (const listener of listeners) listener()
  }
  const set = (viewport: Viewport) => {
    cancelAnimationFrame(frame)
    target = viewport
    show(viewport)
  }
  /** Whoever is followed is kept in the middle by `keepUp`; a glide then only zooms. */
  const onTheWay = (from: Viewport, to: Viewport, part: number) => {
    const between = viewBetween(from, to, easeOut(part))
    return followed === null ? between : { ...between, x: shown.x, y: shown.y }
  }
  const glide = (viewport: Viewport) => {
    if (wantsStillness()) return set(viewport)
    cancelAnimationFrame(frame)
    target = viewport
    const from = shown
    const startAt = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - startAt) / glideMs))
      if (part < 1) frame = requestAnimationFrame(step)
      show(onTheWay(from, target, part))
    }
    frame = requestAnimationFrame(step)
    // Signs show where it goes, at once.
    show(from)
  }

  return {
    get: () => shown,
    target: () => target,
    set,
    glideTo(viewport) {
      followed = null
      glide(viewport)
    },
    zoomTo(zoom) {
      glide(zoomedTo(target, zoom))
    },
    follow(id) {
      if (id === followed) return
      if (id === null) cancelAnimationFrame(frame)
      followed = id
      keptUpAt = 0
      target = { ...shown, zoom: id === null ? shown.zoom : target.zoom }
      show(shown)
    },
    followed: () => followed,
    keepUp(place, now) {
      const elapsedMs = keptUpAt === 0 ? 0 : Math.min(longestStepMs, now - keptUpAt)
      keptUpAt = now
      const next = followedBy(shown, place, wantsStillness() ? Number.POSITIVE_INFINITY : elapsedMs)
      target = { ...target, x: next.view.x, y: next.view.y }
      if (next.view !== shown) show(next.view)
      return next.isBehind
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
