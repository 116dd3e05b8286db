import type { Ping } from '../../shared/features/packs/packLife.ts'
import type { TrailPoint } from '../../shared/features/trails/queries.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import type { Relation } from './markerLayer.ts'

/** The path that an animal walked. */
export interface Trail {
  /** The id of its marker. */
  readonly id: string
  readonly relation: Relation
  /** Oldest first. A new segment begins after a gap in the readings or a teleport. */
  readonly segments: readonly (readonly TrailPoint[])[]
}

/** A measured line; `to` is null until its end was placed. */
export interface Measure {
  readonly from: Point
  readonly to: Point | null
}

/** Overlays of the map. All places in map units, all times epoch ms of the server. */
export interface Overlays {
  readonly pings: readonly Readonly<Ping>[]
  readonly waypoint: Point | null
  readonly trails: readonly Trail[]
  readonly measure: Measure | null
  /** The centre of the danger zones. */
  readonly dangerAt: Point | null
}

export const noOverlays: Overlays = { pings: [], waypoint: null, trails: [], measure: null, dangerAt: null }
