import type { Grid } from '../../shared/features/world/terrain/grid.ts'
import { metresPerStep } from '../../shared/features/world/terrain/metres.ts'
import { blurred } from './smooth.ts'

/** Lights around the sky: where each stands (x east, y south, as a unit vector) and its share. The main one is north-west. */
const lights = [
  [-Math.SQRT1_2, -Math.SQRT1_2, 0.58],
  [-1, 0, 0.2],
  [0, -1, 0.16],
  [Math.SQRT1_2, -Math.SQRT1_2, 0.06],
] as const

const heightOfLight = Math.SQRT1_2

/** Brightness minus that of flat ground, for slopes made `steeper` than they are. */
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

/** Shadows deepen ever more slowly, so that the darkest slopes keep their forms; -1 is never reached. */
const soften = (shade: number): number => (shade >= 0 ? shade : shade / (0.55 - shade))

/**
 * How much lighter (above 0) or darker (below 0, to -1) every place is than flat ground. The shade of the land without its
 * small valleys is laid under that of all of it, so that ranges read as one from afar; both grow stronger with height, as
 * the air is clearer above.
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
