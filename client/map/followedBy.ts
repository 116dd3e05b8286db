import type { Point } from '../../shared/features/world/frame.ts'
import { centredOn, pxPerUnit, type Viewport } from './viewport.ts'

/** After this long two thirds of the way are done. */
const easeMs = 160
/** Nearer than this nobody sees that it is not there yet. */
const nearPx = 0.5

export interface Followed {
  readonly view: Viewport
  /** Whether the place is not in the middle yet. */
  readonly isBehind: boolean
}

/** The view on its way to have a place in its middle: fast while it is far, slower as it comes near. */
export function followedBy(view: Viewport, place: Point, elapsedMs: number): Followed {
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
