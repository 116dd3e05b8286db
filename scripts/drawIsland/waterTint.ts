import { ramp } from '../../shared/features/world/terrain/shape.ts'
import type { Colour, Palette } from './palette.ts'
import { mix } from './print.ts'

/** Lines that follow the shore, as engravers drew water: how far out each runs, in map units, and how strong it is. */
const waterLines = [
  [6, 0.85],
  [13.5, 0.62],
  [23, 0.46],
  [35, 0.33],
  [50, 0.23],
  [69, 0.15],
  [92, 0.09],
] as const

const lineWidth = 1.15

/** How much of a water line falls on a place so far off the shore. */
const lineAt = (off: number): number => {
  for (const [at, strength] of waterLines) {
    const away = Math.abs(off - at)
    if (away < lineWidth) return strength * (1 - away / lineWidth)
  }
  return 0
}

/** Steps of depth, drawn as bands with soft edges: where each begins, in map units off shore. */
const bands = [70, 150, 260, 400] as const

const depthTint = ({ shallows, shelf, deep }: Palette, off: number): Colour => {
  const near = mix(shallows, shelf, ramp(0, bands[0], off))
  const steps = bands.reduce((sum, from) => sum + ramp(from - 5, from + 5, off), 0) / bands.length
  return mix(near, deep, 0.85 * steps + 0.15 * ramp(0, 600, off))
}

/** All tints of water by tenths of a map unit off shore, water lines included; see `tintAt`. */
export const waterTints = (palette: Palette): Colour[] =>
  Array.from({ length: 7000 }, (_, tenth) => {
    const off = tenth / 10
    return mix(depthTint(palette, off), palette.waterLine.colour, palette.waterLine.strength * lineAt(off))
  })

export const tintAt = (tints: readonly Colour[], off: number): Colour =>
  tints[Math.min(tints.length - 1, Math.floor(off * 10))] ?? [0, 0, 0]
