import { sample } from '../../shared/features/world/terrain/grid.ts'
import { ramp } from '../../shared/features/world/terrain/shape.ts'
import type { Colour, Palette } from './palette.ts'
import { mix } from './print.ts'
import type { Survey } from './survey.ts'

/** Lines that follow the shore, as engravers drew water: how far out each runs, in map units, and how strong it is. */
const waterLines = [
  [5.5, 0.9],
  [12, 0.66],
  [20, 0.48],
  [30, 0.34],
  [42.5, 0.22],
  [58, 0.13],
] as const

const lineWidth = 1.1

/** How much of a water line falls on a place so far off the shore. */
const lineAt = (off: number): number => {
  for (const [at, strength] of waterLines) {
    const away = Math.abs(off - at)
    if (away < lineWidth) return strength * (1 - away / lineWidth)
  }
  return 0
}

/** Metres of depth at which the sea is drawn a step darker, the edge of each step with a thin line. */
const isobaths = [6, 14, 26, 42, 62] as const

/** How deep the tint is, 0 to 1: in steps, with a little of the slope between them. */
const stepsAt = (depth: number): number => {
  const steps = isobaths.reduce((sum, from) => sum + ramp(from - 0.25, from + 0.25, depth), 0) / isobaths.length
  return 0.82 * steps + 0.18 * Math.min(1, depth / 75)
}

/** Tints by tenths of a metre of depth. */
const depthTints = ({ shallows, shelf, deep }: Palette): Colour[] =>
  Array.from({ length: 1000 }, (_, tenth) => {
    const part = stepsAt(tenth / 10)
    return part < 0.4 ? mix(shallows, shelf, part / 0.4) : mix(shelf, deep, (part - 0.4) / 0.6)
  })

/** The colour of the water at a place of the sheet: darker with depth, lined along the shore. */
export const createWaterTint = ({ offShore, seabed }: Survey, palette: Palette) => {
  const tints = depthTints(palette)
  const { colour, strength } = palette.waterLine
  return (x: number, y: number): Colour => {
    const depth = Math.min(99.9, Math.max(0, -sample(seabed, x, y)))
    const tint = tints[Math.floor(depth * 10)] ?? palette.deep
    const line = lineAt(sample(offShore, x, y))
    return line > 0 ? mix(tint, colour, line * strength) : tint
  }
}
