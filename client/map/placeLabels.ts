import type { Point } from '../../shared/features/world/frame.ts'

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
  const cellsOf = ({ x, y, width, height }: LabelBox) => {
    const under: number[] = []
    for (let row = Math.floor(y / cellPx); row <= Math.floor((y + height) / cellPx); row++)
      for (let column = Math.floor(x / cellPx); column <= Math.floor((x + width) / cellPx); column++)
        under.push(row * cellsARow + column)
    return under
  }
  const isFree = (box: LabelBox) =>
    cellsOf(box).every((cell) => !cells.get(cell)?.some((other) => areOverlapping(other, box)))
  const take = (box: LabelBox) => {
    for (const cell of cellsOf(box)) {
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
      const corner = corners.find(({ x, y }) => isFree({ x, y, width, height }))
      if (!corner) return null
      const box = { x: corner.x, y: corner.y, width, height }
      take(box)
      return box
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

/** Places a label where it was last, if that is free, else at its first free place. */
export function placeSticky(space: LabelSpace, sides: LabelSides, id: string, { corners, ...size }: StickyWish) {
  const last = corners[sides.get(id) ?? 0] ?? null
  const box = space.place({ ...size, corners: [last, ...corners].filter((corner) => corner !== null) })
  if (!box) return null
  const side = corners.findIndex((corner) => corner?.x === box.x && corner.y === box.y)
  if (side > 0) sides.set(id, side)
  else sides.delete(id)
  return box
}
