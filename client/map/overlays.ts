import type { Ping } from '../../shared/features/packs/packLife.ts'
import type { TrailPoint } from '../../shared/features/trails/queries.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import type { Relation } from './herd.ts'

/** The way that an animal came. */
export interface Trail {
  /** The id of its marker. */
  readonly id: string
  readonly relation: Relation
  /** Oldest first. A new piece begins where the animal was not seen, or was moved. */
  readonly pieces: readonly (readonly TrailPoint[])[]
}

/** A way that is being measured; `to` is null until its end was placed. */
export interface Measure {
  readonly from: Point
  readonly to: Point | null
}

/** What lies over the island beside its animals. All places in map units, all times epoch ms of the server. */
export interface Overlays {
  readonly pings: readonly Readonly<Ping>[]
  readonly waypoint: Point | null
  readonly trails: readonly Trail[]
  readonly measure: Measure | null
  /** The place around which the danger zones are drawn. */
  readonly dangerAt: Point | null
}

export const noOverlays: Overlays = { pings: [], waypoint: null, trails: [], measure: null, dangerAt: null }
