import { z } from 'zod'

const number = '-?\\d+(?:\\.\\d+)?'
const point = `(${number}),(${number})=(${number}),(${number})`
const pointPair = new RegExp(`^\\s*${point}\\s*;\\s*${point}\\s*$`)

/** "gameX,gameY=unitX,unitY" twice: two places known in the game's centimetres and on the map (0 to 4096). */
export const MapPoints = z.string().transform((text, context) => {
  const numbers = pointPair.exec(text)?.slice(1).map(Number)
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
