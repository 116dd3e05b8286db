import type { Point } from '../../shared/features/world/frame.ts'
import type { View } from './createView.ts'
import { createHand, createWheel } from './hand.ts'

export interface GestureListener {
  /** The pointer rests here (px of the surface), or has left. */
  onPoint(pixel: Point | null): void
  /** A press that did not move. */
  onPick(pixel: Point): void
}

/** Drag, pinch and wheel on the map. Returns the way to stop listening. */
export function attachGestures(surface: HTMLElement, view: View, { onPoint, onPick }: GestureListener): () => void {
  const hand = createHand(view)
  const turn = createWheel(view)
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
  })
  listen('pointermove', (event) => {
    const pixel = pixelOf(event)
    if (!hand.move(event.pointerId, pixel)) onPoint(event.pointerType === 'mouse' ? pixel : null)
  })
  listen('pointerup', (event) => {
    if (hand.release(event.pointerId)) onPick(pixelOf(event))
  })
  listen('pointercancel', (event) => void hand.release(event.pointerId))
  listen('pointerleave', () => onPoint(null))
  listen('wheel', (event) => {
    event.preventDefault()
    turn(event.deltaY, pixelOf(event))
  })
  return () => ears.abort()
}
