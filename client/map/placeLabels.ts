import type { Point } from '../../shared/features/world/frame.ts'
import { clamp } from './viewport.ts'

/** A rectangle on the screen, px. */
export interface LabelBox extends Point {
  readonly width: number
  readonly height: number
}

/** A label that looks for a place. */
export interface LabelWish {
  readonly width: number
  readonly height: number
  /** Its possible upper left corners, the preferred one first. */
  readonly corners: readonly Point[]
}

/** Side of a cell of the spatial hash, px. */
const cellPx = 64
/** Row stride of cell numbers. Two cells that share a number cost an extra comparison and change no result. */
const cellsARow = 4_096

export const areOverlapping = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const edgePx = 4

/** The middle of a label that keeps it within the view, px along one side. @param size of the label, `most` of the view */
export const keptInside = (size: number, middle: number, most: number): number =>
  clamp(size / 2 + edgePx, middle, most - size / 2 - edgePx)

export const isInView = ({ width, height }: { readonly width: number; readonly height: number }, box: LabelBox) =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height

/** The rectangle around a disc. */
export const boxAround = ({ x, y }: Point, radius: number): LabelBox => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

/** Takes rectangles and finds free places for labels between them. */
export interface LabelSpace {
  take(box: LabelBox): void
  isFree(box: LabelBox): boolean
  /** Takes the first free place of a label; null if there is none. */
  place(wish: LabelWish): LabelBox | null
}

/** A space in which the given rectangles are taken: markers, controls and cards. */
export function createLabelSpace(taken: readonly LabelBox[] = []): LabelSpace {
  const cells = new Map<number, LabelBox[]>()
  // Loops without lists of their own: this runs some thousand times in a frame.
  const isFreeCell = (cell: number, box: LabelBox) => {
    const there = cells.get(cell)
    if (there) for (const other of there) if (areOverlapping(other, box)) return false
    return true
  }
  const isFree = (box: LabelBox) => {
    const [lastRow, lastColumn] = [Math.floor((box.y + box.height) / cellPx), Math.floor((box.x + box.width) / cellPx)]
    for (let row = Math.floor(box.y / cellPx); row <= lastRow; row++)
      for (let column = Math.floor(box.x / cellPx); column <= lastColumn; column++)
        if (!isFreeCell(row * cellsARow + column, box)) return false
    return true
  }
  const take = (box: LabelBox) => {
    const [lastRow, lastColumn] = [Math.floor((box.y + box.height) / cellPx), Math.floor((box.x + box.width) / cellPx)]
    for (let row = Math.floor(box.y / cellPx); row <= lastRow; row++)
      for (let column = Math.floor(box.x / cellPx); column <= lastColumn; column++) {
        const cell = row * cellsARow + column
        const there = cells.get(cell)
        if (there) there.push(box)
        else cells.set(cell, [box])
      }
  }
  for (const box of taken) take(box)
  return {
    take,
    isFree,
    place({ width, height, corners }) {
      for (const { x, y } of corners) {
        const box = { x, y, width, height }
        if (!isFree(box)) continue
        take(box)
        return box
      }
      return null
    },
  }
}

/** The index of the place where each label was last, by its id; the first is not kept. */
export type LabelSides = Map<string, number>

/** A label whose possible places may be outside the view. */
interface StickyWish {
  readonly width: number
  readonly height: number
  /** Null for a place outside the view. */
  readonly corners: readonly (Point | null)[]
}

/** Places a label where it was last, if that is free, otherwise at its first free place. */
export function placeSticky(space: LabelSpace, sides: LabelSides, id: string, wish: StickyWish): LabelBox | null {
  const { corners, width, height } = wish
  const boxAt = (side: number): LabelBox | null => {
    const corner = corners[side]
    const box = corner ? { x: corner.x, y: corner.y, width, height } : null
    return box && space.isFree(box) ? box : null
  }
  const last = sides.get(id) ?? 0
  let side = last
  let box = boxAt(last)
  for (let next = 0; !box && next < corners.length; next++) {
    side = next
    if (next !== last) box = boxAt(next)
  }
  if (!box) return null
  space.take(box)
  if (side > 0) sides.set(id, side)
  else sides.delete(id)
  return box
}
