import { type RefObject, useLayoutEffect, useState } from 'react'
import { boxesWithin } from './edgePlacement.ts'
import { areOverlapping, type LabelBox } from './placeLabels.ts'
import type { View } from './view.ts'
import { clamp, type MapFit, type Viewport } from './viewport.ts'

export type Size = Pick<Viewport, 'width' | 'height'>

/** The size of an element in CSS px, updated on resize; null until measured. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** Room for a column of controls beside the whole island, on both sides since the island is in the middle, px. */
const columnsPx = 128
/** Height of the column, with its margins, px: a phone on its side is lower. */
const columnHeightPx = 400

/** Whether a column of controls fits beside the whole island; otherwise they are a row above it. */
export const hasRoomBeside = ({ width, height }: Size) => width >= height + columnsPx && height >= columnHeightPx

/** Controls that are always on the map; cards and signs that come and go do not move it. */
const lasting = '[data-keep-clear="always"]'

/** Keeps the view as large as its window, and the whole island clear of the controls, which grow when the user joins a pack. */
export function useMapFit(view: View, frame: RefObject<HTMLElement | null>, size: Size | null) {
  useLayoutEffect(() => {
    const { current } = frame
    if (!current || !size) return
    const update = () => {
      const before = view.get()
      const next = clearFit(size, boxesWithin(current, lasting))
      if (before.width === size.width && before.height === size.height && isAlike(before.fit, next)) return
      view.fitTo(size, next)
    }
    update()
    const observer = new ResizeObserver(update)
    for (const tools of current.querySelectorAll(`fieldset${lasting}`)) observer.observe(tools)
    return () => observer.disconnect()
  }, [view, frame, size])
}

/** A button that counts seconds changes its width: the map does not move for that. */
const slackPx = 6

const isAlike = (before: MapFit | undefined, next: MapFit) =>
  before !== undefined &&
  Math.abs(before.side - next.side) + Math.hypot(before.dx - next.dx, before.dy - next.dy) < slackPx

/** Room between the whole map and the controls, px. */
const gapPx = 8
/** The least size of the whole map, as a share of the shorter side of the window; below it controls may cover some of it. */
const leastShare = 0.7
/** How many px of its side the whole map is worth being a px closer to the middle. */
const asideCost = 0.3

interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Where the whole map is shown so that no control covers an animal: as large, and as close to the middle of the window, as
 * possible.
 * @param controls px of the window
 */
export function clearFit({ width, height }: Pick<Viewport, 'width' | 'height'>, controls: readonly LabelBox[]): MapFit {
  const most = Math.min(width, height)
  const middle = { x: width / 2, y: height / 2 }
  let best: MapFit = { side: most, dx: 0, dy: 0 }
  let highest = leastShare * most
  for (const { left, top, right, bottom } of freeRectangles({ width, height }, controls)) {
    const side = Math.min(right - left, bottom - top)
    const half = side / 2
    const dx = clamp(left + half, middle.x, right - half) - middle.x
    const dy = clamp(top + half, middle.y, bottom - half) - middle.y
    const score = side - asideCost * Math.hypot(dx, dy)
    if (score <= highest) continue
    highest = score
    best = { side, dx, dy }
  }
  return best
}

/** The rectangles between the edges of the window and of the controls that hold no control. */
function freeRectangles({ width, height }: Pick<Viewport, 'width' | 'height'>, controls: readonly LabelBox[]): Edges[] {
  const lefts = [0, ...controls.map(({ x, width: wide }) => x + wide + gapPx)]
  const tops = [0, ...controls.map(({ y, height: high }) => y + high + gapPx)]
  const rights = [width, ...controls.map(({ x }) => x - gapPx)]
  const bottoms = [height, ...controls.map(({ y }) => y - gapPx)]
  const isFree = ({ left, top, right, bottom }: Edges) =>
    right > left &&
    bottom > top &&
    !controls.some((box) => areOverlapping(box, { x: left, y: top, width: right - left, height: bottom - top }))
  return lefts.flatMap((left) =>
    tops.flatMap((top) =>
      rights.flatMap((right) => bottoms.map((bottom) => ({ left, top, right, bottom })).filter(isFree)),
    ),
  )
}
