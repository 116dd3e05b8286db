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
