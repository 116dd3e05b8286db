import type { Ping } from '../../shared/features/packs/packLife.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import type { Marker, Relation } from './markerLayer.ts'
import { pingFaces } from './pingKinds.ts'
import type { LabelBox } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { clamp } from './viewport.ts'

/** A target to which an edge sign points while it is outside the view. */
export interface EdgeTarget {
  readonly id: string
  readonly label: string
  readonly relation: Relation | 'waypoint' | 'ping'
  /** Only of a sign for a ping. */
  readonly ping?: Readonly<Ping>
}

const waypointId = 'waypoint'

/** Pings come first: they are the most urgent and the soonest to go. */
export const edgeTargets = (
  friendly: readonly Marker[],
  hasWaypoint: boolean,
  pings: readonly Readonly<Ping>[] = [],
): EdgeTarget[] => [
  ...pings.map((ping) => ({
    id: `ping-${ping.by}`,
    label: pingFaces[ping.kind].name,
    relation: 'ping' as const,
    ping,
  })),
  ...friendly.toReversed().map(({ id, label, relation }) => ({ id, label, relation })),
  ...(hasWaypoint ? [{ id: waypointId, label: 'Waypoint', relation: 'waypoint' as const }] : []),
]

/** Its current place; null if unknown. */
export const placeOfTarget = ({ markerLayer, overlays }: Scene, { id, relation, ping }: EdgeTarget): Point | null => {
  if (ping) return ping
  if (relation === 'waypoint') return overlays.waypoint
  const marker = markerLayer.find(id)
  return marker ? markerLayer.at(marker, markerLayer.now()) : null
}

/** How long a sign points to a ping outside the view, ms. */
export const pingSignMs = 60_000

/** The latest ping of each member, while a sign points to it, the newest first. @param now epoch ms of the server */
export const signedPings = (pings: readonly Readonly<Ping>[], now: number): readonly Readonly<Ping>[] =>
  pings
    .filter(({ at }) => at > now - pingSignMs)
    .toSorted((one, other) => other.at - one.at)
    .filter(({ by }, index, sorted) => sorted.findIndex((ping) => ping.by === by) === index)

/** The place of the user's animal; null if unknown. */
export const ownPlace = ({ markerLayer }: Scene): Point | null => {
  const own = markerLayer.friendly().at(-1)
  return own?.relation === 'own' ? markerLayer.at(own, markerLayer.now()) : null
}

/** A sign that points to a place outside the view. */
interface EdgeSign {
  /** The target in px of the view, outside of it. */
  readonly towards: Point
  /** Size of the sign, px. */
  readonly width: number
  readonly height: number
}

interface EdgeArea {
  readonly width: number
  readonly height: number
  /** Rectangles that no sign may cover. */
  readonly taken: readonly LabelBox[]
}

/** Distance between a sign and the edge of the view, and between two signs, px. */
const gapPx = 8
/** Step along the edge when looking for a free place, px. */
const stepPx = 8

const areTooClose = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width + gapPx &&
  b.x < a.x + a.width + gapPx &&
  a.y < b.y + b.height + gapPx &&
  b.y < a.y + a.height + gapPx

/** The rectangle on whose edge the middle of a sign may lie. */
const rimOf = ({ width, height }: EdgeArea, sign: EdgeSign) => {
  const [halfWidth, halfHeight] = [sign.width / 2 + gapPx, sign.height / 2 + gapPx]
  return {
    left: Math.min(halfWidth, width / 2),
    top: Math.min(halfHeight, height / 2),
    right: Math.max(width - halfWidth, width / 2),
    bottom: Math.max(height - halfHeight, height / 2),
  }
}
type Rim = ReturnType<typeof rimOf>

