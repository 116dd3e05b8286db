import { type Grid, sample } from '../../shared/features/world/terrain/grid.ts'
import { ramp } from '../../shared/features/world/terrain/shape.ts'
import { hillShade } from './hillShade.ts'
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
const heightTints = (palette: Palette): Colour[] => Array.from({ length: 800 }, (_, metres) => heightTint(palette, metres))

const over = (below: Colour, { colour, strength }: Ink, part: number): Colour => mix(below, colour, strength * part)

const shaded = (tint: Colour, { light, shadow }: Palette, shade: number): Colour => {
  if (shade >= 0) return over(tint, light, Math.min(1, shade * 2.6))
  const part = Math.min(1, -shade * 1.9) * shadow.strength
  const dark: Colour = [
    (tint[0] * shadow.colour[0]) / 255,
    (tint[1] * shadow.colour[1]) / 255,
    (tint[2] * shadow.colour[2]) / 255,
  ]
  return mix(tint, dark, part)
}

/** The colours of the land, three values for each cell of the fine relief: tint by height and cover, then light and shade. */
export const landTint = ({ fineRelief, cover }: Survey, shade: Grid, palette: Palette): Uint8ClampedArray => {
  const { cells, step, values } = fineRelief
  const tints = heightTints(palette)
  const colours = new Uint8ClampedArray(cells * cells * 3)
  for (let cell = 0; cell < values.length; cell++) {
    const metres = values[cell] ?? 0
    if (metres <= 0) continue
    const x = ((cell % cells) + 0.5) * step
    const y = (Math.floor(cell / cells) + 0.5) * step
    let tint = tints[Math.min(799, Math.floor(metres))] ?? palette.paper
    tint = over(tint, palette.forest, ramp(0.12, 0.6, sample(cover.forest, x, y)))
    tint = over(tint, palette.swamp, sample(cover.swamp, x, y))
    tint = over(tint, palette.rock, sample(cover.rock, x, y))
    tint = over(tint, palette.beach, sample(cover.beach, x, y))
    tint = shaded(tint, palette, shade.values[cell] ?? 0)
    colours.set(tint, cell * 3)
  }
  return colours
}

export const landShade = (survey: Survey): Grid => hillShade(survey.fineRelief)
