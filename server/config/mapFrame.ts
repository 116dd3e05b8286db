import { z } from 'zod'
import { Frame } from '../../shared/features/world/frame.ts'

/** "minLong,maxLong,minLat,maxLat": the corners of the map in the game's thousands of centimetres. */
export const MapFrame = z
  .string()
  .regex(/^(-?\d+(\.\d+)?,){3}-?\d+(\.\d+)?$/, 'four numbers: minLong,maxLong,minLat,maxLat')
  .transform((corners, context) => {
    const [minLong, maxLong, minLat, maxLat] = corners.split(',').map(Number)
    const frame = Frame.safeParse({ minLong, maxLong, minLat, maxLat })
    if (frame.success) return frame.data
    context.addIssue('four numbers minLong,maxLong,minLat,maxLat, each smallest before its largest')
    return z.NEVER
  })
