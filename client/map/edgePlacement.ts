import type { Point } from '../../shared/features/world/frame.ts'
import type { Marker, Relation } from './markerLayer.ts'
import type { Scene } from './scene.ts'

/** Something that a sign at the edge of the view points to while it is outside. */
export interface EdgeTarget {
  readonly id: string
  readonly label: string
  readonly relation: Relation | 'waypoint'
}

const waypointId = 'waypoint'

export const edgeTargets = (friendly: readonly Marker[], hasWaypoint: boolean): EdgeTarget[] => [
  ...friendly.toReversed().map(({ id, label, relation }) => ({ id, label, relation })),
  ...(hasWaypoint ? [{ id: waypointId, label: 'Waypoint', relation: 'waypoint' as const }] : []),
]

/** Where it is now; null where that is not known. */
export const placeOfTarget = ({ markerLayer, overlays }: Scene, { id, relation }: EdgeTarget): Point | null => {
  if (relation === 'waypoint') return overlays.waypoint
  const marker = markerLayer.find(id)
  return marker ? markerLayer.at(marker, markerLayer.now()) : null
}

/** Where one is oneself; null while one's own animal has no place. */
export const ownPlace = ({ markerLayer }: Scene): Point | null => {
  const own = markerLayer.friendly().at(-1)
  return own?.relation === 'own' ? markerLayer.at(own, markerLayer.now()) : null
}

/** A rectangle on the screen, in CSS px. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A sign that points to something outside the view. */
interface EdgeSign {
  /** Where that is, px of the view: outside it. */
  readonly towards: Point
  /** How large the sign is, px. */
  readonly width: number
  readonly height: number
}

interface EdgeArea {
  readonly width: number
  readonly height: number
  /** What no sign may lie on. */
  readonly taken: readonly Box[]
}

/** Between a sign and the rim of the view, and between two of them, px. */
const gapPx = 8
/** How far along the rim a sign steps to get out of the way, px. */
const stepPx = 8

const between = (least: number, wanted: number, most: number) => Math.max(least, Math.min(most, wanted))

const doMeet = (a: Box, b: Box) =>
  a.x < b.x + b.width + gapPx &&
  b.x < a.x + a.width + gapPx &&
  a.y < b.y + b.height + gapPx &&
  b.y < a.y + a.height + gapPx

/** The rectangle on whose rim the middle of a sign may be. */
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

/** Where the line from the middle of the view towards a place crosses the rim. */
const crossing = (rim: Rim, middle: Point, { x, y }: Point): Point => {
  const [dx, dy] = [x - middle.x, y - middle.y]
  const partX = dx === 0 ? Number.POSITIVE_INFINITY : ((dx > 0 ? rim.right : rim.left) - middle.x) / dx
  const partY = dy === 0 ? Number.POSITIVE_INFINITY : ((dy > 0 ? rim.bottom : rim.top) - middle.y) / dy
  const part = Math.min(partX, partY)
  if (!Number.isFinite(part)) return { x: rim.right, y: middle.y }
  return {
    x: between(rim.left, middle.x + dx * part, rim.right),
    y: between(rim.top, middle.y + dy * part, rim.bottom),
  }
}

/** How far along the rim a point of it is, clockwise from its upper left corner. */
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

const boxAt = ({ x, y }: Point, { width, height }: EdgeSign): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** The free place on the rim nearest to where the sign belongs; there itself if none is free. */
const freePlace = (room: EdgeArea, sign: EdgeSign, taken: readonly Box[]): Point => {
  const rim = rimOf(room, sign)
  const wanted = crossing(rim, { x: room.width / 2, y: room.height / 2 }, sign.towards)
  const isFree = (place: Point) => !taken.some((box) => doMeet(boxAt(place, sign), box))
  if (isFree(wanted)) return wanted
  const from = alongRim(rim, wanted)
  const halfRound = rim.right - rim.left + (rim.bottom - rim.top)
  for (let away = stepPx; away <= halfRound; away += stepPx)
    for (const place of [onRim(rim, from + away), onRim(rim, from - away)]) if (isFree(place)) return place
  return wanted
}

/** Where signs lie at the edge of the view: their middles, px, in their order. The first has the first choice. */
export function edgePlaces(room: EdgeArea, signs: readonly EdgeSign[]): Point[] {
  const taken = [...room.taken]
  return signs.map((sign) => {
    const place = freePlace(room, sign, taken)
    taken.push(boxAt(place, sign))
    return place
  })
}

/** How often controls are measured: they move only when somebody opens one. */
const measureEveryMs = 500

/**
 * Where the controls lie over the map, so that no sign lies on them: whatever in the frame is marked `data-keep-clear`.
 * @param frame null while it is not mounted
 */
export function createClearBoxes(frame: () => HTMLElement | null): (now: number) => readonly Box[] {
  let boxes: readonly Box[] = []
  let measuredAt = Number.NEGATIVE_INFINITY
  const measure = () => {
    const within = frame()
    if (!within) return []
    const origin = within.getBoundingClientRect()
    return [...within.querySelectorAll('[data-keep-clear]')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ x, y, width, height }) => ({ x: x - origin.x, y: y - origin.y, width, height }))
  }
  return (now) => {
    if (now - measuredAt >= measureEveryMs) {
      boxes = measure()
      measuredAt = now
    }
    return boxes
  }
}
