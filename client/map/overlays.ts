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

/** The place of an event: an area around one point, or a path with a corridor on both sides. In map units. */
export interface EventShape {
  readonly id: string
  readonly label: string
  readonly points: readonly Point[]
  readonly isPath: boolean
  /** Of the area, or of the corridor. */
  readonly radius: number
  /** Whether the danger zones are drawn around its point. */
  readonly hasZones: boolean
  readonly isActive: boolean
  /** Emphasized: the one that the page is about. */
  readonly isChosen: boolean
  /** A place on the path that is not allowed; null if there is none. */
  readonly wrong: Point | null
}

/** A place where something happened. */
export interface MapMark {
  readonly id: string
  readonly place: Point
  /** Drawn beside it; empty for none. */
  readonly label: string
  /** Emphasized: what the page shows now. */
  readonly isChosen: boolean
  /** It has not happened yet at the shown moment: drawn pale. */
  readonly isAhead: boolean
}

/** Overlays of the map. All places in map units, all times epoch ms of the server. */
export interface Overlays {
  readonly pings: readonly Readonly<Ping>[]
  readonly waypoint: Point | null
  readonly trails: readonly Trail[]
  readonly measure: Measure | null
  /** The centre of the danger zones. */
  readonly dangerAt: Point | null
  readonly events: readonly EventShape[]
  readonly marks?: readonly MapMark[]
}

export const noOverlays: Overlays = {
  pings: [],
  waypoint: null,
  trails: [],
  measure: null,
  dangerAt: null,
  events: [],
}
