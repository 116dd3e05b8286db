import type { Point } from './frame.ts'

/** A bend of a river: metres above the sea, and the width of the water in map units. */
export interface RiverPoint extends Point {
  readonly elevation: number
  readonly width: number
}

/** From the source down to the sea, a lake or a larger river. */
export type River = readonly RiverPoint[]

/** Still fresh water: its level in metres above the sea and its shore in map units, with holes for islets. */
export interface Lake {
  readonly level: number
  readonly outline: readonly Point[]
  readonly islets: readonly (readonly Point[])[]
}
