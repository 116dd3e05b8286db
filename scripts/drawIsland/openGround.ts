import { metresPerMapUnit, sample } from '../../server/game/island/grid.ts'
import { createNoise, layered } from '../../server/game/island/noise.ts'
import { ramp } from '../../server/game/island/shape.ts'
import type { Mask, Picture } from './mask.ts'
import { scatter } from './scatter.ts'
import { onLand, type Survey } from './survey.ts'

/** A tuft of blades from one foot. */
const drawTuft = (mask: Mask, x: number, y: number, height: number, blades: number, pen: number): void => {
  for (let blade = 0; blade < blades; blade++) {
    const lean = blades === 1 ? 0 : (blade / (blades - 1) - 0.5) * 1.5
    mask.line([
      { x: x + lean * 1.2, y, width: pen },
      { x: x + lean * height * 0.62, y: y - height * (1 - 0.28 * Math.abs(lean)), width: pen * 0.6 },
    ])
  }
}

/** Swamp symbols: short horizontal lines of water, some with reeds. */
export const drawSwamp = (survey: Survey, mask: Mask, pictures: readonly Picture[]): void => {
  const spots = [...scatter(survey.seed + 31, 21)].filter(
    ({ x, y, chance }) => chance < 0.85 * ramp(0.3, 0.7, sample(survey.cover.swamp, x, y)),
  )
  const land = onLand(survey)
  for (const { x, y, size } of spots) {
    const half = 3.5 + 4.5 * size
    mask.line([
      { x: x - half, y, width: 1.05 },
      { x: x + half, y, width: 1.05 },
    ])
    mask.line([
      { x: x - half * 0.45 + 2, y: y + 3.4, width: 0.9 },
      { x: x + half * 0.55 + 2, y: y + 3.4, width: 0.9 },
    ])
  }
  mask.print(pictures, (palette) => palette.swampWater, land)
  mask.clear()
  for (const { x, y, kind, size } of spots) if (kind < 0.55) drawTuft(mask, x, y - 1, 5 + 2.5 * size, 4, 1)
  mask.print(pictures, (palette) => palette.reed, land)
  mask.clear()
}

/** Tufts of grass on open land. */
export const drawGrass = (survey: Survey, mask: Mask, pictures: readonly Picture[]): void => {
  const { forest, rock, swamp, beach } = survey.cover
  for (const { x, y, chance, size, kind } of scatter(survey.seed + 37, 19)) {
    const open = ramp(0.3, 0.08, sample(forest, x, y)) * ramp(0.25, 0.05, sample(rock, x, y))
    const dry = ramp(0.3, 0.1, sample(swamp, x, y)) * ramp(0.25, 0.05, sample(beach, x, y))
    if (chance < 0.5 * open * dry) drawTuft(mask, x, y, 3 + 2.4 * size, kind < 0.4 ? 2 : 3, 0.95)
  }
  mask.print(pictures, (palette) => palette.tuft, onLand(survey))
  mask.clear()
}

/** Grains of sand, fewer towards the land. */
export const drawSand = (survey: Survey, mask: Mask, pictures: readonly Picture[]): void => {
  for (const { x, y, chance, size } of scatter(survey.seed + 41, 4.4))
    if (chance < 0.7 * ramp(0.2, 0.9, sample(survey.cover.beach, x, y))) mask.dot(x, y, 0.6 + 0.5 * size)
  mask.print(pictures, (palette) => palette.sand, onLand(survey))
  mask.clear()
}

/** Slope to the east and to the south, in metres of rise per metre. */
const gradient = ({ relief }: Survey, x: number, y: number): [number, number] => {
  const across = 8 * metresPerMapUnit
  return [
    (sample(relief, x + 4, y) - sample(relief, x - 4, y)) / across,
    (sample(relief, x, y + 4) - sample(relief, x, y - 4)) / across,
  ]
}

/**
 * Rock hachures along the slope, heavy in the shade and thin in the light, as on alpine maps. They are clustered into
 * crags.
 */
const cutHachures = (survey: Survey, mask: Mask): void => {
  const crags = createNoise(survey.seed, 'crags of the drawing')
  for (const { x, y, chance, size, kind } of scatter(survey.seed + 23, 6.4)) {
    const rock = sample(survey.cover.rock, x, y)
    if (rock < 0.25) continue
    const [east, south] = gradient(survey, x, y)
    const slope = Math.sqrt(east * east + south * south)
    const crag = ramp(-0.35, 0.35, layered(crags, x / 62, y / 62, 2))
    if (chance > crag * ramp(0.2, 0.85, rock) * ramp(0.2, 0.55, slope)) continue
    // 1 on slopes towards the south-east, -1 on slopes towards the north-west.
    const away = (-east - south) / (slope * Math.SQRT2)
    const length = (4 + 9 * size * size) * ramp(0.1, 0.6, slope)
    const lean = (kind - 0.5) * 0.7
    const dx = (-east / slope) * Math.cos(lean) + (south / slope) * Math.sin(lean)
    const dy = (-south / slope) * Math.cos(lean) - (east / slope) * Math.sin(lean)
    const width = 0.8 + 0.9 * ramp(-0.4, 0.9, away)
    mask.line(
      [
        { x, y, width },
        { x: x + dx * length * 0.6, y: y + dy * length * 0.6, width: width * 0.85 },
        { x: x + dx * length, y: y + dy * length, width: width * 0.3 },
      ],
      0.5 + 0.5 * ramp(-0.6, 0.7, away),
    )
  }
}

/** Loose stones at the edge of rock. */
const cutScree = (survey: Survey, mask: Mask): void => {
  for (const { x, y, chance, size } of scatter(survey.seed + 29, 5.6)) {
    const rock = sample(survey.cover.rock, x, y)
    const loose = ramp(0.08, 0.4, rock) * ramp(0.98, 0.55, rock)
    if (chance < 0.55 * loose) mask.dot(x, y, 0.8 + 0.9 * size)
  }
}

export const drawRock = (survey: Survey, mask: Mask, pictures: readonly Picture[]): void => {
  const land = onLand(survey)
  cutHachures(survey, mask)
  mask.print(pictures, (palette) => palette.hachure, land)
  mask.clear()
  cutScree(survey, mask)
  mask.print(pictures, (palette) => palette.scree, land)
  mask.clear()
}
