import { sample } from '../../shared/features/world/terrain/grid.ts'
import { ramp } from '../../shared/features/world/terrain/shape.ts'
import type { Plate } from './plate.ts'
import type { Print } from './print.ts'
import { scatter } from './scatter.ts'
import { onLand, type Survey } from './survey.ts'

/** Blades that fan out from one foot. */
const cutTuft = (plate: Plate, x: number, y: number, height: number, blades: number, pen: number): void => {
  for (let blade = 0; blade < blades; blade++) {
    const lean = blades === 1 ? 0 : (blade / (blades - 1) - 0.5) * 1.5
    plate.line([
      { x: x + lean * 1.2, y, width: pen },
      { x: x + lean * height * 0.62, y: y - height * (1 - 0.28 * Math.abs(lean)), width: pen * 0.6 },
    ])
  }
}

/** Marks of a swamp: still water in short level lines, and reeds on some of them. */
export const drawSwamp = (survey: Survey, plate: Plate, prints: readonly Print[]): void => {
  const spots = [...scatter(survey.seed + 31, 21)].filter(
    ({ x, y, chance }) => chance < 0.85 * ramp(0.3, 0.7, sample(survey.cover.swamp, x, y)),
  )
  const land = onLand(survey)
  for (const { x, y, size } of spots) {
    const half = 3.5 + 4.5 * size
    plate.line([
      { x: x - half, y, width: 1.05 },
      { x: x + half, y, width: 1.05 },
    ])
    plate.line([
      { x: x - half * 0.45 + 2, y: y + 3.4, width: 0.9 },
      { x: x + half * 0.55 + 2, y: y + 3.4, width: 0.9 },
    ])
  }
  plate.print(prints, (palette) => palette.swampWater, land)
  plate.clear()
  for (const { x, y, kind, size } of spots) if (kind < 0.55) cutTuft(plate, x, y - 1, 5 + 2.5 * size, 4, 1)
  plate.print(prints, (palette) => palette.reed, land)
  plate.clear()
}

/** Tufts of grass in the open. */
export const drawGrass = (survey: Survey, plate: Plate, prints: readonly Print[]): void => {
  const { forest, rock, swamp, beach } = survey.cover
  for (const { x, y, chance, size, kind } of scatter(survey.seed + 37, 19)) {
    const open = ramp(0.3, 0.08, sample(forest, x, y)) * ramp(0.25, 0.05, sample(rock, x, y))
    const dry = ramp(0.3, 0.1, sample(swamp, x, y)) * ramp(0.25, 0.05, sample(beach, x, y))
    if (chance < 0.5 * open * dry) cutTuft(plate, x, y, 3 + 2.4 * size, kind < 0.4 ? 2 : 3, 0.95)
  }
  plate.print(prints, (palette) => palette.tuft, onLand(survey))
  plate.clear()
}

/** Grains of sand, thinner towards the land. */
export const drawSand = (survey: Survey, plate: Plate, prints: readonly Print[]): void => {
  for (const { x, y, chance, size } of scatter(survey.seed + 41, 4.4))
    if (chance < 0.7 * ramp(0.2, 0.9, sample(survey.cover.beach, x, y))) plate.dot(x, y, 0.6 + 0.5 * size)
  plate.print(prints, (palette) => palette.sand, onLand(survey))
  plate.clear()
}
