import type { Point } from '../../shared/features/world/frame.ts'

/** A rectangle on the screen, in CSS px. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A sign that points to something outside the view. */
export interface EdgeSign {
  /** Where that is, px of the view: outside it. */
  readonly towards: Point
  /** How large the sign is, px. */
  readonly width: number
  readonly height: number
}

export interface Room {
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
const rimOf = ({ width, height }: Room, sign: EdgeSign) => {
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
const freePlace = (room: Room, sign: EdgeSign, taken: readonly Box[]): Point => {
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
export function edgePlaces(room: Room, signs: readonly EdgeSign[]): Point[] {
  const taken = [...room.taken]
  return signs.map((sign) => {
    const place = freePlace(room, sign, taken)
    taken.push(boxAt(place, sign))
    return place
  })
}
