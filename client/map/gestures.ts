import type { Point } from '../../shared/features/world/frame.ts'
import type { View } from './createView.ts'
import { createHand, createWheel } from './hand.ts'

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

/** Drag, pinch, wheel and long press on the map. Returns the way to stop listening. */
export function attachGestures(surface: HTMLElement, view: View, listener: GestureListener): () => void {
  const { onPoint, onPick, onContext } = listener
  const hand = createHand(view)
  const turn = createWheel(view)
  const ears = new AbortController()
  let wait: ReturnType<typeof setTimeout> | undefined

  const pixelOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    hear: (event: HTMLElementEventMap[Name]) => void,
  ) => surface.addEventListener(name, hear, { passive: false, signal: ears.signal })
  const tellContext = (pixel: Point) => {
    hand.spend()
    onContext(pixel)
  }
  const awaitLongPress = (pixel: Point) => {
    clearTimeout(wait)
    wait = setTimeout(() => {
      if (hand.isStill()) tellContext(pixel)
    }, longPressMs)
  }

  listen('pointerdown', (event) => {
    if (event.button !== 0) return
    surface.setPointerCapture(event.pointerId)
    hand.press(event.pointerId, pixelOf(event))
    if (event.pointerType !== 'mouse') awaitLongPress(pixelOf(event))
  })
  listen('pointermove', (event) => {
    const pixel = pixelOf(event)
    if (!hand.move(event.pointerId, pixel)) onPoint(event.pointerType === 'mouse' ? pixel : null)
  })
  listen('pointerup', (event) => {
    clearTimeout(wait)
    if (hand.release(event.pointerId)) onPick(pixelOf(event))
  })
  listen('pointercancel', (event) => {
    clearTimeout(wait)
    hand.release(event.pointerId)
  })
  listen('pointerleave', () => onPoint(null))
  listen('contextmenu', (event) => {
    event.preventDefault()
    // A touch screen tells of a long press in this way too, sooner or later than we do.
    if (!hand.isHeld()) tellContext(pixelOf(event))
  })
  listen('wheel', (event) => {
    event.preventDefault()
    turn(event.deltaY, pixelOf(event))
  })
  return () => {
    clearTimeout(wait)
    ears.abort()
  }
}
