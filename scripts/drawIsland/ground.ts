import { type Grid, metresPerStep, paint, sample } from '../../server/game/island/grid.ts'
import { createNoise, layered } from '../../server/game/island/noise.ts'
import { ramp } from '../../server/game/island/shape.ts'
import { lay, mix, type Picture, pictureSize } from './mask.ts'
import type { Colour, Ink, Palette } from './palette.ts'
import { blurred } from './raster.ts'
import type { Survey } from './survey.ts'

/** Interpolates the land's colour at a pixel; the grid has half as many cells per side as the image has pixels. */
const layLand = ({ pixels }: Picture, colours: Uint8ClampedArray, cells: number, column: number, row: number): void => {
  const left = Math.max(0, (column - 1) >> 1)
  const top = Math.max(0, (row - 1) >> 1)
  const right = Math.min(left + 1, cells - 1)
  const below = Math.min(top + 1, cells - 1)
  const alongX = column % 2 === 0 ? 0.75 : 0.25
  const alongY = row % 2 === 0 ? 0.75 : 0.25
  const i = (row * pictureSize + column) * 3
  for (let channel = 0; channel < 3; channel++) {
    const a = colours[(top * cells + left) * 3 + channel] ?? 0
    const b = colours[(top * cells + right) * 3 + channel] ?? 0
    const c = colours[(below * cells + left) * 3 + channel] ?? 0
    const d = colours[(below * cells + right) * 3 + channel] ?? 0
    pixels[i + channel] = (a + (b - a) * alongX) * (1 - alongY) + (c + (d - c) * alongX) * alongY
  }
}

const spreadOver = (survey: Survey, picture: Picture, land: Uint8ClampedArray): void => {
  const tintAt = createWaterTint(survey, picture.palette)
  const { cells } = survey.fineRelief
  for (let row = 0, pixel = 0; row < pictureSize; row++)
    for (let column = 0; column < pictureSize; column++, pixel++) {
      const wet = (survey.water[pixel] ?? 0) / 255
      if (wet < 1) layLand(picture, land, cells, column, row)
      if (wet > 0) lay(picture, pixel, tintAt(column + 0.5, row + 0.5), wet)
    }
}

/** Draws shaded land and water on all images. */
export const drawGround = (survey: Survey, shade: Grid, pictures: readonly Picture[]): void => {
  for (const picture of pictures) spreadOver(survey, picture, landTint(survey, shade, picture.palette))
}

/** The colour of bare land at a height. */
const heightTint = ({ heights }: Palette, metres: number): Colour => {
  const above = heights.findIndex(([from]) => from > metres)
  const low = heights[(above < 0 ? heights.length : above) - 1] ?? heights[0]
  const high = heights[above < 0 ? heights.length - 1 : above] ?? low
  if (!low || !high) return [0, 0, 0]
  const span = high[0] - low[0]
  return mix(low[1], high[1], span > 0 ? (metres - low[0]) / span : 0)
}

/** Colours by whole metres, computed once. */
const heightTints = (palette: Palette): Colour[] =>
  Array.from({ length: 800 }, (_, metres) => heightTint(palette, metres))

/** Blends an ink over a tint in place: allocating for millions of cells would be slow. */
const over = (tint: Float64Array, { colour, strength }: Ink, part: number): void => {
  const cover = strength * part
  for (let channel = 0; channel < 3; channel++)
    tint[channel] = (tint[channel] ?? 0) * (1 - cover) + (colour[channel] ?? 0) * cover
}

/** Applies light or shade to a tint; see `hillShade`. */
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

/**
 * The colours of the land, three values per cell of the fine relief: tint by height and cover, then light and shade.
 */
const landTint = ({ seed, fineRelief, cover, offShore }: Survey, shade: Grid, palette: Palette): Uint8ClampedArray => {
  const { cells, step, values } = fineRelief
  const tints = heightTints(palette)
  const colours = new Uint8ClampedArray(cells * cells * 3)
  const tint = new Float64Array(3)
  const meadows = meadowPatches(seed)
  for (let cell = 0; cell < values.length; cell++) {
    // A little beyond the shore, because pixels at the shore are interpolated.
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

/** Lines parallel to the shore: distance in map units and strength of each. */
const waterLines = [
  [5.5, 0.9],
  [12, 0.66],
  [20, 0.48],
  [30, 0.34],
  [42.5, 0.22],
  [58, 0.13],
] as const

const lineWidth = 1.1

/** Strength of the shore lines at a distance from the shore. */
const lineAt = (off: number): number => {
  for (const [at, strength] of waterLines) {
    const away = Math.abs(off - at)
    if (away < lineWidth) return strength * (1 - away / lineWidth)
  }
  return 0
}

/** Depths in metres at which the sea's colour gets a step darker, each with a thin line. */
const isobaths = [6, 14, 26, 42, 62] as const

/** The depth as a tint from 0 to 1: in steps, with a slight gradient between them. */
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

/** The colour of water at a place: darker with depth, with lines along the shore. */
const createWaterTint = ({ offShore, seabed }: Survey, palette: Palette) => {
  const tints = depthTints(palette)
  const { colour, strength } = palette.waterLine
  return (x: number, y: number): Colour => {
    const depth = Math.min(99.9, Math.max(0, -sample(seabed, x, y)))
    const tint = tints[Math.floor(depth * 10)] ?? palette.deep
    const line = lineAt(sample(offShore, x, y))
    return line > 0 ? mix(tint, colour, line * strength) : tint
  }
}

/** Light sources: direction (x east, y south, a unit vector) and share. The main one is in the north-west. */
const lights = [
  [-Math.SQRT1_2, -Math.SQRT1_2, 0.58],
  [-1, 0, 0.2],
  [0, -1, 0.16],
  [Math.SQRT1_2, -Math.SQRT1_2, 0.06],
] as const

const heightOfLight = Math.SQRT1_2

/** Brightness relative to flat ground, with slopes exaggerated by `steeper`. */
const shadeOf = (relief: Grid, steeper: number): Float32Array => {
  const { cells, values } = relief
  const shade = new Float32Array(values.length)
  const perMetre = steeper / (2 * metresPerStep(relief))
  for (let cell = cells; cell < values.length - cells; cell++) {
    const dx = ((values[cell + 1] ?? 0) - (values[cell - 1] ?? 0)) * perMetre
    const dy = ((values[cell + cells] ?? 0) - (values[cell - cells] ?? 0)) * perMetre
    const upright = 1 / Math.sqrt(1 + dx * dx + dy * dy)
    let brightness = 0
    for (const [x, y, part] of lights) brightness += part * Math.max(0, (1 - dx * x - dy * y) * heightOfLight * upright)
    shade[cell] = brightness - heightOfLight
  }
  return shade
}

/** Compresses shadows, so that dark slopes keep contrast; -1 is never reached. */
const soften = (shade: number): number => (shade >= 0 ? shade : shade / (0.55 - shade))

/**
 * Lightness relative to flat ground: above 0 lighter, below 0 darker, down to -1. The shade of the smoothed land is
 * added to that of the detailed land, so that ranges are visible from afar; both grow with height, as in clearer air.
 */
export const hillShade = (relief: Grid): Grid => {
  const fine = shadeOf(relief, 1.5)
  const large = shadeOf(blurred(relief, 16), 2.2)
  const values = fine.map((shade, cell) => {
    const clarity = 0.66 + 0.34 * Math.min(1, (relief.values[cell] ?? 0) / 320)
    return soften((0.8 * shade + 0.34 * (large[cell] ?? 0)) * clarity)
  })
  return { ...relief, values }
}
