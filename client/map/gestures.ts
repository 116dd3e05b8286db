import type { Point } from '../../shared/features/world/frame.ts'
import type { View } from './createView.ts'
import { createHand, createWheel, type Hand } from './hand.ts'

export interface GestureListener {
  /** The pointer rests here (px of the surface), or has left. */
  onPoint(pixel: Point | null): void
  /** A press that did not move. */
  onPick(pixel: Point): void
  /** A finger that stayed where it was put down, a right click, or the key for menus. */
  onContext(pixel: Point): void
}

/** A finger that has not moved for this long means more than a touch. */
const longPressMs = 500

/** Right clicks, and fingers that stay. */
function createContext(hand: Hand, onContext: GestureListener['onContext']) {
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
  const hand = createHand(view)
  const turn = createWheel(view)
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
    if (!hand.move(event.pointerId, pixel)) listener.onPoint(event.pointerType === 'mouse' ? pixel : null)
  })
  listen('pointerup', (event) => {
    context.end()
    if (hand.release(event.pointerId)) listener.onPick(pixelOf(event))
  })
  listen('pointercancel', (event) => {
    context.end()
    hand.release(event.pointerId)
  })
  listen('pointerleave', () => listener.onPoint(null))
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
