import { z } from 'zod'
import { mapSize } from './frame.ts'

/** A place on the map, in map units. */
export const Place = z.object({ x: z.number(), y: z.number() })
export type Place = z.infer<typeof Place>

/** Some animals walk beyond the map's edge; whoever points at a place points at the map. */
export const isOnMap = ({ x, y }: Place) => x >= 0 && y >= 0 && x <= mapSize && y <= mapSize
