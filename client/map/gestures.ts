import type { Point } from '../../shared/features/world/frame.ts'
import type { View } from './view.ts'
import { draggedBy, type Viewport, wheelStep, zoomedTo } from './viewport.ts'

interface GestureListener {
  /** The pointer rests here (px of the surface), or has left. */
  onHover(pixel: Point | null): void
  /** A press that did not move. */
  onPick(pixel: Point): void
  /** A finger that stayed where it was put down, a right click, or the key for menus. */
  onContext(pixel: Point): void
}

/** A finger that has not moved for this long means more than a touch. */
const longPressMs = 500

/** Right clicks, and fingers that stay. */
function createContext(hand: PointerTracker, onContext: GestureListener['onContext']) {
  let wait: ReturnType<typeof setTimeout> | undefined
  const tell = (pixel: Point) => {
    hand.spend()
    onContext(pixel)
  }
  return {
    /** A finger was put down. */
    begin(pixel: Point) {
      clearTimeout(wait)
      wait = setTimeout(() => {
        if (hand.isStill()) tell(pixel)
      }, longPressMs)
    },
    end: () => clearTimeout(wait),
    /** The browser would show its menu. */
    menu(pixel: Point) {
      // A touch screen tells of a long press in this way too, sooner or later than we do.
      if (!hand.isHeld()) tell(pixel)
    },
  }
}

/** Drag, pinch, wheel and long press on the map. Returns the way to stop listening. */
export function attachGestures(surface: HTMLElement, view: View, listener: GestureListener): () => void {
  const hand = createPointerTracker(view)
  const turn = createWheelZoom(view)
  const context = createContext(hand, listener.onContext)
  const ears = new AbortController()

  const pixelOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    hear: (event: HTMLElementEventMap[Name]) => void,
  ) => surface.addEventListener(name, hear, { passive: false, signal: ears.signal })

  listen('pointerdown', (event) => {
    if (event.button !== 0) return
    surface.setPointerCapture(event.pointerId)
    hand.press(event.pointerId, pixelOf(event))
    if (event.pointerType !== 'mouse') context.begin(pixelOf(event))
  })
  listen('pointermove', (event) => {
    const pixel = pixelOf(event)
    if (!hand.move(event.pointerId, pixel)) listener.onHover(event.pointerType === 'mouse' ? pixel : null)
  })
  listen('pointerup', (event) => {
    context.end()
    if (hand.release(event.pointerId)) listener.onPick(pixelOf(event))
  })
  listen('pointercancel', (event) => {
    context.end()
    hand.release(event.pointerId)
  })
  listen('pointerleave', () => listener.onHover(null))
  listen('contextmenu', (event) => {
    event.preventDefault()
    context.menu(pixelOf(event))
  })
  listen('wheel', (event) => {
    event.preventDefault()
    turn(event.deltaY, pixelOf(event))
  })
  return () => {
    context.end()
    ears.abort()
  }
}

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
interface PointerTracker {
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
export function createPointerTracker(view: Pick<View, 'get' | 'set' | 'followed' | 'follow'>): PointerTracker {
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
export function createWheelZoom(view: Pick<View, 'target' | 'set' | 'followed'>) {
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
