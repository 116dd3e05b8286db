import { z } from 'zod'

/** Width and height of the map in map units; x grows to the east, y to the south. */
export const mapSize = 4096

/** A point in map units or in game centimetres; the function that takes it says which. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Which way the game's X points. Sources disagree for Evrima, so this is configured. */
export const Axes = z.enum(['xLong', 'xLat'])
export type Axes = z.infer<typeof Axes>

const Edge = z.number().min(-10_000).max(10_000)

/** The rectangle of the world that the map shows, in thousands of game centimetres (10 m). */
export const Frame = z
  .object({ minLong: Edge, maxLong: Edge, minLat: Edge, maxLat: Edge, axes: Axes.default('xLong') })
  .refine((frame) => frame.minLong < frame.maxLong, {
    path: ['maxLong'],
    error: 'maxLong is not east of minLong: longitude grows to the east, so maxLong is the larger one',
  })
  .refine((frame) => frame.minLat < frame.maxLat, {
    path: ['maxLat'],
    error: 'maxLat is not south of minLat: latitude grows to the south in this game, so maxLat is the larger one',
  })
export type Frame = z.infer<typeof Frame>

/** The frame of the island Gateway, measured by map makers from landmarks; accurate to about ten metres. */
export const gatewayFrame: Frame = { minLong: -505, maxLong: 607, minLat: -607, maxLat: 509, axes: 'xLong' }

/** Game centimetres to map units. Not clamped: some places of the game lie outside every published map. */
export const toUnits = (frame: Frame, place: Point): Point => {
  const long = (frame.axes === 'xLong' ? place.x : place.y) / 1000
  const lat = (frame.axes === 'xLong' ? place.y : place.x) / 1000
  return {
    x: ((long - frame.minLong) / (frame.maxLong - frame.minLong)) * mapSize,
    y: ((lat - frame.minLat) / (frame.maxLat - frame.minLat)) * mapSize,
  }
}

/** Map units to game centimetres. */
export const toGame = (frame: Frame, place: Point): Point => {
  const long = ((place.x / mapSize) * (frame.maxLong - frame.minLong) + frame.minLong) * 1000
  const lat = ((place.y / mapSize) * (frame.maxLat - frame.minLat) + frame.minLat) * 1000
  return frame.axes === 'xLong' ? { x: long, y: lat } : { x: lat, y: long }
}

/** Metres per map unit, the mean of both directions (they differ by less than one percent). */
export const metresPerUnit = (frame: Frame): number =>
  ((frame.maxLong - frame.minLong + (frame.maxLat - frame.minLat)) / 2 / mapSize) * 10

/** A place on the map, in map units. */
export const Place = z.object({ x: z.number(), y: z.number() })
export type Place = z.infer<typeof Place>

/** Whether a place chosen by a user lies on the map. Animals may be outside. */
export const isOnMap = ({ x, y }: Place) => x >= 0 && y >= 0 && x <= mapSize && y <= mapSize

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

const problemWith = (a: Landmark, b: Landmark, axes: Axes): string | null => {
  const numbers = [a.game.x, a.game.y, a.units.x, a.units.y, b.game.x, b.game.y, b.units.x, b.units.y]
  if (!numbers.every(Number.isFinite)) return 'a landmark holds something that is not a number'
  for (const [axis, apart] of [
    ['x', Math.abs(a.units.x - b.units.x)],
    ['y', Math.abs(a.units.y - b.units.y)],
  ] as const)
    if (apart < leastUnits)
      return `the landmarks are ${apart.toFixed(0)} units apart in ${axis}: choose two that are at least ${leastUnits} apart both ways`
  const long = axes === 'xLong' ? b.game.x - a.game.x : b.game.y - a.game.y
  const lat = axes === 'xLong' ? b.game.y - a.game.y : b.game.x - a.game.x
  if (long * (b.units.x - a.units.x) <= 0 || lat * (b.units.y - a.units.y) <= 0)
    return `the landmarks would mirror the map with axes "${axes}": check the numbers, exchange the two landmarks' places, or try axes "${axes === 'xLong' ? 'xLat' : 'xLong'}"`
  return null
}

/** The frame in which both landmarks are where the map shows them, or the reason why there is none. */
export const calibrate = (a: Landmark, b: Landmark, axes: Axes = 'xLong'): Calibration => {
  const wrong = problemWith(a, b, axes)
  if (wrong !== null) return refuse(wrong)
  const [gameX, gameY] = axes === 'xLong' ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const long = edges(a.game[gameX], b.game[gameX], a.units.x, b.units.x)
  const lat = edges(a.game[gameY], b.game[gameY], a.units.y, b.units.y)
  const frame = Frame.safeParse({ minLong: long.first, maxLong: long.last, minLat: lat.first, maxLat: lat.last, axes })
  return frame.success ? { frame: frame.data } : refuse(frame.error.issues.map((issue) => issue.message).join('; '))
}
