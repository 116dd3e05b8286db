import { type Axes, Frame, mapSize, type Point } from './frame.ts'

/** A place known in both systems: game centimetres and map units. */
export interface Landmark {
  readonly game: Point
  readonly units: Point
}

type Calibration = { readonly frame: Frame } | { readonly error: string }

/** Minimum distance of landmarks along each axis: nearer ones turn an error of a metre into a visibly wrong frame. */
const leastUnits = 100

const refuse = (error: string): Calibration => ({ error })

/** The two ends of the map along one axis, in thousands of centimetres. */
const edges = (gameA: number, gameB: number, unitsA: number, unitsB: number) => {
  const perUnit = (gameB - gameA) / 1000 / (unitsB - unitsA)
  const first = gameA / 1000 - unitsA * perUnit
  return { first, last: first + perUnit * mapSize }
}

const problemWith = (a: Landmark, b: Landmark, axes: Axes, nameOf: (axes: Axes) => string): string | null => {
  const numbers = [a.game.x, a.game.y, a.units.x, a.units.y, b.game.x, b.game.y, b.units.x, b.units.y]
  if (!numbers.every(Number.isFinite)) return 'a landmark holds something that is not a number'
  for (const [axis, apart] of [
    ['x', Math.abs(a.units.x - b.units.x)],
    ['y', Math.abs(a.units.y - b.units.y)],
  ] as const)
    if (apart < leastUnits)
      return `the landmarks are ${unitsText(apart)} apart in ${axis}: choose two that are at least ${leastUnits} apart both ways`
  const long = axes === 'xLong' ? b.game.x - a.game.x : b.game.y - a.game.y
  const lat = axes === 'xLong' ? b.game.y - a.game.y : b.game.x - a.game.x
  if (long * (b.units.x - a.units.x) <= 0 || lat * (b.units.y - a.units.y) <= 0)
    return `the landmarks would mirror the map with axes "${nameOf(axes)}": check the numbers, exchange the two landmarks' places, or try axes "${nameOf(axes === 'xLong' ? 'xLat' : 'xLong')}"`
  return null
}

const unitsText = (count: number) => (count.toFixed(0) === '1' ? '1 unit' : `${count.toFixed(0)} units`)

/**
 * The frame in which both landmarks are where the map shows them, or the reason why there is none.
 * @param nameOf how the reason names axes; by default as the configuration does
 */
export const calibrate = (
  a: Landmark,
  b: Landmark,
  axes: Axes = 'xLong',
  nameOf: (axes: Axes) => string = String,
): Calibration => {
  const wrong = problemWith(a, b, axes, nameOf)
  if (wrong !== null) return refuse(wrong)
  const [gameX, gameY] = axes === 'xLong' ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const long = edges(a.game[gameX], b.game[gameX], a.units.x, b.units.x)
  const lat = edges(a.game[gameY], b.game[gameY], a.units.y, b.units.y)
  const frame = Frame.safeParse({ minLong: long.first, maxLong: long.last, minLat: lat.first, maxLat: lat.last, axes })
  return frame.success ? { frame: frame.data } : refuse(frame.error.issues.map((issue) => issue.message).join('; '))
}
