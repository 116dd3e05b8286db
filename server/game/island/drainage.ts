import { mulberry32 } from '../../../shared/engine/mulberry32.ts'

/** The direction of drainage of every cell of a height field. */
export interface Drainage {
  /** Land cells from the sea upwards: a cell comes after the one it drains into. */
  readonly order: Int32Array
  /** The neighbour that a cell drains into; -1 in the sea. */
  readonly receiver: Int32Array
  /**
   * Heights with every hollow filled to its brim, rising slightly away from the outlet so that the direction of flow is
   * defined.
   */
  readonly filled: Float32Array
}

const levels = 1 << 13
/** Metres by which a filled cell lies above the one it drains into. */
const minRiseMetres = 0.002

/** The eight neighbours of a cell: index offsets in a grid of `cells` columns, and their distances in cells. */
export const neighbours = (cells: number) => ({
  steps: Int32Array.of(-1, 1, -cells, cells, -cells - 1, -cells + 1, cells - 1, cells + 1),
  apart: Float64Array.of(1, 1, 1, 1, Math.SQRT2, Math.SQRT2, Math.SQRT2, Math.SQRT2),
})

/**
 * Random weights for the choice between two directions of flow. Without them water on a square grid runs along rows,
 * columns and diagonals only, and every range shows it (Fairfield and Leymarie, 1991).
 */
const flowWeights = (() => {
  const random = mulberry32(1)
  return Float32Array.from({ length: 4096 }, () => 0.62 + 0.76 * random())
})()

/** A bucket queue by height, lowest first: accurate to one part of `levels`, and much faster than a heap. */
const createBucketQueue = (size: number) => {
  const first = new Int32Array(levels).fill(-1)
  const last = new Int32Array(levels).fill(-1)
  const next = new Int32Array(size)
  let bucket = 0
  let bucketsPerMetre = 0
  return {
    restart(highest: number) {
      bucket = 0
      bucketsPerMetre = (levels - 1) / highest
    },
    put(cell: number, height: number) {
      const level = Math.min(Math.max(Math.floor(height * bucketsPerMetre), bucket), levels - 1)
      next[cell] = -1
      const tail = last[level] ?? -1
      if (tail < 0) first[level] = cell
      else next[tail] = cell
      last[level] = cell
    },
    take(): number {
      while (bucket < levels && (first[bucket] ?? -1) < 0) bucket++
      if (bucket === levels) return -1
      const cell = first[bucket] ?? -1
      const following = next[cell] ?? -1
      first[bucket] = following
      if (following < 0) last[bucket] = -1
      return cell
    },
  }
}

/** The sea cells next to land. */
const shoreline = (isSea: Uint8Array, steps: Int32Array): number[] => {
  const found: number[] = []
  for (let cell = 0; cell < isSea.length; cell++) {
    if (isSea[cell] !== 1) continue
    let touched = 0
    for (let i = 0; i < 8; i++) touched |= isSea[cell + (steps[i] ?? 0)] === 0 ? 1 : 0
    if (touched === 1) found.push(cell)
  }
  return found
}

/**
 * Priority flood: raises the sea over the land and records from where each cell was reached. `isSea` is 1 in the sea;
 * the edge of the grid must be sea, at height 0. The result is overwritten by the next call.
 */
export const createDrain = (isSea: Uint8Array, cells: number) => {
  const { steps, apart } = neighbours(cells)
  const shore = shoreline(isSea, steps)
  const receiver = new Int32Array(isSea.length).fill(-1)
  const filled = new Float32Array(isSea.length)
  const order = new Int32Array(isSea.length)
  const isDone = new Uint8Array(isSea.length)
  const isQueued = new Uint8Array(isSea.length)
  const queue = createBucketQueue(isSea.length)
  const reach = (from: number, heights: Float32Array) => {
    for (let i = 0; i < 8; i++) {
      const cell = from + (steps[i] ?? 0)
      if (isQueued[cell] === 1) continue
      isQueued[cell] = 1
      receiver[cell] = from
      queue.put(cell, Math.max(heights[cell] ?? 0, filled[from] ?? 0))
    }
  }
  const chooseWayDown = (cell: number, height: number) => {
    let steepest = 0
    for (let i = 0; i < 8; i++) {
      const other = cell + (steps[i] ?? 0)
      if (isDone[other] !== 1) continue
      const weight = flowWeights[(cell * 31 + i * 517) & 4095] ?? 1
      const slope = ((height - (filled[other] ?? 0)) / (apart[i] ?? 1)) * weight
      if (slope <= steepest) continue
      steepest = slope
      receiver[cell] = other
    }
  }
  return (heights: Float32Array): Drainage => {
    isDone.set(isSea)
    isQueued.set(isSea)
    queue.restart(heights.reduce((most, height) => Math.max(most, height), 1))
    for (const cell of shore) reach(cell, heights)
    let count = 0
    for (let cell = queue.take(); cell >= 0; cell = queue.take()) {
      const height = heights[cell] ?? 0
      chooseWayDown(cell, height)
      filled[cell] = Math.max(height, (filled[receiver[cell] ?? 0] ?? 0) + minRiseMetres)
      isDone[cell] = 1
      order[count++] = cell
      reach(cell, heights)
    }
    return { order: order.subarray(0, count), receiver, filled }
  }
}

/** The area in square metres that drains through each cell, itself included. */
export const catchments = ({ order, receiver }: Drainage, cellArea: number): Float32Array => {
  const area = new Float32Array(receiver.length)
  for (let i = order.length - 1; i >= 0; i--) {
    const cell = order[i] ?? 0
    const own = (area[cell] ?? 0) + cellArea
    area[cell] = own
    const below = receiver[cell] ?? -1
    area[below] = (area[below] ?? 0) + own
  }
  return area
}
