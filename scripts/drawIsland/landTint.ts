import { type Grid, paint, sample } from '../../shared/features/world/terrain/grid.ts'
import { createNoise, layered } from '../../shared/features/world/terrain/noise.ts'
import { ramp } from '../../shared/features/world/terrain/shape.ts'
import type { Colour, Ink, Palette } from './palette.ts'
import { mix } from './print.ts'
import type { Survey } from './survey.ts'

/** The colour of bare land at a height. */
const heightTint = ({ heights }: Palette, metres: number): Colour => {
  const above = heights.findIndex(([from]) => from > metres)
  const low = heights[(above < 0 ? heights.length : above) - 1] ?? heights[0]
  const high = heights[above < 0 ? heights.length - 1 : above] ?? low
  if (!low || !high) return [0, 0, 0]
  const span = high[0] - low[0]
  return mix(low[1], high[1], span > 0 ? (metres - low[0]) / span : 0)
}

/** All tints by whole metres, so that they are mixed once. */
const heightTints = (palette: Palette): Colour[] =>
  Array.from({ length: 800 }, (_, metres) => heightTint(palette, metres))

/** Lays an ink over a tint, which is changed: millions of cells are too many for a new list each. */
const over = (tint: Float64Array, { colour, strength }: Ink, part: number): void => {
  const cover = strength * part
  for (let channel = 0; channel < 3; channel++)
    tint[channel] = (tint[channel] ?? 0) * (1 - cover) + (colour[channel] ?? 0) * cover
}

/** Puts a tint into the light or the shade; see `hillShade`. */
export const shadeOver = (tint: Float64Array, { light, shadow }: Palette, shade: number): void => {
  if (shade >= 0) over(tint, light, Math.min(1, shade * 2.6))
  const part = shadow.strength * Math.min(1, Math.max(0, -shade))
  for (let channel = 0; channel < 3; channel++)
    tint[channel] = (tint[channel] ?? 0) * (1 - part + (part * (shadow.colour[channel] ?? 0)) / 255)
}

/** Where the grass is greener, 0 to 1. */
const meadowPatches = (seed: number): Grid => {
  const noise = createNoise(seed, 'meadow')
  return paint(256, (x, y) => ramp(-0.35, 0.5, layered(noise, x / 380, y / 380, 3, 0.6)))
}

/** The colours of the land, three values for each cell of the fine relief: tint by height and cover, then light and shade. */
export const landTint = (
  { seed, fineRelief, cover, offShore }: Survey,
  shade: Grid,
  palette: Palette,
): Uint8ClampedArray => {
  const { cells, step, values } = fineRelief
  const tints = heightTints(palette)
  const colours = new Uint8ClampedArray(cells * cells * 3)
  const tint = new Float64Array(3)
  const meadows = meadowPatches(seed)
  for (let cell = 0; cell < values.length; cell++) {
    // A little further than the shore, so that the land's rim is not mixed with nothing.
    if ((offShore.values[cell] ?? 0) > 12) continue
    const x = ((cell % cells) + 0.5) * step
    const y = (Math.floor(cell / cells) + 0.5) * step
    tint.set(tints[Math.min(799, Math.max(0, Math.floor(values[cell] ?? 0)))] ?? palette.paper)
    over(tint, palette.meadow, sample(meadows, x, y))
    over(tint, palette.forest, ramp(0.12, 0.6, sample(cover.forest, x, y)))
    over(tint, palette.swamp, sample(cover.swamp, x, y))
    over(tint, palette.rock, sample(cover.rock, x, y))
    over(tint, palette.beach, sample(cover.beach, x, y))
    shadeOver(tint, palette, shade.values[cell] ?? 0)
    for (let channel = 0; channel < 3; channel++) colours[cell * 3 + channel] = tint[channel] ?? 0
  }
  return colours
}
