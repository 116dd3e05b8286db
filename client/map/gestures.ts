import type { Point } from '../../shared/features/world/frame.ts'
import type { View } from './createView.ts'
import { draggedBy, wheelStep, zoomedTo } from './viewport.ts'

export interface GestureListener {
  /** The pointer rests here (px of the surface), or has left. */
  onPoint(pixel: Point | null): void
  /** A press that did not move. */
  onPick(pixel: Point): void
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

/** Drag, pinch and wheel on the map. Returns the way to stop listening. */
export function attachGestures(surface: HTMLElement, view: View, { onPoint, onPick }: GestureListener): () => void {
  const held = new Map<number, Point>()
  let pinch: Pinch | null = null
  let moved = 0
  let turned = 0

  const pixelOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const beginPinch = () => {
    const [a, b] = [...held.values()]
    pinch = a && b ? { zoom: view.get().zoom, apart: apartOf(a, b), middle: middleOf(a, b) } : null
  }
  const movePinch = (begun: Pinch) => {
    const [a, b] = [...held.values()]
    if (!a || !b) return
    const middle = middleOf(a, b)
    const dragged = draggedBy(view.get(), middle.x - begun.middle.x, middle.y - begun.middle.y)
    view.set(zoomedTo(dragged, (begun.zoom * apartOf(a, b)) / begun.apart, middle))
    pinch = { ...begun, middle }
  }

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    surface.setPointerCapture(event.pointerId)
    held.set(event.pointerId, pixelOf(event))
    if (held.size === 1) moved = 0
    else moved = stillPx
    beginPinch()
  }
  const move = (event: PointerEvent) => {
    const pixel = pixelOf(event)
    const last = held.get(event.pointerId)
    if (!last) return onPoint(event.pointerType === 'mouse' ? pixel : null)
    held.set(event.pointerId, pixel)
    moved += Math.hypot(pixel.x - last.x, pixel.y - last.y)
    if (pinch) movePinch(pinch)
    else if (held.size === 1) view.set(draggedBy(view.get(), pixel.x - last.x, pixel.y - last.y))
  }
  const release = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return
    beginPinch()
    if (event.type === 'pointerup' && held.size === 0 && moved < stillPx) onPick(pixelOf(event))
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY
    if (Math.abs(turned) < wheelPx) return
    const target = view.target()
    view.set(zoomedTo(target, target.zoom - Math.sign(turned) * wheelStep, pixelOf(event)))
    turned = 0
  }
  const leave = () => onPoint(null)

  const ears = [
    ['pointerdown', press],
    ['pointermove', move],
    ['pointerup', release],
    ['pointercancel', release],
    ['pointerleave', leave],
    ['wheel', wheel],
  ] as const
  for (const [name, ear] of ears) surface.addEventListener(name, ear as EventListener, { passive: false })
  return () => {
    for (const [name, ear] of ears) surface.removeEventListener(name, ear as EventListener)
  }
}
