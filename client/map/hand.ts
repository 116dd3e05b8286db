import type { Point } from '../../shared/features/world/frame.ts'
import type { View } from './createView.ts'
import { draggedBy, type Viewport, wheelStep, zoomedTo } from './viewport.ts'

/** A press that moved less than this, in px, was not meant as a drag. */
const stillPx = 5
/** How much wheel makes a step: half a notch of a mouse, or a stroke on a pad, which comes in crumbs. */
const wheelPx = 50

interface Pinch {
  readonly zoom: number
  readonly apart: number
  readonly middle: Point
}

const middleOf = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apartOf = (a: Point, b: Point) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

/** @param isFollowing whether the middle stays where it is, because whoever is followed is there */
const pinched = (view: Viewport, begun: Pinch, a: Point, b: Point, isFollowing: boolean): Viewport => {
  const middle = middleOf(a, b)
  const zoom = (begun.zoom * apartOf(a, b)) / begun.apart
  if (isFollowing) return zoomedTo(view, zoom)
  return zoomedTo(draggedBy(view, middle.x - begun.middle.x, middle.y - begun.middle.y), zoom, middle)
}

/** Fingers or a pointer on the map, by id; places in px of the map's element. */
export interface Hand {
  press(id: number, pixel: Point): void
  /** @returns false for a pointer that does not press */
  move(id: number, pixel: Point): boolean
  isHeld(): boolean
  /** Whether one finger presses and has not moved. */
  isStill(): boolean
  /** What was pressed so far is used up: releasing it means nothing. */
  spend(): void
  /** @returns whether it was a press of one finger that did not move: it meant what lies there */
  release(id: number): boolean
}

/** One finger drags, which ends following; two pinch and drag at once, or zoom about whoever is followed. */
export function createHand(view: Pick<View, 'get' | 'set' | 'followed' | 'follow'>): Hand {
  const held = new Map<number, Point>()
  let pinch: Pinch | null = null
  let moved = 0

  const beginPinch = () => {
    const [a, b] = [...held.values()]
    pinch = a && b ? { zoom: view.get().zoom, apart: apartOf(a, b), middle: middleOf(a, b) } : null
  }
  const movePinch = (begun: Pinch) => {
    const [a, b] = [...held.values()]
    if (!a || !b) return
    view.set(pinched(view.get(), begun, a, b, view.followed() !== null))
    pinch = { ...begun, middle: middleOf(a, b) }
  }

  const drag = (dx: number, dy: number) => {
    if (moved >= stillPx) view.follow(null)
    if (view.followed() === null) view.set(draggedBy(view.get(), dx, dy))
  }

  return {
    press(id, pixel) {
      held.set(id, pixel)
      moved = held.size === 1 ? 0 : stillPx
      beginPinch()
    },
    move(id, pixel) {
      const last = held.get(id)
      if (!last) return false
      held.set(id, pixel)
      moved += Math.hypot(pixel.x - last.x, pixel.y - last.y)
      if (pinch) movePinch(pinch)
      else drag(pixel.x - last.x, pixel.y - last.y)
      return true
    },
    isHeld: () => held.size > 0,
    isStill: () => held.size === 1 && moved < stillPx,
    spend() {
      moved = stillPx
    },
    release(id) {
      const was = held.delete(id)
      beginPinch()
      return was && held.size === 0 && moved < stillPx
    },
  }
}

/** Turns a wheel's crumbs into steps of zoom. @returns what to call with `deltaY` in px and where the pointer is */
export function createWheel(view: Pick<View, 'target' | 'set' | 'followed'>) {
  let turned = 0
  return (deltaY: number, pixel: Point) => {
    turned = Math.sign(turned) === Math.sign(deltaY) ? turned + deltaY : deltaY
    if (Math.abs(turned) < wheelPx) return
    const target = view.target()
    view.set(
      zoomedTo(target, target.zoom - Math.sign(turned) * wheelStep, view.followed() === null ? pixel : undefined),
    )
    turned = 0
  }
}
