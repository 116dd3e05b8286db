import { z } from 'zod'
import { Frame } from '../../shared/features/world/frame.ts'

/** "minLong,maxLong,minLat,maxLat": the edges of the map in thousands of the game's centimetres. */
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

const number = '-?\\d+(?:\\.\\d+)?'
const placePattern = `(${number}),(${number})=(${number}),(${number})`
const placePair = new RegExp(`^\\s*${placePattern}\\s*;\\s*${placePattern}\\s*$`)

/** "gameX,gameY=unitX,unitY" twice: two places in the game's centimetres and in map units (0 to 4096). */
export const MapPoints = z.string().transform((text, context) => {
  const numbers = placePair.exec(text)?.slice(1).map(Number)
  if (!numbers) {
    context.addIssue('two places, gameX,gameY=unitX,unitY;gameX,gameY=unitX,unitY')
    return z.NEVER
  }
  const [ax = 0, ay = 0, au = 0, av = 0, bx = 0, by = 0, bu = 0, bv = 0] = numbers
  return [
    { game: { x: ax, y: ay }, units: { x: au, y: av } },
    { game: { x: bx, y: by }, units: { x: bu, y: bv } },
  ] as const
})
