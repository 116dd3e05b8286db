import type { Point } from '../../shared/features/world/frame.ts'
import type { View } from './view.ts'
import { draggedBy, type Viewport, wheelStep, zoomedTo } from './viewport.ts'

interface GestureListener {
  /** The pointer hovers here (px of the surface), or has left. */
  onHover(pixel: Point | null): void
  /** A press begins here. @returns what it does if it ends without movement */
  onPress(pixel: Point, isTouch: boolean): () => void
  /** A long press, a right click, or the context menu key. */
  onContext(pixel: Point): void
}

/** Duration of a long press, ms. */
const longPressMs = 500

/** Detects right clicks and long presses. */
function createContextMenu(pointers: PointerTracker, onContext: GestureListener['onContext']) {
  let wait: ReturnType<typeof setTimeout> | undefined
  const open = (pixel: Point) => {
    pointers.consume()
    onContext(pixel)
  }
  return {
    /** A finger was pressed. */
    begin(pixel: Point) {
      clearTimeout(wait)
      wait = setTimeout(() => {
        if (pointers.isStill()) open(pixel)
      }, longPressMs)
    },
    end: () => clearTimeout(wait),
    /** The browser's `contextmenu` event. */
    menu(pixel: Point) {
      // Touch screens send this event for a long press as well, before or after our own timer.
      if (!pointers.isHeld()) open(pixel)
    },
  }
}

/** Handles drag, pinch, wheel and long press. Returns a function that removes the listeners. */
export function attachGestures(surface: HTMLElement, view: View, listener: GestureListener): () => void {
  const pointers = createPointerTracker(view)
  const zoomByWheel = createWheelZoom(view)
  const context = createContextMenu(pointers, listener.onContext)
  const abort = new AbortController()
  let pick = () => {}

  const pixelOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    handler: (event: HTMLElementEventMap[Name]) => void,
  ) => surface.addEventListener(name, handler, { passive: false, signal: abort.signal })

  listen('pointerdown', (event) => {
    if (event.button !== 0) return
    const pixel = pixelOf(event)
    surface.setPointerCapture(event.pointerId)
    pointers.press(event.pointerId, pixel)
    pick = listener.onPress(pixel, event.pointerType !== 'mouse')
    if (event.pointerType !== 'mouse') context.begin(pixel)
  })
  listen('pointermove', (event) => {
    const pixel = pixelOf(event)
    if (!pointers.move(event.pointerId, pixel)) listener.onHover(event.pointerType === 'mouse' ? pixel : null)
  })
  listen('pointerup', (event) => {
    context.end()
    if (pointers.release(event.pointerId)) pick()
  })
  listen('pointercancel', (event) => {
    context.end()
    pointers.release(event.pointerId)
  })
  listen('pointerleave', () => listener.onHover(null))
  listen('contextmenu', (event) => {
    event.preventDefault()
    context.menu(pixelOf(event))
  })
  listen('wheel', (event) => {
    event.preventDefault()
    zoomByWheel(event.deltaY, pixelOf(event))
  })
  return () => {
    context.end()
    abort.abort()
  }
}

/** A press that moved less than this, px, is not a drag. */
const stillPx = 5
/** Wheel distance of one zoom step, px: half a notch of a mouse; touch pads send many small amounts. */
const wheelPx = 50

interface Pinch {
  readonly zoom: number
  readonly apart: number
  readonly middle: Point
}

const middleOf = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distanceBetween = (a: Point, b: Point) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

/** @param isFollowing whether to zoom around the middle, where the followed animal is */
const pinched = (view: Viewport, begun: Pinch, a: Point, b: Point, isFollowing: boolean): Viewport => {
  const middle = middleOf(a, b)
  const zoom = (begun.zoom * distanceBetween(a, b)) / begun.apart
  if (isFollowing) return zoomedTo(view, zoom)
  return zoomedTo(draggedBy(view, middle.x - begun.middle.x, middle.y - begun.middle.y), zoom, middle)
}

/** Pressed pointers by id; positions in px of the map's element. */
interface PointerTracker {
  press(id: number, pixel: Point): void
  /** @returns false if the pointer is not pressed */
  move(id: number, pixel: Point): boolean
  isHeld(): boolean
  /** Whether exactly one pointer is pressed and has not moved. */
  isStill(): boolean
  /** Ignores the rest of the current press. */
  consume(): void
  /** @returns whether this was a press of one pointer without movement */
  release(id: number): boolean
}

/** One pointer drags, which ends following. Two pointers pinch and drag, or zoom around a followed animal. */
export function createPointerTracker(view: Pick<View, 'get' | 'set' | 'followed' | 'follow'>): PointerTracker {
  const held = new Map<number, Point>()
  let pinch: Pinch | null = null
  let moved = 0

  const beginPinch = () => {
    const [a, b] = [...held.values()]
    pinch = a && b ? { zoom: view.get().zoom, apart: distanceBetween(a, b), middle: middleOf(a, b) } : null
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
    consume() {
      moved = stillPx
    },
    release(id) {
      const was = held.delete(id)
      beginPinch()
      return was && held.size === 0 && moved < stillPx
    },
  }
}

/** Collects wheel movement into zoom steps. @returns a function taking `deltaY` in px and the pointer's position */
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
