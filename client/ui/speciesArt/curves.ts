/** A point of a drawing; `radius` only in tubes. A corner is not smoothed. */
export interface Point {
  readonly x: number
  readonly y: number
  readonly radius?: number | undefined
  readonly corner?: boolean | undefined
}

/** @param text points `x,y` or `x,y,radius`, separated by blanks; `^` after a point makes it a corner */
export function parsePoints(text: string): readonly Point[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [x, y, radius] = word.replace('^', '').split(',').map(Number)
      if (x === undefined || y === undefined || [x, y, radius ?? 0].some(Number.isNaN))
        throw new Error(`"${word}" is not a point.`)
      return { x, y, radius, corner: word.endsWith('^') }
    })
}

const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
const lengthOf = ({ x, y }: Point) => Math.hypot(x, y)
const unit = (point: Point): Point => {
  const length = lengthOf(point) || 1
  return { x: point.x / length, y: point.y / length }
}
const ahead = (from: Point, direction: Point, by: number): Point => ({
  x: from.x + direction.x * by,
  y: from.y + direction.y * by,
})

/** The outline around a centre line whose points have radii: a limb, a neck, a tail. Both ends are rounded. */
export function tubeOutline(line: readonly Point[]): readonly Point[] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 2) throw new Error('A tube needs at least two points.')
  const along = line.map((point, at) => unit(minus(line[at + 1] ?? point, line[at - 1] ?? point)))
  const side = (sign: 1 | -1) =>
    line.map((point, at) => {
      const { x, y } = along[at] as Point
      return ahead(point, { x: -y * sign, y: x * sign }, point.radius ?? 0)
    })
  const nose = ahead(last, along.at(-1) as Point, last.radius ?? 0)
  const end = ahead(first, along[0] as Point, -(first.radius ?? 0))
  return [end, ...side(1), nose, ...side(-1).toReversed()]
}

/** The right half of an outline, from front to back on the middle line, completed by its mirror image. */
export const completeHalf = (half: readonly Point[]): readonly Point[] => [
  ...half,
  ...mirror(half.filter((point) => point.x !== 0)).toReversed(),
]

export const mirror = (points: readonly Point[]): readonly Point[] => points.map((point) => ({ ...point, x: -point.x }))

const areaOf = (points: readonly Point[]) =>
  points.reduce((sum, { x, y }, at) => {
    const next = points[(at + 1) % points.length] as Point
    return sum + x * next.y - next.x * y
  }, 0)

const written = ({ x, y }: Point) => `${+x.toFixed(1)} ${+y.toFixed(1)}`

/**
 * A smooth closed path through the points: Catmull-Rom tangents whose handles are a third of each chord, so that uneven
 * distances do not overshoot. All paths run clockwise: where two of them overlap, the non-zero rule fills both.
 */
export function closedPath(points: readonly Point[]): string {
  const ring = areaOf(points) < 0 ? points.toReversed() : points
  const of = (at: number) => ring[(at + ring.length) % ring.length] as Point
  const handle = (at: number, towards: 1 | -1) => {
    const [point, next] = [of(at), of(at + towards)]
    const direction = point.corner ? minus(next, point) : minus(of(at + towards), of(at - towards))
    return ahead(point, unit(direction), lengthOf(minus(next, point)) / 3)
  }
  const curves = ring.map((_, at) => `C${[handle(at, 1), handle(at + 1, -1), of(at + 1)].map(written).join(' ')}`)
  return `M${written(of(0))}${curves.join('')}Z`
}
