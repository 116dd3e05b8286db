import { mapSize } from '../../shared/features/world/frame.ts'
import { regions } from '../../shared/features/world/regions.ts'
import type { Tokens } from '../themes/moods.ts'
import { type Sheet, sheetOf } from './sheet.ts'

const sizePx = 768
const cellPx = 3
/** How far land reaches around the named regions: the higher, the smaller the island. */
const shore = 0.55
const contours = [shore, 0.9, 1.5, 2.6]

/** How much land the named regions make of a place: each pulls the more, the nearer and the larger it is. */
const landAt = (x: number, y: number) =>
  regions.reduce(
    (sum, region) =>
      sum + (region.radius * 2.2) ** 2 / (region.radius ** 2 + (x - region.x) ** 2 + (y - region.y) ** 2),
    0,
  ) / 4

/**
 * A plain sheet for when the island's picture does not come: a coast drawn around the eleven named regions, with a few
 * contour steps. It says roughly where one is, and does not pretend to be the island.
 */
export function sketchSheet(tokens: Tokens): Sheet {
  const canvas = document.createElement('canvas')
  canvas.width = sizePx
  canvas.height = sizePx
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw the map on.')
  context.fillStyle = tokens.sea
  context.fillRect(0, 0, sizePx, sizePx)
  context.fillStyle = tokens.surface
  const unitsPerPx = mapSize / sizePx
  for (let y = 0; y < sizePx; y += cellPx)
    for (let x = 0; x < sizePx; x += cellPx) {
      const land = landAt((x + cellPx / 2) * unitsPerPx, (y + cellPx / 2) * unitsPerPx)
      const step = contours.filter((contour) => land > contour).length
      if (step === 0) continue
      context.globalAlpha = 0.6 + step * 0.1
      context.fillRect(x, y, cellPx, cellPx)
    }
  return sheetOf({ source: canvas, width: sizePx, height: sizePx }, { sketched: true, owners: false })
}
