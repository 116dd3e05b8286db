import { wantsStillness } from './stillness.ts'
import { startPlace, type Viewport, viewBetween } from './viewport.ts'

const glideMs = 220

const easeOut = (part: number) => 1 - (1 - part) ** 3

/** What the map shows, outside React: layers draw by it, and a few signs listen. */
export interface View {
  get(): Viewport
  /** Where a glide is going, or where the view is: steps add to this, so that three quick presses are three steps. */
  target(): Viewport
  /** At once. Ends a glide. */
  set(viewport: Viewport): void
  /** In a moment, so that the eye can follow; at once where stillness is wanted. */
  glideTo(viewport: Viewport): void
  subscribe(listener: () => void): () => void
}

export function createView(): View {
  let shown: Viewport = { ...startPlace, zoom: 1, width: 1, height: 1 }
  let target = shown
  let frame = 0
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
  const glideTo = (viewport: Viewport) => {
    if (wantsStillness()) return set(viewport)
    cancelAnimationFrame(frame)
    target = viewport
    const from = shown
    const startAt = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - startAt) / glideMs))
      if (part < 1) frame = requestAnimationFrame(step)
      show(part < 1 ? viewBetween(from, viewport, easeOut(part)) : viewport)
    }
    frame = requestAnimationFrame(step)
    // Signs show where it goes, at once.
    show(from)
  }

  return {
    get: () => shown,
    target: () => target,
    set,
    glideTo,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