/** Where the line from the middle of the view to a place crosses the rectangle. */
const crossing = (rim: Rim, middle: Point, { x, y }: Point): Point => {
  const [dx, dy] = [x - middle.x, y - middle.y]
  const partX = dx === 0 ? Number.POSITIVE_INFINITY : ((dx > 0 ? rim.right : rim.left) - middle.x) / dx
  const partY = dy === 0 ? Number.POSITIVE_INFINITY : ((dy > 0 ? rim.bottom : rim.top) - middle.y) / dy
  const part = Math.min(partX, partY)
  if (!Number.isFinite(part)) return { x: rim.right, y: middle.y }
  return {
    x: clamp(rim.left, middle.x + dx * part, rim.right),
    y: clamp(rim.top, middle.y + dy * part, rim.bottom),
  }
}

/** Distance of a point along the rectangle's edge, clockwise from the upper left corner. */
const alongRim = ({ left, top, right, bottom }: Rim, { x, y }: Point): number => {
  const [wide, high] = [right - left, bottom - top]
  if (y <= top) return x - left
  if (x >= right) return wide + (y - top)
  if (y >= bottom) return wide + high + (right - x)
  return 2 * wide + high + (bottom - y)
}

const onRim = ({ left, top, right, bottom }: Rim, along: number): Point => {
  const [wide, high] = [right - left, bottom - top]
  const round = 2 * (wide + high)
  const at = round === 0 ? 0 : ((along % round) + round) % round
  if (at <= wide) return { x: left + at, y: top }
  if (at <= wide + high) return { x: right, y: top + at - wide }
  if (at <= 2 * wide + high) return { x: right - (at - wide - high), y: bottom }
  return { x: left, y: bottom - (at - 2 * wide - high) }
}

const boxAt = ({ x, y }: Point, { width, height }: EdgeSign): LabelBox => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** The nearest free place along the edge; the wanted place if none is free. */
const freePlace = (room: EdgeArea, sign: EdgeSign, taken: readonly LabelBox[]): Point => {
  const rim = rimOf(room, sign)
  const wanted = crossing(rim, { x: room.width / 2, y: room.height / 2 }, sign.towards)
  const isFree = (place: Point) => !taken.some((box) => areTooClose(boxAt(place, sign), box))
  if (isFree(wanted)) return wanted
  const from = alongRim(rim, wanted)
  const halfRound = rim.right - rim.left + (rim.bottom - rim.top)
  for (let away = stepPx; away <= halfRound; away += stepPx)
    for (const place of [onRim(rim, from + away), onRim(rim, from - away)]) if (isFree(place)) return place
  return wanted
}

/** Places signs at the edge of the view. Returns their middles, px, in order; earlier signs take precedence. */
export function edgePlaces(room: EdgeArea, signs: readonly EdgeSign[]): Point[] {
  const taken = [...room.taken]
  return signs.map((sign) => {
    const place = freePlace(room, sign, taken)
    taken.push(boxAt(place, sign))
    return place
  })
}

/** How often the controls are measured, ms. */
const measureEveryMs = 500

/**
 * Creates a cached measurement of the rectangles that signs and labels must not cover: elements marked `data-keep-clear`. Most of them
 * move when the size of the view changes: then it measures at once.
 * @param frame null while it is not mounted
 */
export function createClearBoxes(frame: () => HTMLElement | null) {
  let boxes: readonly LabelBox[] = []
  let measuredAt = Number.NEGATIVE_INFINITY
  let measured = { width: 0, height: 0 }
  return (now: number, { width, height }: Pick<EdgeArea, 'width' | 'height'>): readonly LabelBox[] => {
    const within = frame()
    if (now - measuredAt >= measureEveryMs || width !== measured.width || height !== measured.height) {
      boxes = within ? boxesWithin(within, '[data-keep-clear]') : []
      measuredAt = now
      measured = { width, height }
    }
    return boxes
  }
}

/** The rectangles of the visible elements that a selector finds, px of the frame. */
export function boxesWithin(frame: HTMLElement, selector: string): LabelBox[] {
  const origin = frame.getBoundingClientRect()
  return [...frame.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ x, y, width, height }) => ({ x: x - origin.x, y: y - origin.y, width, height }))
}
