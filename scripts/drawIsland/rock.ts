import { sample } from '../../shared/features/world/terrain/grid.ts'
import { metresPerMapUnit } from '../../shared/features/world/terrain/metres.ts'
import { createNoise, layered } from '../../shared/features/world/terrain/noise.ts'
import { ramp } from '../../shared/features/world/terrain/shape.ts'
import type { Plate } from './plate.ts'
import type { Print } from './print.ts'
import { scatter } from './scatter.ts'
import { onLand, type Survey } from './survey.ts'

/** Metres of rise for each metre to the east and to the south. */
const gradient = ({ relief }: Survey, x: number, y: number): [number, number] => {
  const across = 8 * metresPerMapUnit
  return [
    (sample(relief, x + 4, y) - sample(relief, x - 4, y)) / across,
    (sample(relief, x, y + 4) - sample(relief, x, y - 4)) / across,
  ]
}

/**
 * Strokes down the steep of bare rock: heavy in the shade, thin in the light, as rock is drawn on alpine sheets. They stand
 * together in crags and leave the slabs between them free.
 */
const cutHachures = (survey: Survey, plate: Plate): void => {
  const crags = createNoise(survey.seed, 'crags of the drawing')
  for (const { x, y, chance, size, kind } of scatter(survey.seed + 23, 6.4)) {
    const rock = sample(survey.cover.rock, x, y)
    if (rock < 0.25) continue
    const [east, south] = gradient(survey, x, y)
    const slope = Math.sqrt(east * east + south * south)
    const crag = ramp(-0.35, 0.35, layered(crags, x / 62, y / 62, 2))
    if (chance > crag * ramp(0.2, 0.85, rock) * ramp(0.2, 0.55, slope)) continue
    // 1 on slopes that fall to the south-east, -1 on those that fall to the north-west.
    const away = (-east - south) / (slope * Math.SQRT2)
    const length = (4 + 9 * size * size) * ramp(0.1, 0.6, slope)
    const lean = (kind - 0.5) * 0.7
    const dx = (-east / slope) * Math.cos(lean) + (south / slope) * Math.sin(lean)
    const dy = (-south / slope) * Math.cos(lean) - (east / slope) * Math.sin(lean)
    const width = 0.8 + 0.9 * ramp(-0.4, 0.9, away)
    plate.line(
      [
        { x, y, width },
        { x: x + dx * length * 0.6, y: y + dy * length * 0.6, width: width * 0.85 },
        { x: x + dx * length, y: y + dy * length, width: width * 0.3 },
      ],
      0.5 + 0.5 * ramp(-0.6, 0.7, away),
    )
  }
}

/** Loose stones where rock thins out. */
const cutScree = (survey: Survey, plate: Plate): void => {
  for (const { x, y, chance, size } of scatter(survey.seed + 29, 5.6)) {
    const rock = sample(survey.cover.rock, x, y)
    const loose = ramp(0.08, 0.4, rock) * ramp(0.98, 0.55, rock)
    if (chance < 0.55 * loose) plate.dot(x, y, 0.8 + 0.9 * size)
  }
}

export const drawRock = (survey: Survey, plate: Plate, prints: readonly Print[]): void => {
  const land = onLand(survey)
  cutHachures(survey, plate)
  plate.print(prints, (palette) => palette.hachure, land)
  plate.clear()
  cutScree(survey, plate)
  plate.print(prints, (palette) => palette.scree, land)
  plate.clear()
}
